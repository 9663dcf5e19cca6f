package io.github.dnfs4j.report;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * The figures of a run, each a PNG file of 900 x 560 pixels (the lattices: as large as they need), drawn without a
 * display. Each method returns the path it was given; numbers that cannot be drawn are left out, and a figure without
 * numbers says so.
 *
 * <p>All throw {@link FiguresUnavailableException} on a machine where Java cannot draw text; {@link #lattices} needs
 * no fonts.
 */
public final class Figures {
    private static final String STEP = "training step";

    private Figures() {}

    /** A histogram by the name of what it counts: the mass of each bin, as shares of one. NaN counts as nothing. */
    public record Series(String name, double[] mass) {
        public Series {
            if (name.isBlank()) {
                throw new IllegalArgumentException("a series needs a name for the legend");
            }
        }
    }

    /** Loss against training step on a logarithmic scale, with running medians. Values of zero or less are left out. */
    public static Path lossCurve(Path png, double[] step, double[] loss) throws IOException {
        Curve curve = Curve.of(step, loss, value -> value > 0);
        return Png.write(png, () -> loss(curve));
    }

    /**
     * Effective sample size as a share of the samples, of both kinds of weights, against training step; and how far
     * along the path, of length 1, training reached. What was not measured at a step is NaN there.
     */
    public static Path essCurve(Path png, double[] step, double[] horizon, double[] trapezoid, double[] exact)
            throws IOException {
        Curve horizons = Curve.of(step, horizon);
        Curve trapezoids = Curve.of(step, trapezoid);
        Curve exacts = Curve.of(step, exact);
        return Png.write(png, () -> ess(horizons, trapezoids, exacts));
    }

    /** Effective sample size of exact weights against the network calls a path takes, by jumps and by steps. */
    public static Path essAgainstCalls(
            Path png, double[] jumpCalls, double[] jumpEss, double[] stepCalls, double[] stepEss) throws IOException {
        Curve jumps = Curve.of(jumpCalls, jumpEss);
        Curve steps = Curve.of(stepCalls, stepEss);
        return Png.write(png, () -> calls(jumps, steps));
    }

    /** A curve of a comparison by its name: steps and values of each seed. */
    public record Line(String name, List<double[]> steps, List<double[]> values) {
        public Line {
            if (name.isBlank() || steps.size() != values.size()) {
                throw new IllegalArgumentException("a line needs a name, and as many lists of values as of steps");
            }
        }
    }

    /**
     * Curves of several runs against the training step: for each the mean over its seeds, and the seeds as thin lines,
     * all of them running medians. What is not finite, and on a logarithmic axis not positive, is left out.
     */
    public static Path comparison(Path png, String title, String axis, List<Line> lines, boolean log)
            throws IOException {
        if (lines.stream().map(Line::name).distinct().count() < lines.size()) {
            throw new IllegalArgumentException("two lines have the same name");
        }
        List<ComparisonFigure.Shown> shown = new ArrayList<>();
        for (Line line : lines) {
            List<Curve> seeds = new ArrayList<>();
            for (int k = 0; k < line.steps().size(); k++) {
                seeds.add(Curve.of(line.steps().get(k), line.values().get(k), value -> !log || value > 0)
                        .smoothed());
            }
            shown.add(new ComparisonFigure.Shown(line.name(), ComparisonFigure.mean(seeds, log), seeds));
        }
        return Png.write(png, () -> ComparisonFigure.draw(title, axis, shown, log));
    }

    /**
     * Histograms over the same bins. The first, second, ... are outlines, solid and dashed; the last, when there are
     * several, is the reference: a filled area behind them. Outer bins that hold next to nothing are cut off.
     */
    public static Path energyHistogram(Path png, double[] binCentres, List<Series> series) throws IOException {
        Bins bins = Bins.around(binCentres);
        Set<String> names = new HashSet<>();
        for (Series one : series) {
            if (one.mass().length != binCentres.length) {
                throw new IllegalArgumentException(
                        one.name() + " has " + one.mass().length + " masses for " + binCentres.length + " bins");
            }
            if (!names.add(one.name())) {
                throw new IllegalArgumentException("two series are called " + one.name());
            }
        }
        return Png.write(png, () -> HistogramFigures.energies(bins, series));
    }

    /**
     * The first samples, 32 at most, each a lattice of {@code rows} x {@code columns} sites in row-major order, a
     * colour for each of the {@code states} states.
     */
    public static Path lattices(Path png, byte[][] samples, int rows, int columns, int states) throws IOException {
        if (states < 1 || states > 256) {
            throw new IllegalArgumentException(states + " states");
        }
        for (byte[] sample : samples) {
            if (sample.length != Math.multiplyExact(rows, columns)) {
                throw new IllegalArgumentException(sample.length + " sites for " + rows + " x " + columns);
            }
        }
        if (samples.length == 0) {
            return Png.write(png, () -> Plot.empty("Samples", "no samples"));
        }
        Lattices sheet = Lattices.of(Math.min(samples.length, Lattices.MOST), rows, columns);
        return Png.write(png, () -> sheet.draw(samples, states));
    }

    /**
     * Lattices in rows of as many as there are headings, which stand above the columns.
     *
     * @param samples one row after the other
     */
    public static Path paths(Path png, byte[][] samples, int rows, int columns, int states, String... headings)
            throws IOException {
        return Png.write(
                png,
                () -> Lattices.under(headings.length, samples.length, rows, columns)
                        .draw(samples, states, headings));
    }

    /**
     * Histogram of log w - log(mean w): all at zero for a perfect sampler, a long tail to the left for a usable one.
     * Weights of zero (log w of minus infinity) count in the mean and cannot be drawn; NaN and plus infinity are left
     * out.
     */
    public static Path weightHistogram(Path png, double[] logWeights) throws IOException {
        double[] usable = Arrays.stream(logWeights)
                .filter(value -> !Double.isNaN(value) && value != Double.POSITIVE_INFINITY)
                .toArray();
        return Png.write(png, () -> HistogramFigures.weights(usable));
    }

    private static BufferedImage loss(Curve curve) {
        String title = "Training loss";
        if (curve.isEmpty()) {
            return Plot.empty(title, "no positive finite loss to draw");
        }
        Plot plot = Plot.of(title, STEP, "loss (log scale)");
        LogAxis.of(curve.lowest(), curve.highest()).applyTo(plot, curve.x()[0], curve.x()[curve.size() - 1]);
        plot.measured(
                "each measured step",
                LogAxis.log(curve.thinned()),
                Palette.light(Palette.BLUE, 0.35),
                Plot.THIN,
                SeriesMarkers.CIRCLE);
        plot.line("running median", LogAxis.log(curve.smoothed()), Palette.BLUE, Plot.SOLID);
        return plot.draw();
    }

    private static BufferedImage ess(Curve horizon, Curve trapezoid, Curve exact) {
        String title = "Effective sample size";
        if (horizon.isEmpty() && trapezoid.isEmpty() && exact.isEmpty()) {
            return Plot.empty(title, "nothing was measured");
        }
        Plot plot = shares(title, STEP);
        plot.line("time horizon (of 1)", horizon, Palette.light(Palette.GREY, 0.6), Plot.SOLID);
        plot.measured("ESS, trapezoid weights", trapezoid, Palette.VERMILION, Plot.DASHED, SeriesMarkers.SQUARE);
        plot.measured("ESS, exact weights", exact, Palette.BLUE, Plot.SOLID, SeriesMarkers.CIRCLE);
        return plot.draw();
    }

    private static BufferedImage calls(Curve jumps, Curve steps) {
        Plot plot = shares("What network calls buy", "network calls a path");
        plot.style().setXAxisMin(0.0);
        plot.measured("by jumps", jumps, Palette.BLUE, Plot.SOLID, SeriesMarkers.CIRCLE);
        plot.measured("by steps", steps, Palette.VERMILION, Plot.DASHED, SeriesMarkers.SQUARE);
        return plot.draw();
    }

    private static Plot shares(String title, String axis) {
        Plot plot = Plot.of(title, axis, "ESS / number of samples");
        plot.style().setYAxisMin(0.0);
        plot.style().setYAxisMax(1.0);
        plot.style().setYAxisDecimalPattern("0.0");
        return plot;
    }
}
