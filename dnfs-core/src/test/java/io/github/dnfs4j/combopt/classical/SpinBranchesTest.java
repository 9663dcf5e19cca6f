package io.github.dnfs4j.combopt.classical;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The relaxation and the branches over it, held against every state. */
class SpinBranchesTest {
    private static QuadraticForm energy(int n, double density, Random random) {
        double[] h = new double[n];
        double[][] w = new double[n][n];
        for (int i = 0; i < n; i++) {
            h[i] = random.nextInt(41) - 20;
            for (int j = 0; j < i; j++) {
                w[i][j] = random.nextDouble() < density ? random.nextInt(41) - 20 : 0;
            }
        }
        return QuadraticForm.ofMatrix(w, h);
    }

    /** The least energy of all states in which variable i has the value {@code tied}, if that is 0 or 1. */
    private static double least(QuadraticForm form, int i, int tied) {
        double least = Double.POSITIVE_INFINITY;
        for (int state = 0; state < 1 << form.size(); state++) {
            byte[] x = Famous.bits(state, form.size());
            if (tied < 0 || x[i] == tied) {
                least = Math.min(least, form.energy(x));
            }
        }
        return least;
    }

    /** Moves, not seconds: on a busy machine as well. */
    private static Deadline ample() {
        return Deadline.after(1L << 40);
    }

    private static SpinBranches branches(QuadraticForm form, byte[][] best) {
        return new SpinBranches(form, new FastRandom(1), x -> best[0] = x.clone());
    }

    /** At every moment, however little was done: no rows moved, no triangles, weights of triangles out of date. */
    @Test
    void noStateGoesBelowTheRelaxation() {
        int near = 0;
        for (int k = 0; k < 150; k++) {
            QuadraticForm form = energy(2 + k % 9, (k % 7 + 1) / 7.0, new Random(k));
            double[] constant = new double[1];
            double[] a = Semidefinite.matrix(form, constant);
            double least = least(form, 0, -1);
            Semidefinite relaxed = new Semidefinite(a, form.size() + 1, form.size() + 1, new FastRandom(k));
            for (int step = 0; step < 60; step++) {
                if (step % 10 == 0) {
                    double bound = relaxed.bound();
                    assertThat(constant[0] + bound).as("energy " + k).isLessThanOrEqualTo(least);
                    assertThat(relaxed.above(least - constant[0])).isFalse();
                    assertThat(relaxed.above(bound - 1e-6)).isTrue();
                    relaxed.separate();
                }
                relaxed.sweep();
                relaxed.step();
            }
            relaxed.relax(200, 0, ample());
            near += constant[0] + relaxed.bound() > least - 1 ? 1 : 0;
        }
        // With its triangles the relaxation of so small an energy is nearly always the energy itself.
        assertThat(near).isGreaterThan(100);
    }

    /** Tied to spin 0, a variable takes its couplings and its triangles along. */
    @Test
    void whatIsTiedIsBoundedAsWell() {
        for (int k = 0; k < 100; k++) {
            QuadraticForm form = energy(3 + k % 7, 1, new Random(k));
            double[] constant = new double[1];
            double[] a = Semidefinite.matrix(form, constant);
            int n = form.size() + 1;
            Semidefinite relaxed = new Semidefinite(a, n, n, new FastRandom(k));
            for (int step = 0; step < 40; step++) {
                relaxed.sweep();
                if (step % 10 == 0) {
                    relaxed.separate();
                }
                relaxed.step();
            }
            for (int value = 0; value < 2; value++) {
                int gone = 1 + k % (n - 1);
                int sign = 2 * value - 1;
                double least = least(form, gone - 1, value);
                Semidefinite rest = relaxed.contracted(gone, sign);
                double fixed = constant[0] + relaxed.coupling(gone) * sign;
                assertThat(fixed + rest.bound()).isLessThanOrEqualTo(least);
                rest.relax(300, 0, ample());
                assertThat(fixed + rest.bound()).isLessThanOrEqualTo(least).isGreaterThan(least - 60);
            }
        }
    }

