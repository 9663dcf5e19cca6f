package io.github.dnfs4j.combopt.several;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.SolutionPool.Solution;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.List;

/** From one state of low energy to others near it: a few flips at random, then downhill, flips for nothing included. */
final class FlipWalk {
    private static final int MOST_KICKS = 4;

    private final Graph graph;
    private final QuadraticForm form;
    private final FastRandom random;
    private final int n;
    private final double[] force;
    private byte[] x = new byte[0];

    FlipWalk(QuadraticForm binary, FastRandom random) {
        form = binary;
        graph = binary.couplings();
        n = binary.size();
        force = new double[n];
        this.random = random;
    }

    /** Walks from what the pool knows, or from zero where that is nothing. */
    void run(SolutionPool pool, Deadline deadline) {
        if (pool.improvement() == null) {
            pool.offer(new byte[n], "walk");
        }
        while (!deadline.passed(n)) {
            List<Solution> known = pool.sorted();
            if (known.isEmpty()) {
                return;
            }
            start(known.get(random.below(known.size())).x());
            // Steps from one start before the list is looked at again.
            for (int step = 0; step < 32 && !deadline.passed(n); step++) {
                for (int k = random.below(MOST_KICKS); k >= 0; k--) {
                    flip(random.below(n));
                }
                descend();
                pool.offer(x, "walk");
            }
        }
    }

    private void start(byte[] from) {
        x = from.clone();
        for (int i = 0; i < n; i++) {
            double f = form.linear(i);
            for (int p = graph.start(i); p < graph.start(i + 1); p++) {
                f += x[graph.neighbour(p)] * graph.weightAt(p);
            }
            force[i] = f;
        }
    }

    private void flip(int i) {
        double change = 1 - 2 * x[i];
        x[i] ^= 1;
        for (int p = graph.start(i); p < graph.start(i + 1); p++) {
            force[graph.neighbour(p)] += change * graph.weightAt(p);
        }
    }

    private void descend() {
        boolean moved = true;
        int first = random.below(n);
        for (int round = 0; moved && round < 100; round++) {
            moved = false;
            for (int k = 0; k < n; k++) {
                int i = (first + k) % n;
                double cost = x[i] == 0 ? force[i] : -force[i];
                double rounding = 1e-9 * Math.abs(form.linear(i)) + 1e-12;
                if (cost < -rounding) {
                    flip(i);
                    moved = true;
                } else if (round == 0 && cost <= rounding && random.below(4) == 0) {
                    flip(i);
                }
            }
        }
    }
}
