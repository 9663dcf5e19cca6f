package io.github.dnfs4j.path;

import io.github.dnfs4j.torch.Plausible;
import java.util.Arrays;

/**
 * Times {@code 0 = t_0 < ... < t_K} at which a simulation stops.
 *
 * @param times the K + 1 times
 */
public record TimeGrid(double... times) {
    public TimeGrid {
        times = times.clone();
        if (times.length < 2 || times[0] != 0) {
            throw new IllegalArgumentException("a time grid starts at 0 and has at least one step");
        }
        for (int k = 1; k < times.length; k++) {
            if (!(times[k] > times[k - 1]) || times[k] > 1) {
                throw new IllegalArgumentException("times must grow from 0 to at most 1: " + Arrays.toString(times));
            }
        }
    }

    /** K equal steps up to a horizon of at most 1. */
    public static TimeGrid uniform(int steps, double horizon) {
        Plausible.check("time steps", steps, Plausible.STEPS);
        double[] times = new double[steps + 1];
        for (int k = 0; k <= steps; k++) {
            times[k] = horizon * k / steps;
        }
        return new TimeGrid(times);
    }

    /**
     * K steps whose inner times lie anywhere within half a step of those of {@link #uniform}, so that training sees
     * every time.
     *
     * @param uniforms K - 1 numbers in [0, 1), one for each inner time
     */
    public static TimeGrid jittered(int steps, double horizon, double[] uniforms) {
        double[] times = uniform(steps, horizon).times.clone();
        if (uniforms.length != steps - 1) {
            throw new IllegalArgumentException(uniforms.length + " uniforms for " + (steps - 1) + " inner times");
        }
        for (int k = 1; k < steps; k++) {
            times[k] = horizon * (k - 0.5 + uniforms[k - 1]) / steps;
        }
        return new TimeGrid(times);
    }

    /** K equal steps from 0 to 1. */
    public static TimeGrid uniform(int steps) {
        return uniform(steps, 1);
    }

    public int steps() {
        return times.length - 1;
    }

    public double at(int k) {
        return times[k];
    }

    /** Half-way from t_k to t_{k+1}. */
    public double middle(int k) {
        return (times[k] + times[k + 1]) / 2;
    }

    /** t_{k+1} - t_k. */
    public double width(int k) {
        return times[k + 1] - times[k];
    }
}
