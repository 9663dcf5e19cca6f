package io.github.dnfs4j.combopt.families;

import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;

/**
 * Every pair of vertices is an edge with probability p, independently; the number of vertices is uniform on {@code
 * least} to {@code most}. The gaps between edges are geometric, so the work is that of the edges, not of the pairs.
 */
public record ErdosRenyi(int least, int most, double p) implements GraphGenerator {
    /** Of the paper's sets, as far as it is known. */
    public static final double DEFAULT_P = 0.15;

    public ErdosRenyi {
        FamilyName.checkSizes(least, most);
        if (!(p >= 0 && p <= 1)) {
            throw new IllegalArgumentException("the edge probability must be 0 to 1, not " + p);
        }
    }

    @Override
    public Graph draw(FastRandom random) {
        int n = least + random.below(most - least + 1);
        GraphBuilder builder = Graph.builder();
        double logMiss = Math.log1p(-p);
        // Pairs (v, w), w < v, in order; v and w walk on by one geometric gap after the other.
        int v = 1;
        long w = -1;
        while (v < n && p > 0) {
            w += 1 + (p == 1 ? 0 : (long) Math.floor(Math.log1p(-random.uniform()) / logMiss));
            while (v < n && w >= v) {
                w -= v;
                v++;
            }
            if (v < n) {
                builder.edge(v, (int) w);
            }
        }
        return builder.build(n);
    }
}
