package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One state of several, at least as good as the best of them: a good state of their {@link Coarse} energy, exactly where
 * that is narrow enough to be eliminated, else by annealing and by eliminating parts of it; then parts of the whole.
 *
 * @param fine frees parts of the whole, where it is sparse enough for that
 */
record Merging(
        QuadraticForm binary, FastRandom random, @Nullable Elimination fine) {
    private static final int EXACT_WIDTH = 16;
    private static final double EXACT_WORK = 2e6;
    private static final int WIDTH = 10;
    private static final int FINE_WIDTH = 6;
    private static final int PATIENCE = 4;
    private static final int RUNS = 2;
    /** With more couplings than this for a variable, too few can be freed at a time. */
    private static final int SPARSE = 12;

    private static final double HEAT = 0.5;

    Merging(QuadraticForm binary, FastRandom random) {
        this(binary, random, sparse(binary) ? new Elimination(binary, FINE_WIDTH, random) : null);
    }

    /** Whether variables have few enough couplings for parts of the whole to be freed. */
    static boolean sparse(QuadraticForm binary) {
        return 2L * binary.couplings().edges() <= (long) SPARSE * binary.size();
    }

    byte[] merge(List<byte[]> states, int sweeps, Deadline deadline) {
        List<byte[]> sorted = states.stream()
                .sorted(Comparator.comparingDouble(binary::energy))
                .toList();
        Coarse coarse = Coarse.of(binary, sorted);
        byte[] x = coarse.lift(solve(coarse.form(), sweeps, deadline));
        if (fine != null) {
            improve(fine, binary, x, FINE_WIDTH, deadline);
        }
        return x;
    }

    private byte[] solve(QuadraticForm form, int sweeps, Deadline deadline) {
        byte[] y = new byte[form.size()];
        Elimination elimination = new Elimination(form, EXACT_WIDTH, random);
        if (elimination.minimise(y, EXACT_WIDTH, EXACT_WORK)) {
            return y;
        }
        Annealer annealer = new Annealer(form, random);
        double energy = 0;
        for (int run = 0; run < RUNS && !deadline.passed(); run++) {
            annealer.run(sweeps, HEAT, deadline);
            if (annealer.bestEnergy() < energy) {
                energy = annealer.bestEnergy();
                y = annealer.best().clone();
            }
        }
        improve(elimination, form, y, WIDTH, deadline);
        return y;
    }

    private static void improve(Elimination elimination, QuadraticForm form, byte[] x, int width, Deadline deadline) {
        double energy = form.energy(x);
        for (int idle = 0; idle < PATIENCE && !deadline.passed(x.length); idle++) {
            elimination.improve(x, width);
            double now = form.energy(x);
            if (now < energy) {
                energy = now;
                idle = 0;
            }
        }
    }
}
