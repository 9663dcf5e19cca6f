package io.github.dnfs4j.report;

import io.github.dnfs4j.metric.Weights;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is drawn as bins. */
final class HistogramFigures {
    /** An outer bin below this share of the highest one is not worth the room it takes. */
    private static final double NEXT_TO_NOTHING = 1e-3;

    private static final Color[] COLOURS = Palette.LINES;
    private static final BasicStroke[] STROKES = {Plot.SOLID, Plot.DASHED};

    private HistogramFigures() {}

    static BufferedImage energies(Bins bins, List<Figures.Series> series) {
        String title = "Energies of the samples";
        List<double[]> masses = series.stream().map(one -> cleaned(one.mass())).toList();
        double highest = masses.stream().flatMapToDouble(Arrays::stream).max().orElse(0);
        if (highest <= 0) {
            return Plot.empty(title, "no samples to count");
        }
        int from = 0;
        int to = bins.size();
        while (isEmpty(masses, from, highest)) {
            from++;
        }
        while (isEmpty(masses, to - 1, highest)) {
            to--;
        }
        Plot plot = Plot.of(title, "energy E = −U/β", "probability of a bin");
        plot.style().setYAxisMin(0.0);
        int last = series.size() - 1;
        if (last > 0) {
            Color fill = Palette.light(Palette.GREY, 0.45);
            plot.area(series.get(last).name(), bins.outline(masses.get(last), from, to), Palette.GREY, fill);
        }
        // The first on top of the others: it is what the run is about.
        for (int k = last > 0 ? last - 1 : 0; k >= 0; k--) {
            Curve outline = bins.outline(masses.get(k), from, to);
            // Past the last colour they begin again, each with the other stroke.
            BasicStroke stroke = STROKES[(k + k / COLOURS.length) % STROKES.length];
            plot.line(series.get(k).name(), outline, COLOURS[k % COLOURS.length], stroke);
        }
        return plot.draw();
    }

    static BufferedImage weights(double[] logWeights) {
        double[] finite = Arrays.stream(logWeights).filter(Double::isFinite).toArray();
        if (finite.length == 0) {
            return Plot.empty("Importance weights", "no finite weight to draw");
        }
        double positive = (double) finite.length / logWeights.length;
        double logMean = Weights.logMean(finite) + Math.log(positive);
        double[] centred = Arrays.stream(finite).map(w -> w - logMean).toArray();

        Bins bins = Bins.over(centred);
        double[] counts = bins.count(centred);
        double share = Weights.ess(finite) * positive;
        String title = String.format(Locale.ROOT, "Weights of %,d samples, ESS %.3f", logWeights.length, share);
        Plot plot = Plot.of(title, "log w − log(mean w), in nats", "number of samples");
        plot.style().setYAxisMin(0.0);
        plot.style().setYAxisDecimalPattern("#,##0");
        int zeros = logWeights.length - finite.length;
        String name = zeros == 0 ? "samples" : String.format(Locale.ROOT, "samples (and %,d of weight zero)", zeros);
        Color fill = Palette.light(Palette.BLUE, 0.45);
        plot.area(name, bins.outline(counts, 0, bins.size()), Palette.BLUE, fill);
        double highest = Arrays.stream(counts).max().orElseThrow();
        Curve mean = new Curve(new double[] {0, 0}, new double[] {0, highest});
        plot.line("mean weight", mean, Palette.VERMILION, Plot.DASHED);
        return plot.draw();
    }

    private static double[] cleaned(double[] mass) {
        return Arrays.stream(mass)
                .map(m -> Double.isFinite(m) ? Math.max(0, m) : 0)
                .toArray();
    }

    private static boolean isEmpty(List<double[]> masses, int bin, double highest) {
        return masses.stream().allMatch(mass -> mass[bin] < NEXT_TO_NOTHING * highest);
    }
}
