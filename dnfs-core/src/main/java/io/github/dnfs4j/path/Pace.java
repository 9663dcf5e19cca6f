package io.github.dnfs4j.path;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where along a path the time goes: of all steps the share {@code j / J} is made before {@code times[j]}. Between two of
 * these times steps are equal.
 *
 * <p>The noise of exact weights comes from a few stretches of a path, such as the neighbourhood of a phase transition. If
 * a step of width h at time t adds {@code v(t) h^2} to their variance, K steps add least when they lie with a density
 * proportional to {@code sqrt(v)}: {@code (integral of sqrt v)^2 / K} in place of {@code (integral of v) / K}.
 *
 * @param times J + 1 times from 0 to 1
 */
public record Pace(double... times) {
    /** Equal steps. */
    public static final Pace EVEN = new Pace(0, 1);

    public Pace {
        times = times.clone();
        if (times.length < 2 || times[0] != 0 || times[times.length - 1] != 1) {
            throw new IllegalArgumentException("a pace has at least two times, from 0 to 1");
        }
        for (int j = 1; j < times.length; j++) {
            if (!(times[j] > times[j - 1])) {
                throw new IllegalArgumentException("the times of a pace must grow: " + Arrays.toString(times));
            }
        }
    }

    /**
     * The pace with steps in proportion to a density that is constant within each of B bins.
     *
     * @param edges B + 1 times from 0 to 1
     * @param density B positive numbers
     * @param shares J
     */
    public static Pace of(double[] edges, double[] density, int shares) {
        if (edges.length != density.length + 1) {
            throw new IllegalArgumentException(edges.length + " edges are not those of " + density.length + " bins");
        }
        double[] done = new double[edges.length];
        for (int b = 0; b < density.length; b++) {
            if (!(density[b] > 0 && density[b] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("the density of a pace must be positive, it is " + density[b]);
            }
            done[b + 1] = done[b] + density[b] * (edges[b + 1] - edges[b]);
        }
        double[] times = new double[shares + 1];
        for (int j = 1; j < shares; j++) {
            times[j] = interpolate(done, edges, done[density.length] * j / shares);
        }
        times[shares] = 1;
        return new Pace(times);
    }

    /** The value at x of the lines through the points (xs, ys), of which the xs grow. */
    private static double interpolate(double[] xs, double[] ys, double x) {
        int b = 0;
        while (b + 2 < xs.length && xs[b + 1] < x) {
            b++;
        }
        return ys[b] + (ys[b + 1] - ys[b]) * (x - xs[b]) / (xs[b + 1] - xs[b]);
    }

    /** The pace with these times; even where there are none. */
    public static Pace of(List<Double> times) {
        return times.isEmpty()
                ? EVEN
                : new Pace(times.stream().mapToDouble(v -> v).toArray());
    }

    /** The time at which a share of the steps, 0 to 1, is made. */
    public double at(double share) {
        int intervals = times.length - 1;
        int j = (int) Math.min(intervals - 1, share * intervals);
        return times[j] + (times[j + 1] - times[j]) * (share * intervals - j);
    }

    /** The share of the steps that is made before a time, 0 to 1. */
    public double share(double time) {
        double[] shares = new double[times.length];
        Arrays.setAll(shares, j -> j / (times.length - 1.0));
        return interpolate(times, shares, time);
    }

    /** The grid whose times are those at which this pace has made the shares that another grid has for times. */
    public TimeGrid along(TimeGrid shares) {
        return new TimeGrid(Arrays.stream(shares.times()).map(this::at).toArray());
    }

    /** K steps at this pace. */
    public TimeGrid grid(int steps) {
        return along(TimeGrid.uniform(steps));
    }

    /**
     * K steps of which the first and the last are half as long, for two sublattices that take turns: what one of them is
     * ahead of the other then changes its sign with every step, and is half as large.
     */
    public TimeGrid gridOfTurns(int steps) {
        double[] shares = TimeGrid.uniform(steps).times().clone();
        for (int k = 1; k < steps; k++) {
            shares[k] = (k - 0.5) / (steps - 1);
        }
        return along(new TimeGrid(shares));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Pace p && Arrays.equals(times, p.times);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(times);
    }
}
