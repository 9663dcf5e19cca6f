package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.combopt.GraphSampler;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.torch.Rng;
import java.util.List;

/**
 * Simulated annealing by single flips, the baseline that every table needs: {@value #SWEEPS} sweeps from a random state
 * while the temperature falls from {@value #HOT} to {@value #COLD} geometrically, each flip accepted with probability
 * {@code min(1, exp(-dE / T))}.
 *
 * @param penalty lambda of {@link GraphProblem}
 */
public record SingleFlips(double penalty) implements GraphSampler {
    private static final int SWEEPS = 300;
    private static final double HOT = 3;
    private static final double COLD = 0.1;

    @Override
    public byte[][][] sample(GraphProblem kind, List<Graph> graphs, int samples, Rng rng) {
        long seed = (long) (rng.uniform() * 0x1p52);
        byte[][][] states = new byte[graphs.size()][samples][];
        for (int g = 0; g < graphs.size(); g++) {
            QuadraticForm form = kind.energy(graphs.get(g), penalty).binary();
            for (int k = 0; k < samples; k++) {
                states[g][k] = anneal(form, FastRandom.stream(seed, (long) g * samples + k));
            }
        }
        return states;
    }

    private static byte[] anneal(QuadraticForm form, FastRandom random) {
        Graph w = form.couplings();
        int n = form.size();
        byte[] x = new byte[n];
        double[] force = new double[n];
        for (int i = 0; i < n; i++) {
            force[i] = form.linear(i);
        }
        for (int i = 0; i < n; i++) {
            if (random.below(2) == 1) {
                flip(w, x, force, i);
            }
        }
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            double t = HOT * Math.pow(COLD / HOT, sweep / (SWEEPS - 1.0));
            for (int step = 0; step < n; step++) {
                int i = random.below(n);
                double change = (1 - 2 * x[i]) * force[i];
                if (change <= 0 || random.uniform() < Math.exp(-change / t)) {
                    flip(w, x, force, i);
                }
            }
        }
        return x;
    }

    /** Flips i and keeps {@code force_i = h_i + sum_j w_ij x_j}. */
    private static void flip(Graph w, byte[] x, double[] force, int i) {
        int change = 1 - 2 * x[i];
        x[i] += (byte) change;
        for (int p = w.start(i); p < w.start(i + 1); p++) {
            force[w.neighbour(p)] += change * w.weightAt(p);
        }
    }
}
