package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * States of low energy by simulated annealing, each run followed by descent and tabu search, all by single flips. The
 * force {@code f_i = h_i + sum_j w_ij x_j} is kept up to date, so that flipping i costs {@code (1 - 2 x_i) f_i} and an
 * accepted flip takes the time of its neighbours. Runs grow longer as long as there is time.
 */
public final class FlipSearch {
    private static final int FIRST_SWEEPS = 60;
    private static final double GROWTH = 1.6;
    private static final double HOT = 0.9;
    private static final double COLD = 0.02;
    private static final int LARGEST_TABU = 4000;
    private static final int EXPONENTIALS = 1 << 12;

    private final Graph graph;
    private final double[] h;
    private final int n;
    private final FastRandom random;
    private final byte[] x;
    private final double[] force;
    private final byte[] best;
    private final long[] tabu;
    /** Exp(1) variables: a flip that costs c is accepted at temperature T if c < T e. */
    private final double[] exponential = new double[EXPONENTIALS];

    private final double hot;
    private final double cold;
    /** Gains below this are rounding. */
    private final double least;

    private double energy;
    private double bestEnergy;

    public FlipSearch(QuadraticForm binary, FastRandom random) {
        this.random = random;
        graph = binary.couplings();
        n = binary.size();
        h = new double[n];
        x = new byte[n];
        best = new byte[n];
        force = new double[n];
        tabu = new long[n];
        double[] scale = new double[n];
        for (int i = 0; i < n; i++) {
            h[i] = binary.linear(i);
            double mean = h[i];
            double square = 0;
            for (int p = graph.start(i); p < graph.start(i + 1); p++) {
                mean += graph.weightAt(p) / 2;
                square += graph.weightAt(p) * graph.weightAt(p) / 4;
            }
            // The size of a flip's cost in a random state.
            scale[i] = Math.sqrt(mean * mean + square);
        }
        Arrays.sort(scale);
        hot = Math.max(HOT * scale[(int) (0.9 * (n - 1))], Double.MIN_NORMAL);
        double low = scale[(int) (0.1 * (n - 1))];
        cold = COLD * (low > 0 ? low : hot);
        least = 1e-9 * cold;
        for (int k = 0; k < EXPONENTIALS; k++) {
            // One from each slice of the distribution: the table itself has no noise.
            exponential[k] = -Math.log((k + 0.5) / EXPONENTIALS);
        }
    }

    /** Runs until the deadline; tells of the best state of each run. */
    public void run(Deadline deadline, Consumer<byte[]> found) {
        double sweeps = FIRST_SWEEPS;
        do {
            double before = deadline.left();
            restart();
            anneal((int) sweeps, deadline);
            if (n <= LARGEST_TABU) {
                tabu(Math.max(2000, 4L * n), deadline);
            }
            found.accept(best);
            double took = before - deadline.left();
            // A run that the deadline would cut is made to fit: a cold end is worth more than a slow one.
            double rate = took / sweeps;
            double room = deadline.left() / Math.max(rate, 1e-9) * 0.95;
            double longer = Math.min(sweeps * GROWTH, 20_000);
            sweeps = room > 2 * longer ? longer : Math.max(FIRST_SWEEPS / 3.0, room > longer ? room / 2 : room);
        } while (!deadline.passed());
    }

    private void restart() {
        for (int i = 0; i < n; i++) {
            x[i] = (byte) random.below(2);
        }
        settle();
        bestEnergy = Double.POSITIVE_INFINITY;
    }

    /** Forces and energy from scratch, up to the offset; rounding does not pile up beyond one run. */
    private void settle() {
        energy = 0;
        for (int i = 0; i < n; i++) {
            double f = h[i];
            for (int p = graph.start(i); p < graph.start(i + 1); p++) {
                f += x[graph.neighbour(p)] * graph.weightAt(p);
            }
            force[i] = f;
            energy += x[i] * (f + h[i]) / 2;
        }
    }

    private double cost(int i) {
        return x[i] == 0 ? force[i] : -force[i];
    }

    private void flip(int i) {
        energy += cost(i);
        double change = 1 - 2 * x[i];
        x[i] ^= 1;
        for (int p = graph.start(i); p < graph.start(i + 1); p++) {
            force[graph.neighbour(p)] += change * graph.weightAt(p);
        }
    }

    private void keep() {
        if (energy < bestEnergy) {
            bestEnergy = energy;
            System.arraycopy(x, 0, best, 0, n);
        }
    }

    private void anneal(int sweeps, Deadline deadline) {
        double ratio = Math.pow(cold / hot, 1.0 / Math.max(1, sweeps - 1));
        double t = hot;
        for (int s = 0; s < sweeps && !deadline.passed(n); s++, t *= ratio) {
            for (int i = 0; i < n; i++) {
                double c = cost(i);
                if (c <= 0 || c < t * exponential[(int) (random.nextLong() >>> 52)]) {
                    flip(i);
                }
            }
        }
        descend();
        settle();
        keep();
    }

    private void descend() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int i = 0; i < n; i++) {
                if (cost(i) < -least) {
                    flip(i);
                    moved = true;
                }
            }
        }
    }

    /** The cheapest flip that is not forbidden, at every step, until so many steps have brought nothing. */
    private void tabu(long patience, Deadline deadline) {
        Arrays.fill(tabu, 0);
        long last = 0;
        for (long step = 1; step - last < patience; step++) {
            if ((step & 127) == 0 && deadline.passed(128)) {
                break;
            }
            int chosen = -1;
            double lowest = Double.POSITIVE_INFINITY;
            for (int i = 0; i < n; i++) {
                double c = cost(i);
                if (c < lowest && (tabu[i] <= step || energy + c < bestEnergy - least)) {
                    lowest = c;
                    chosen = i;
                }
            }
            if (chosen < 0) {
                continue;
            }
            flip(chosen);
            tabu[chosen] = step + 10 + n / 100 + random.below(10);
            if (energy < bestEnergy - least) {
                keep();
                last = step;
            }
        }
    }
}
