package io.github.dnfs4j.combopt;

import io.github.dnfs4j.mcmc.DiscreteLangevin;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Metropolis;
import io.github.dnfs4j.mcmc.Ratios;
import io.github.dnfs4j.path.TimeGrid;
import org.jspecify.annotations.Nullable;

/**
 * DMALA moves at each time of a path.
 *
 * @param count of moves, 0 for none
 * @param stepSize alpha of {@link DiscreteLangevin}
 */
public record Langevin(int count, double stepSize) {
    private static final double STEP_SIZE = 0.4;

    public Langevin {
        if (count < 0) {
            throw new IllegalArgumentException("the number of moves must not be negative, not " + count);
        }
    }

    public static Langevin of(int count) {
        return new Langevin(count, STEP_SIZE);
    }

    static TimeGrid grid(int steps) {
        double power = Double.parseDouble(System.getProperty("grid", "1"));
        double end = Double.parseDouble(System.getProperty("end", "1"));
        double[] t = new double[steps + 1];
        for (int k = 0; k <= steps; k++) {
            t[k] = end * Math.pow((double) k / steps, power);
        }
        return new TimeGrid(t);
    }

    /** As one kernel; null for none. */
    @Nullable
    MarkovKernel kernel() {
        return count == 0 ? null : new Metropolis(new DiscreteLangevin(stepSize), Ratios.EXACT, count, true);
    }
}
