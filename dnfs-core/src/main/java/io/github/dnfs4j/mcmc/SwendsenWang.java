package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Swendsen and Wang's clusters (Phys. Rev. Lett. 58, 86, 1987): bonds of probability {@code 1 - exp(-s |w|)} on the
 * satisfied edges cut the graph into clusters, and each moves by c = 0..S-1 drawn in proportion to
 * {@code exp(s sum h(x + c))}. Given the bonds that is the exact conditional, so nothing is refused. A step redraws
 * all bonds once. Chains walk on the CPU, wherever their states live.
 */
public final class SwendsenWang implements MarkovKernel {
    /** Of the last step, which is mostly that of the next. */
    private volatile @Nullable FlatGraph last;

    /** The kernel, after a look whether it can move a target. */
    public static SwendsenWang of(Target target) {
        Clusters.checked(HostChains.pairs(target));
        return new SwendsenWang();
    }

    @Override
    public Tensor step(Target target, Tensor x, double strength, Rng rng) {
        FlatGraph graph = FlatGraph.of(HostChains.pairs(target), last);
        if (graph != last) {
            Clusters.checked(HostChains.pairs(target));
            last = graph;
        }
        double[] bonds = graph.bonds(strength);
        return HostChains.step(x, rng, () -> {
            Clusters cluster = new Clusters(graph, bonds, strength);
            double[] p = new double[graph.states()];
            return (states, offset, random) -> {
                cluster.clear();
                for (int i = 0; i < graph.sites(); i++) {
                    if (!cluster.taken(i)) {
                        cluster.grow(states, offset, i, random);
                        softmax(cluster, states, offset, p);
                        cluster.shift(states, offset, PairGibbs.draw(p, random));
                    }
                }
            };
        });
    }

    private static void softmax(Clusters cluster, byte[] x, int offset, double[] p) {
        double top = 0;
        for (int c = 0; c < p.length; c++) {
            p[c] = cluster.gain(x, offset, c);
            top = Math.max(top, p[c]);
        }
        for (int c = 0; c < p.length; c++) {
            p[c] = Math.exp(p[c] - top);
        }
    }

    @Override
    public long targetEvaluations(StateSpace space) {
        return space.neighbours();
    }
}
