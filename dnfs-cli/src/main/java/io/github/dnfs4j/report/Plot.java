package io.github.dnfs4j.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.Locale;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** One XChart plot in the look all figures share: white, large type, faint grid, legend above the data. */
final class Plot {
    static final int WIDTH = 900;
    static final int HEIGHT = 560;
    /** What titles and labels leave of the height, about. */
    static final double PLOT_HEIGHT = 370;

    static final BasicStroke THIN = stroke(1f);
    static final BasicStroke SOLID = stroke(2.5f);
    static final BasicStroke DASHED = stroke(2.5f, 8f, 5f);

    /** Up to so many points each gets a mark: a measurement made rarely should look like one. */
    private static final int MOST_MARKED = 40;

    /** A share that even spacings of all sorts do not have. */
    private static final double BETWEEN = 0.618034;

    private final XYChart chart;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;
    /** Some y of a series. */
    private double level;

    private Plot(XYChart chart) {
        this.chart = chart;
    }

    static Plot of(String title, String xAxis, String yAxis) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(xAxis)
                .yAxisTitle(yAxis)
                .build();
        XYStyler style = chart.getStyler();
        style.setLocale(Locale.ROOT);
        style.setChartBackgroundColor(Color.WHITE);
        style.setChartFontColor(Palette.INK);
        style.setChartPadding(24);
        style.setChartTitleFont(font(Font.BOLD, 20));
        style.setChartTitleBoxVisible(false);
        style.setAxisTitleFont(font(Font.PLAIN, 17));
        style.setAxisTickLabelsFont(font(Font.PLAIN, 15));
        style.setAxisTickLabelsColor(Palette.INK);
        style.setPlotGridLinesColor(Palette.FAINT);
        style.setPlotGridLinesStroke(THIN);
        style.setPlotBorderVisible(false);
        style.setPlotContentSize(0.97);
        style.setXAxisDecimalPattern("#,##0.###");
        style.setYAxisDecimalPattern("#,##0.###");
        style.setXAxisTickMarkSpacingHint(120);
        style.setMarkerSize(7);
        style.setLegendFont(font(Font.PLAIN, 16));
        style.setLegendPosition(LegendPosition.OutsideS);
        style.setLegendLayout(LegendLayout.Horizontal);
        style.setLegendBorderColor(Color.WHITE);
        style.setLegendSeriesLineLength(36);
        style.setLegendPadding(14);
        return new Plot(chart);
    }

    /** What is shown instead of axes when there is no number to draw. */
    static BufferedImage empty(String title, String why) {
        Plot plot = of(title, "", "");
        plot.chart.getStyler().setAxisTicksVisible(false);
        plot.chart.getStyler().setPlotGridLinesVisible(false);
        plot.chart.getStyler().setLegendVisible(false);
        plot.line("nothing", new Curve(new double[] {0, 1}, new double[] {0, 1}), Color.WHITE, THIN);
        plot.chart.getStyler().setAnnotationTextFont(font(Font.PLAIN, 20));
        plot.chart.getStyler().setAnnotationTextFontColor(Palette.GREY);
        plot.chart.addAnnotation(new AnnotationText(why, WIDTH / 2.0, HEIGHT / 2.0, true));
        return plot.draw();
    }

    XYStyler style() {
        return chart.getStyler();
    }

    /** Adds a line; nothing when it has no points. */
    void line(String name, Curve curve, Color colour, BasicStroke stroke) {
        if (!curve.isEmpty()) {
            add(name, curve, colour, stroke, SeriesMarkers.NONE);
        }
    }

    /** Adds a thin line that the legend does not name. */
    void background(String name, Curve curve, Color colour) {
        if (!curve.isEmpty()) {
            add(name, curve, colour, THIN, SeriesMarkers.NONE).setShowInLegend(false);
        }
    }

    /** Adds a line with a mark at each point, if they are few. */
    void measured(String name, Curve curve, Color colour, BasicStroke stroke, Marker marker) {
        if (!curve.isEmpty()) {
            add(name, curve, colour, stroke, curve.size() <= MOST_MARKED ? marker : SeriesMarkers.NONE);
        }
    }

    /** Adds a line with the area below it filled. */
    void area(String name, Curve curve, Color colour, Color fill) {
        if (!curve.isEmpty()) {
            add(name, curve, colour, stroke(1.5f), SeriesMarkers.NONE)
                    .setXYSeriesRenderStyle(XYSeriesRenderStyle.Area)
                    .setFillColor(fill);
        }
    }

    BufferedImage draw() {
        roundTicks();
        return BitmapEncoder.getBufferedImage(chart);
    }

    /** XChart labels points that are evenly spaced themselves; one more between them, unseen, gives round numbers. */
    private void roundTicks() {
        if (low < high) {
            double[] x = {low + BETWEEN * (high - low)};
            add("between", new Curve(x, new double[] {level}), Palette.INK, THIN, SeriesMarkers.NONE)
                    .setShowInLegend(false);
        }
    }

    private XYSeries add(String name, Curve curve, Color colour, BasicStroke stroke, Marker marker) {
        XYSeries series = chart.addSeries(name, curve.x(), curve.y());
        low = Math.min(low, Arrays.stream(curve.x()).min().orElse(low));
        high = Math.max(high, Arrays.stream(curve.x()).max().orElse(high));
        level = curve.y()[0];
        series.setLineColor(colour).setLineStyle(stroke);
        series.setMarker(marker).setMarkerColor(colour);
        return series;
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }

    private static BasicStroke stroke(float width, float... dashes) {
        return new BasicStroke(
                width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, dashes.length == 0 ? null : dashes, 0f);
    }
}
