package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;

/**
 * Wolff's single clusters (Phys. Rev. Lett. 62, 361, 1989): from a random site a cluster grows along bonds of
 * probability {@code 1 - exp(-s |w|)}, and all of it moves by one random c = 1..S-1. What the bonds do not see, the
 * fields, is accepted with probability {@code min(1, exp(s sum (h(x + c) - h(x))))}. Fast at the critical point, where
 * single sites are slow. A step moves a fixed number of clusters: one that depends on their sizes would be biased.
 */
public record Wolff(int clusters) implements MarkovKernel {
    public Wolff {
        if (clusters < 1) {
            throw new IllegalArgumentException("clusters must be at least 1, not " + clusters);
        }
    }

    @Override
    public Tensor step(Target target, Tensor x, double strength, Rng rng) {
        FlatGraph graph = new FlatGraph(Clusters.checked(HostChains.pairs(target)));
        double[] bonds = graph.bonds(strength);
        return HostChains.step(x, rng, () -> {
            Clusters cluster = new Clusters(graph, bonds, strength);
            return (states, offset, random) -> {
                for (int k = 0; k < clusters; k++) {
                    cluster.grow(states, offset, random.nextInt(graph.sites()), random);
                    int c = 1 + random.nextInt(graph.states() - 1);
                    if (random.nextDouble() < Math.exp(cluster.gain(states, offset, c))) {
                        cluster.shift(states, offset, c);
                    }
                    cluster.release();
                }
            };
        });
    }

    /** As if every cluster looked at every site once. */
    @Override
    public long targetEvaluations(StateSpace space) {
        return clusters * space.neighbours();
    }
}
