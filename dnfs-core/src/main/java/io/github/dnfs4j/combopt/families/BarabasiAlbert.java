package io.github.dnfs4j.combopt.families;

import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;

/**
 * Growth by preference: from a star of m + 1 vertices on, each new vertex is joined to m different earlier ones, drawn in
 * proportion to their degrees. The number of vertices is uniform on {@code least} to {@code most}.
 */
public record BarabasiAlbert(int least, int most, int m) implements GraphGenerator {
    /** Of the paper's sets. */
    public static final int DEFAULT_M = 4;

    public BarabasiAlbert {
        FamilyName.checkSizes(least, most);
        if (m < 1 || m >= least) {
            throw new IllegalArgumentException("each vertex must attach to 1 to " + (least - 1) + " others, not " + m);
        }
    }

    @Override
    public Graph draw(FastRandom random) {
        int n = least + random.below(most - least + 1);
        GraphBuilder builder = Graph.builder();
        // Every edge puts both its ends on this list, so a uniform draw from it prefers by degree.
        int[] ends = new int[Math.multiplyExact(2 * m, n - m)];
        int count = 0;
        for (int v = 1; v <= m; v++) {
            builder.edge(0, v);
            ends[count++] = 0;
            ends[count++] = v;
        }
        int[] chosen = new int[m];
        for (int v = m + 1; v < n; v++) {
            for (int k = 0; k < m; ) {
                int u = ends[random.below(count)];
                boolean fresh = true;
                for (int j = 0; j < k; j++) {
                    fresh &= chosen[j] != u;
                }
                if (fresh) {
                    chosen[k++] = u;
                }
            }
            for (int u : chosen) {
                builder.edge(u, v);
                ends[count++] = u;
                ends[count++] = v;
            }
        }
        return builder.build(n);
    }
}
