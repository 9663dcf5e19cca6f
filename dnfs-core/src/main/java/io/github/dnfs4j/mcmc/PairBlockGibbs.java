package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * {@link BlockGibbs} of pairs in plain loops, the fast one on a CPU: a block asks its own sites and their neighbours,
 * not for the density of whole states. With the sites B of a block and the values v in {0..S-1}^B
 *
 * <pre>{@code
 * log p(v | rest) = s (sum_{i in B} a_i(v_i) + sum_{i < j in B} w_ij [v_i = v_j]) + constant
 * a_i(tau) = h_i(tau) + sum_{j not in B} w_ij [x_j = tau]
 * }</pre>
 */
public final class PairBlockGibbs implements MarkovKernel {
    private final int size;
    /** Of the last target: a step may take less time than laying out its graph. */
    private volatile @Nullable FlatGraph last;

    public PairBlockGibbs(int size) {
        BlockGibbs.checkSize(size);
        this.size = size;
    }

    @Override
    public Tensor step(Target target, Tensor x, double strength, Rng rng) {
        FlatGraph graph = FlatGraph.of(HostChains.pairs(target), last);
        last = graph;
        int width = BlockGibbs.width(size, target.space());
        int[][] blocks = BlockGibbs.blocks(width, target.space().sites(), rng);
        double[][] inner = new double[blocks.length][];
        Arrays.setAll(inner, b -> inner(graph, blocks[b]));
        return HostChains.step(x, rng, () -> new Walk(graph, blocks, inner, strength));
    }

    /** {@code sum_{i < j in B} w_ij [v_i = v_j]} of all values of a block, the last site's value moving fastest. */
    private static double[] inner(FlatGraph g, int[] block) {
        int first = block[0];
        int count = block[1];
        double[] energy = new double[power(g.states(), count)];
        for (int v = 0; v < energy.length; v++) {
            for (int i = first; i < first + count; i++) {
                for (int e = g.begin()[i]; e < g.begin()[i + 1]; e++) {
                    int j = g.neighbour()[e];
                    if (j > i && j < first + count && digit(v, i, block, g) == digit(v, j, block, g)) {
                        energy[v] += g.coupling()[e];
                    }
                }
            }
        }
        return energy;
    }

    private static int digit(int v, int site, int[] block, FlatGraph g) {
        return v / power(g.states(), block[0] + block[1] - 1 - site) % g.states();
    }

    private static int power(int states, int count) {
        return Math.toIntExact(Math.round(Math.pow(states, count)));
    }

    /** One thread's sweep over the blocks of a chain. */
    private static final class Walk implements HostChains.Update {
        private final FlatGraph g;
        private final int[][] blocks;
        private final double[][] inner;
        private final double strength;
        private final double[] site;
        /** Energies of the values of a block's first k sites, [S^k]. */
        private final double[][] values;

        Walk(FlatGraph g, int[][] blocks, double[][] inner, double strength) {
            this.g = g;
            this.blocks = blocks;
            this.inner = inner;
            this.strength = strength;
            site = new double[g.states()];
            int most = Arrays.stream(blocks).mapToInt(b -> b[1]).max().orElse(0);
            values = new double[most + 1][];
            Arrays.setAll(values, k -> new double[power(g.states(), k)]);
        }

        @Override
        public void apply(byte[] x, int offset, SplittableRandom random) {
            for (int b = 0; b < blocks.length; b++) {
                int first = blocks[b][0];
                int count = blocks[b][1];
                for (int k = 0; k < count; k++) {
                    outside(x, offset, first + k, first, first + count);
                    spread(values[k], values[k + 1]);
                }
                int v = PairGibbs.draw(probabilities(values[count], inner[b]), random);
                for (int i = first + count - 1; i >= first; i--) {
                    x[offset + i] = (byte) (v % site.length);
                    v /= site.length;
                }
            }
        }

        /** a_i of a site, from the neighbours that are not in the block. */
        private void outside(byte[] x, int offset, int i, int first, int end) {
            System.arraycopy(g.field(i), 0, site, 0, site.length);
            for (int e = g.begin()[i]; e < g.begin()[i + 1]; e++) {
                int j = g.neighbour()[e];
                if (j < first || j >= end) {
                    site[x[offset + j] & 0xff] += g.coupling()[e];
                }
            }
        }

        private void spread(double[] before, double[] after) {
            for (int v = 0, out = 0; v < before.length; v++) {
                for (double a : site) {
                    after[out++] = before[v] + a;
                }
            }
        }

        /** In the place of the energies of a block's values. */
        private double[] probabilities(double[] p, double[] within) {
            double top = Double.NEGATIVE_INFINITY;
            for (int v = 0; v < p.length; v++) {
                p[v] += within[v];
                top = Math.max(top, p[v]);
            }
            for (int v = 0; v < p.length; v++) {
                p[v] = Math.exp(strength * (p[v] - top));
            }
            return p;
        }
    }

    @Override
    public long targetEvaluations(StateSpace space) {
        return new BlockGibbs(size).targetEvaluations(space);
    }
}
