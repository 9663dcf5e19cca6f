package io.github.dnfs4j.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;

/** Curves of several runs in one plot: the running median of each seed light, their mean strong. */
final class ComparisonFigure {
    private static final Color[] COLOURS = Palette.LINES;
    private static final BasicStroke[] STROKES = {Plot.SOLID, Plot.DASHED};
    private static final int POINTS = 300;

    private ComparisonFigure() {}

    /** A curve by its name, and those of the seeds behind it. */
    record Shown(String name, Curve mean, List<Curve> seeds) {}

    static BufferedImage draw(String title, String axis, List<Shown> all, boolean log) {
        List<Shown> lines = all.stream().filter(l -> !l.mean().isEmpty()).toList();
        if (lines.isEmpty()) {
            return Plot.empty(title, "nothing was measured");
        }
        Plot plot = Plot.of(title, "training step", log ? axis + " (log scale)" : axis);
        if (log) {
            double low = lines.stream()
                    .flatMap(l -> l.seeds().stream())
                    .mapToDouble(Curve::lowest)
                    .min()
                    .orElseThrow();
            double high = lines.stream()
                    .flatMap(l -> l.seeds().stream())
                    .mapToDouble(Curve::highest)
                    .max()
                    .orElseThrow();
            double from = lines.stream().mapToDouble(l -> l.mean().x()[0]).min().orElseThrow();
            double to = lines.stream()
                    .flatMap(l -> l.seeds().stream())
                    .filter(c -> !c.isEmpty())
                    .mapToDouble(c -> c.x()[c.size() - 1])
                    .max()
                    .orElseThrow();
            LogAxis.of(low, high).applyTo(plot, from, to);
        }
        int number = 0;
        for (int k = 0; k < lines.size(); k++) {
            for (Curve seed : lines.get(k).seeds()) {
                // A name that cannot be one of the legend's, which the plot leaves out.
                plot.background(
                        "seed " + number++, scaled(seed, log), Palette.light(COLOURS[k % COLOURS.length], 0.35));
            }
        }
        for (int k = 0; k < lines.size(); k++) {
            // Beyond as many lines as colours, the second time round is dashed.
            BasicStroke stroke = STROKES[k / COLOURS.length % STROKES.length];
            plot.line(lines.get(k).name(), scaled(lines.get(k).mean(), log), COLOURS[k % COLOURS.length], stroke);
        }
        return plot.draw();
    }

    private static Curve scaled(Curve curve, boolean log) {
        return log ? LogAxis.log(curve) : curve;
    }

    /**
     * The mean of curves at common steps, up to the last that all have; of a logarithmic scale the geometric mean. Runs
     * of equal minutes do not make equally many steps, so each curve is read by straight lines between its points.
     */
    static Curve mean(List<Curve> curves, boolean log) {
        if (curves.stream().anyMatch(Curve::isEmpty) || curves.isEmpty()) {
            return new Curve(new double[0], new double[0]);
        }
        double from = curves.stream().mapToDouble(c -> c.x()[0]).max().orElseThrow();
        double to = curves.stream().mapToDouble(c -> c.x()[c.size() - 1]).min().orElseThrow();
        int points = to > from ? POINTS : 1;
        double[] x = new double[points];
        double[] y = new double[points];
        for (int k = 0; k < points; k++) {
            double at = points == 1 ? from : from + (to - from) * k / (points - 1);
            double sum = curves.stream()
                    .mapToDouble(c -> log ? Math.log(read(c, at)) : read(c, at))
                    .sum();
            x[k] = at;
            y[k] = log ? Math.exp(sum / curves.size()) : sum / curves.size();
        }
        return new Curve(x, y);
    }

    private static double read(Curve curve, double at) {
        int found = Arrays.binarySearch(curve.x(), at);
        if (found >= 0) {
            return curve.y()[found];
        }
        int right = Math.min(Math.max(-found - 1, 1), curve.size() - 1);
        if (curve.size() == 1) {
            return curve.y()[0];
        }
        double share = (at - curve.x()[right - 1]) / (curve.x()[right] - curve.x()[right - 1]);
        double a = curve.y()[right - 1];
        return a + Math.min(1, Math.max(0, share)) * (curve.y()[right] - a);
    }
}
