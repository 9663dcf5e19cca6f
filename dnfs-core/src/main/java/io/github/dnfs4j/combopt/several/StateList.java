package io.github.dnfs4j.combopt.several;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;

/** All states of a few variables, one flip after the other; those that may be good enough are offered. */
final class StateList {
    static final int LARGEST = 20;
    private static final int CHECK = (1 << 12) - 1;

    private final Problem problem;
    private final QuadraticForm binary;
    private final SolutionPool pool;
    private final byte[] x;
    /** Between the energy here and the objective there, so that states are told apart before they are offered. */
    private double shift;

    StateList(Problem problem, QuadraticForm binary, SolutionPool pool) {
        this.problem = problem;
        this.binary = binary;
        this.pool = pool;
        x = new byte[binary.size()];
    }

    /** True if it came to the end. */
    boolean run(Deadline deadline) {
        Graph graph = binary.couplings();
        int n = binary.size();
        double[] force = new double[n];
        double scale = 0;
        for (int i = 0; i < n; i++) {
            force[i] = binary.linear(i);
            scale += Math.abs(force[i]);
        }
        shift = sign() * problem.objective(x);
        double energy = 0;
        double rounding = 1e-9 * Math.max(scale, 1e-300);
        pool.offer(x, "list");
        for (long k = 1; k < 1L << n; k++) {
            if ((k & CHECK) == 0 && deadline.passed(CHECK + 1)) {
                return false;
            }
            int i = Long.numberOfTrailingZeros(k);
            int change = 1 - 2 * x[i];
            energy += change * force[i];
            x[i] ^= 1;
            for (int p = graph.start(i); p < graph.start(i + 1); p++) {
                force[graph.neighbour(p)] += change * graph.weightAt(p);
            }
            Double threshold = pool.threshold();
            if (threshold == null || energy + shift < sign() * threshold + rounding) {
                pool.offer(x, "list");
            }
        }
        return true;
    }

    private double sign() {
        return problem.maximised() ? -1 : 1;
    }
}