    @Test
    void theBestStateIsFoundAndProven() {
        for (int k = 0; k < 120; k++) {
            QuadraticForm form = energy(1 + k % 14, (k % 5 + 1) / 5.0, new Random(k));
            if (!SpinBranches.fits(form)) {
                continue; // no terms at all
            }
            byte[][] best = new byte[1][];
            SpinBranches branches = branches(form, best);
            assertThat(branches.work(ample())).isTrue();
            assertThat(form.energy(best[0])).as("energy " + k).isEqualTo(least(form, 0, -1));
            assertThat(branches.bound()).isEqualTo(form.energy(best[0]));
        }
    }

    /** Too many states to count, but couplings of near ones alone: elimination, which knows no bounds, says what is best. */
    @Test
    void longBandsAreAsEliminationHasThem() {
        for (int k = 0; k < 3; k++) {
            Random random = new Random(k);
            double[] h = new double[40];
            double[][] w = new double[h.length][h.length];
            for (int i = 0; i < h.length; i++) {
                h[i] = random.nextInt(201) - 100;
                for (int j = Math.max(0, i - 8); j < i; j++) {
                    w[i][j] = random.nextInt(201) - 100;
                }
            }
            QuadraticForm form = QuadraticForm.ofMatrix(w, h);
            byte[] eliminated = new byte[h.length];
            assertThat(new Elimination(form, 12, new FastRandom(k)).minimise(eliminated, 12, 1e9))
                    .isTrue();
            byte[][] best = new byte[1][];
            SpinBranches branches = branches(form, best);
            assertThat(branches.work(ample())).isTrue();
            assertThat(form.energy(best[0])).as("band " + k).isEqualTo(form.energy(eliminated));
            assertThat(branches.bound()).isEqualTo(form.energy(eliminated));
        }
    }

    /** Left again and again and taken up again, it comes to the same, and its bound holds all the time. */
    @Test
    void whatWasLeftGoesOn() {
        QuadraticForm form = energy(40, 1, new Random(3));
        byte[][] best = new byte[1][];
        SpinBranches whole = branches(form, best);
        assertThat(whole.work(ample())).isTrue();
        double least = form.energy(best[0]);
        byte[][] again = new byte[1][];
        SpinBranches parts = branches(form, again);
        int left = 0;
        double before = Double.NEGATIVE_INFINITY;
        while (left < 1000 && !parts.work(Deadline.after(400_000))) {
            left++;
            assertThat(parts.bound()).isLessThanOrEqualTo(least).isGreaterThanOrEqualTo(before);
            before = parts.bound();
        }
        assertThat(left).isBetween(1, 999);
        assertThat(form.energy(again[0])).isEqualTo(least);
    }

    /** What a heuristic knows is enough: then nothing is found, and all is proven. */
    @Test
    void whatIsKnownNeedNotBeFound() {
        QuadraticForm form = energy(12, 1, new Random(4));
        byte[][] best = new byte[1][];
        SpinBranches branches = branches(form, best);
        branches.known(least(form, 0, -1));
        assertThat(branches.work(ample())).isTrue();
        assertThat(best[0]).isNull();
        // Beside a coupling of 2^50 a quarter is lost.
        assertThat(SpinBranches.fits(QuadraticForm.ofMatrix(new double[][] {{0, 0x1p50}, {0, 0}}, new double[] {1, 0})))
                .isFalse();
    }

    /** 70 variables, all coupled: elimination and SCIP would take very long. */
    @Test
    void denseEnergiesAreProvenOnSeveralThreads() {
        Problem problem = new Problem.OfEnergy(energy(70, 1, new Random(5)));
        SolutionPool pool = ClassicalSolver.solve(problem, new SolverSettings(100, 3, 1, 1, true));
        assertThat(pool.proven()).isTrue();
        SolutionPool other = ClassicalSolver.solve(problem, new SolverSettings(100, 1, 2, 1, true));
        assertThat(other.best().objective()).isEqualTo(pool.best().objective());
    }
}
