package io.github.dnfs4j.experiment.compare;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Bins for energies. Those of a lattice are evenly spaced levels: then a bin holds a whole number of them and the edges
 * lie between. Others get {@link #MOST} equal bins.
 */
public record EnergyBins(double min, double max, int count) {
    private static final int MOST = 50;

    public static EnergyBins over(double[]... energies) {
        double[] sorted = Arrays.stream(energies)
                .flatMapToDouble(DoubleStream::of)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return new EnergyBins(-0.5, 0.5, 1);
        }
        double low = sorted[0];
        double high = sorted[sorted.length - 1];
        double same = 1e-9 * Math.max(1, Math.max(Math.abs(low), Math.abs(high)));
        if (high - low <= same) {
            return new EnergyBins(low - 0.5, low + 0.5, 1);
        }
        double gap = high - low;
        for (int k = 1; k < sorted.length; k++) {
            double step = sorted[k] - sorted[k - 1];
            gap = step > same ? Math.min(gap, step) : gap;
        }
        if (!evenlySpaced(sorted, gap, same)) {
            return new EnergyBins(low, high, MOST);
        }
        long levels = Math.round((high - low) / gap) + 1;
        long perBin = (levels + MOST - 1) / MOST;
        int bins = (int) ((levels + perBin - 1) / perBin);
        // Edges without the last digits' noise, which an axis would show as -0.
        double first = Math.rint((low / gap - 0.5) * 1e6) / 1e6 * gap;
        return new EnergyBins(first, first + bins * perBin * gap, bins);
    }

    private static boolean evenlySpaced(double[] sorted, double gap, double same) {
        double span = sorted[sorted.length - 1] - sorted[0];
        // Levels so close are a continuum for the eye, and the division below would be all rounding.
        return span / gap < 1e5
                && Arrays.stream(sorted).allMatch(e -> {
                    double level = (e - sorted[0]) / gap;
                    return Math.abs(level - Math.rint(level)) * gap <= 100 * same;
                });
    }

    public double[] centres() {
        double width = (max - min) / count;
        return IntStream.range(0, count)
                .mapToDouble(b -> min + (b + 0.5) * width)
                .toArray();
    }
}
