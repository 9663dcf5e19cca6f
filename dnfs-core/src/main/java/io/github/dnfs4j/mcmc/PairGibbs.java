package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.PairGraph;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Gibbs sampling of a {@link PairGraph} in plain loops, the fast one on a CPU: site i takes the value tau with
 * probability {@code ~ exp(s (h_i(tau) + sum_j w_ij [x_j = tau]))}. A step is one sweep.
 *
 * <p>Two states and at most {@value #MOST_TABULATED} neighbours: the probability of 1 is looked up by the neighbours'
 * bits, in a table that sites of equal couplings share. The systematic scan visits colour after colour, so that an
 * update never waits for the one before it.
 */
public final class PairGibbs implements MarkovKernel {
    private static final int MOST_TABULATED = 10;

    private final boolean random;
    /** Of the last target: a step may take less time than laying out its graph. */
    private volatile @Nullable FlatGraph last;

    /** Visits the sites in turn, or as many at random, which each chain draws for itself. */
    public PairGibbs(boolean random) {
        this.random = random;
    }

    /** Every site in turn. */
    public PairGibbs() {
        this(false);
    }

    @Override
    public Tensor step(Target target, Tensor x, double strength, Rng rng) {
        PairGraph graph = HostChains.pairs(target);
        boolean tabulated = graph.space().states() == 2 && graph.degree() <= MOST_TABULATED;
        FlatGraph flat = FlatGraph.of(graph, last);
        last = flat;
        HostChains.Update update = tabulated ? binary(flat, strength) : general(flat, strength);
        return HostChains.step(x, rng, () -> update);
    }

    private HostChains.Update binary(FlatGraph g, double strength) {
        int d = g.sites();
        long[][] tables = g.tables(strength);
        int[] order = g.order();
        int[] begin = g.begin();
        int[] neighbour = g.neighbour();
        return (x, offset, stream) -> {
            for (int k = 0; k < d; k++) {
                int i = random ? stream.nextInt(d) : order[k];
                int from = begin[i];
                int pattern = 0;
                for (int e = begin[i + 1] - 1; e >= from; e--) {
                    pattern = pattern << 1 | x[offset + neighbour[e]];
                }
                // The sign of the difference is the comparison, without a branch that cannot be foreseen.
                x[offset + i] = (byte) (((stream.nextLong() >>> 1) - tables[i][pattern]) >>> 63);
            }
        };
    }

    private HostChains.Update general(FlatGraph g, double strength) {
        int d = g.sites();
        int[] order = g.order();
        return (x, offset, stream) -> {
            double[] p = new double[g.states()];
            for (int k = 0; k < d; k++) {
                int i = random ? stream.nextInt(d) : order[k];
                x[offset + i] = (byte) draw(conditional(g, x, offset, i, strength, p), stream);
            }
        };
    }

    /** Writes the unnormalised conditional of site i into p. */
    private static double[] conditional(FlatGraph g, byte[] x, int offset, int i, double strength, double[] p) {
        System.arraycopy(g.field(i), 0, p, 0, p.length);
        for (int e = g.begin()[i]; e < g.begin()[i + 1]; e++) {
            p[x[offset + g.neighbour()[e]] & 0xff] += g.coupling()[e];
        }
        double top = Arrays.stream(p).max().orElseThrow();
        for (int tau = 0; tau < p.length; tau++) {
            p[tau] = Math.exp(strength * (p[tau] - top));
        }
        return p;
    }

    /** An index drawn in proportion to p. */
    static int draw(double[] p, SplittableRandom random) {
        double total = 0;
        for (double v : p) {
            total += v;
        }
        double point = random.nextDouble() * total;
        int last = 0;
        for (int k = 0; k < p.length; k++) {
            if (p[k] > 0) {
                last = k;
                point -= p[k];
                if (point < 0) {
                    return k;
                }
            }
        }
        return last;
    }

    @Override
    public long targetEvaluations(StateSpace space) {
        return space.neighbours();
    }
}
