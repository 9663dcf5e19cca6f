package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.Arrays;

/**
 * One run of simulated annealing, followed by descent and tabu search, all by single flips. The force
 * {@code f_i = h_i + sum_j w_ij x_j} is kept up to date, so that flipping i costs {@code (1 - 2 x_i) f_i} and an
 * accepted flip takes the time of its neighbours.
 */
final class Annealer {
    private static final double COLD = 0.02;
    /** At this part of the least cost there can be, a flip that costs anything is one in 800. */
    private static final double COLD_GRAIN = 0.15;

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

    private final double scale;
    private final double cold;
    /** Gains below this are rounding. */
    private final double least;

    private double energy;
    private double bestEnergy;

    Annealer(QuadraticForm binary, FastRandom random) {
        this.random = random;
        graph = binary.couplings();
        n = binary.size();
        h = new double[n];
        x = new byte[n];
        best = new byte[n];
        force = new double[n];
        tabu = new long[n];
        double[] costs = new double[n];
        double grain = 0;
        for (int i = 0; i < n; i++) {
            h[i] = binary.linear(i);
            grain = Units.divisor(grain, h[i]);
            double mean = h[i];
            double square = 0;
            for (int p = graph.start(i); p < graph.start(i + 1); p++) {
                mean += graph.weightAt(p) / 2;
                square += graph.weightAt(p) * graph.weightAt(p) / 4;
                grain = Units.divisor(grain, graph.weightAt(p));
            }
            // The size of a flip's cost in a random state.
            costs[i] = Math.sqrt(mean * mean + square);
        }
        Arrays.sort(costs);
        scale = Math.max(costs[(int) (0.9 * (n - 1))], Double.MIN_NORMAL);
        double low = costs[(int) (0.1 * (n - 1))];
        cold = Math.max(COLD * (low > 0 ? low : scale), COLD_GRAIN * grain);
        least = 1e-9 * cold;
        for (int k = 0; k < EXPONENTIALS; k++) {
            // One from each slice of the distribution: the table itself has no noise.
            exponential[k] = -Math.log((k + 0.5) / EXPONENTIALS);
        }
    }

    /**
     * From a random state, so many sweeps while the temperature falls geometrically from {@code heat} times the cost of
     * a flip in such a state.
     */
    void run(int sweeps, double heat, Deadline deadline) {
        restart();
        anneal(sweeps, Math.max(heat * scale, 2 * cold), deadline);
        if (n <= LARGEST_TABU) {
            tabu(Math.max(2000, 4L * n), deadline);
        }
    }

    /** The best state of the last run. */
    byte[] best() {
        return best;
    }

    /** Its energy without the offset. */
    double bestEnergy() {
        return bestEnergy;
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

    private void anneal(int sweeps, double hot, Deadline deadline) {
        double ratio = Math.pow(cold / hot, 1.0 / Math.max(1, sweeps - 1));
        double t = hot;
        for (int s = 0; s < sweeps && !deadline.passed(n); s++, t *= ratio) {
            double most = t * exponential[0];
            for (int i = 0; i < n; i++) {
                double c = cost(i);
                if (c <= 0 || c < most && c < t * exponential[(int) (random.nextLong() >>> 52)]) {
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
