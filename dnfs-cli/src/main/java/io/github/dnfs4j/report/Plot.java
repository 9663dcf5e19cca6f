package io.github.dnfs4j.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * One XChart plot in the look all figures share: white, faint grid, legend below the data, and type so large that it is
 * read on a phone, where a figure has less than half of its pixels.
 */
final class Plot {
    static final int WIDTH = 900;
    static final int HEIGHT = 560;
    /** What titles and labels leave of the height, about. */
    static final double PLOT_HEIGHT = 370;
    /** Pixels of the smallest letters. */
    static final int TYPE = 21;

    static final BasicStroke THIN = stroke(1f);
    static final BasicStroke SOLID = stroke(2.5f);
    static final BasicStroke DASHED = stroke(2.5f, 8f, 5f);

    private static final Font LEGEND = font(Font.PLAIN, TYPE);
    /** Of the legend: a line of it, what is below the last, a piece of a curve, and the room between two. */
    private static final int LINE = 32;

    private static final int BELOW = 16;
    private static final int SAMPLE = 36;
    private static final int GAP = 24;

    /** Up to so many points each gets a mark: a measurement made rarely should look like one. */
    private static final int MOST_MARKED = 40;

    /** A share that even spacings of all sorts do not have. */
    private static final double BETWEEN = 0.618034;

    private final XYChart chart;
    private final List<XYSeries> all = new ArrayList<>();
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
        style.setChartPadding(16);
        style.setChartTitleFont(font(Font.BOLD, TYPE + 2));
        style.setChartTitleBoxVisible(false);
        style.setAxisTitleFont(font(Font.PLAIN, TYPE + 1));
        style.setAxisTickLabelsFont(font(Font.PLAIN, TYPE));
        style.setAxisTickLabelsColor(Palette.INK);
        style.setPlotGridLinesColor(Palette.FAINT);
        style.setPlotGridLinesStroke(THIN);
        style.setPlotBorderVisible(false);
        style.setPlotContentSize(0.97);
        style.setXAxisDecimalPattern("#,##0.###");
        style.setYAxisDecimalPattern("#,##0.###");
        style.setXAxisTickMarkSpacingHint(150);
        style.setMarkerSize(7);
        style.setLegendVisible(false); // XChart's has each name at a height of its own
        return new Plot(chart);
    }

    /** What is shown instead of axes when there is no number to draw. */
    static BufferedImage empty(String title, String why) {
        Plot plot = of(title, "", "");
        plot.chart.getStyler().setAxisTicksVisible(false);
        plot.chart.getStyler().setPlotGridLinesVisible(false);
        plot.background("nothing", new Curve(new double[] {0, 1}, new double[] {0, 1}), Color.WHITE);
        plot.chart.getStyler().setAnnotationTextFont(font(Font.PLAIN, TYPE + 2));
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
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, WIDTH, HEIGHT);
        FontMetrics metrics = g.getFontMetrics(LEGEND);
        List<List<XYSeries>> rows = legend(metrics);
        int top = HEIGHT - (rows.isEmpty() ? 0 : rows.size() * LINE + BELOW);
        chart.paint(g, WIDTH, top);
        for (int row = 0; row < rows.size(); row++) {
            draw(g, metrics, rows.get(row), top + row * LINE + LINE / 2);
        }
        g.dispose();
        return image;
    }

    /** What the legend names, in as many rows as it takes. */
    private List<List<XYSeries>> legend(FontMetrics metrics) {
        List<List<XYSeries>> rows = new ArrayList<>();
        int room = 0;
        for (XYSeries series : all) {
            if (series.isShowInLegend()) {
                int width = width(metrics, series);
                if (width > room) {
                    rows.add(new ArrayList<>());
                    room = WIDTH - 2 * GAP;
                }
                rows.get(rows.size() - 1).add(series);
                room -= width + GAP;
            }
        }
        return rows;
    }

    private static int width(FontMetrics metrics, XYSeries series) {
        return SAMPLE + GAP / 3 + metrics.stringWidth(series.getName());
    }

    /** A row of the legend: of each series a piece of its line or its area, and its name. */
    private void draw(Graphics2D g, FontMetrics metrics, List<XYSeries> row, int middle) {
        int baseline = middle + metrics.getAscent() * 2 / 5;
        int wide = row.stream().mapToInt(series -> width(metrics, series) + GAP).sum() - GAP;
        int x = (WIDTH - wide) / 2;
        for (XYSeries series : row) {
            if (series.getXYSeriesRenderStyle()
                    .filter(XYSeriesRenderStyle.Area::equals)
                    .isPresent()) {
                g.setColor(series.getFillColor());
                g.fillRect(x, middle - LINE / 4, SAMPLE, LINE / 2);
            }
            g.setColor(series.getLineColor());
            g.setStroke(series.getLineStyle());
            g.drawLine(x, middle, x + SAMPLE, middle);
            g.setColor(series.getMarkerColor());
            series.getMarker()
                    .paint(g, x + SAMPLE / 2.0, middle, chart.getStyler().getMarkerSize());
            g.setColor(Palette.INK);
            // As shapes, which is how XChart draws its words.
            g.fill(LEGEND.createGlyphVector(metrics.getFontRenderContext(), series.getName())
                    .getOutline(x + SAMPLE + GAP / 3f, baseline));
            x += width(metrics, series) + GAP;
        }
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
        all.add(series);
        low = Math.min(low, Arrays.stream(curve.x()).min().orElse(low));
        high = Math.max(high, Arrays.stream(curve.x()).max().orElse(high));
        level = curve.y()[0];
        series.setLineColor(colour).setLineStyle(stroke);
        series.setMarker(marker).setMarkerColor(colour);
        return series;
    }

    static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }

    private static BasicStroke stroke(float width, float... dashes) {
        return new BasicStroke(
                width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, dashes.length == 0 ? null : dashes, 0f);
    }
}
