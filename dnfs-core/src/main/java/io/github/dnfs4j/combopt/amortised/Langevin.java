package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.mcmc.DiscreteLangevin;
import io.github.dnfs4j.mcmc.Guess;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Metropolis;
import org.jspecify.annotations.Nullable;

/**
 * DMALA moves at each time of a path.
 *
 * @param count of moves, 0 for none
 * @param stepSize alpha of {@link DiscreteLangevin}
 */
public record Langevin(int count, double stepSize) {
    /** Near acceptance 0.57 where the path ends, for sets and cuts of the families of the tables; 0.2 and 0.8 do worse. */
    private static final double STEP_SIZE = 0.4;

    public Langevin {
        if (count < 0) {
            throw new IllegalArgumentException("the number of moves must not be negative, not " + count);
        }
    }

    /** With the step size of the tables. */
    public static Langevin of(int count) {
        return new Langevin(count, STEP_SIZE);
    }

    /** As one kernel; null for none. */
    @Nullable
    MarkovKernel kernel() {
        return count == 0 ? null : new Metropolis(new DiscreteLangevin(stepSize), Guess.EXACT, count, true);
    }
}
