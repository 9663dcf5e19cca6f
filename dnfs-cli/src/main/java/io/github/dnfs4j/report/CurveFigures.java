package io.github.dnfs4j.report;

import java.awt.image.BufferedImage;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** What is drawn as curves: against the training step, and against what samples cost. */
final class CurveFigures {
    private static final String STEP = "training step";

    private CurveFigures() {}

    static BufferedImage loss(Curve curve) {
        String title = "Training loss";
        if (curve.isEmpty()) {
            return Plot.empty(title, "no positive finite loss to draw");
        }
        Plot plot = Plot.of(title, STEP, "loss (log scale)");
        LogAxis.of(curve.lowest(), curve.highest()).applyTo(plot);
        plot.measured(
                "each measured step",
                LogAxis.log(curve.thinned()),
                Palette.light(Palette.BLUE, 0.35),
                Plot.THIN,
                SeriesMarkers.CIRCLE);
        plot.line("running median", LogAxis.log(curve.smoothed()), Palette.BLUE, Plot.SOLID);
        return plot.draw();
    }

    static BufferedImage ess(Curve horizon, Curve trapezoid, Curve exact) {
        String title = "Effective sample size";
        if (horizon.isEmpty() && trapezoid.isEmpty() && exact.isEmpty()) {
            return Plot.empty(title, "nothing was measured");
        }
        Plot plot = Plot.of(title, STEP, "ESS / number of samples");
        plot.style().setYAxisMin(0.0);
        plot.style().setYAxisMax(1.0);
        plot.style().setYAxisDecimalPattern("0.0");
        plot.line("time horizon (of 1)", horizon, Palette.light(Palette.GREY, 0.6), Plot.SOLID);
        plot.measured("ESS, trapezoid weights", trapezoid, Palette.VERMILION, Plot.DASHED, SeriesMarkers.SQUARE);
        plot.measured("ESS, exact weights", exact, Palette.BLUE, Plot.SOLID, SeriesMarkers.CIRCLE);
        return plot.draw();
    }

    static BufferedImage calls(Curve jumps, Curve steps) {
        Plot plot = Plot.of("What network calls buy", "network calls a path", "ESS / number of samples");
        plot.style().setYAxisMin(0.0);
        plot.style().setYAxisMax(1.0);
        plot.style().setYAxisDecimalPattern("0.0");
        plot.style().setXAxisMin(0.0);
        plot.measured("by jumps", jumps, Palette.BLUE, Plot.SOLID, SeriesMarkers.CIRCLE);
        plot.measured("by steps", steps, Palette.VERMILION, Plot.DASHED, SeriesMarkers.SQUARE);
        return plot.draw();
    }
}
