package io.github.dnfs4j.combopt.families;

import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import java.util.HashSet;
import java.util.Set;

/**
 * Model RB: n groups of k vertices, each group a clique, so that an independent set has at most one vertex of each. With
 * {@code a = ln k / ln n} and {@code r = -a / ln(1 - p)}, {@code int(r n ln n - 1)} times two different groups get
 * {@code int(p k^2)} edges between them that are not yet there, or as many as there is room for. Isolated vertices are
 * dropped. n, k and p are drawn until n k lies in {@code least} to {@code most}.
 */
public record ModelRb(int least, int most, double leastP, double mostP) implements GraphGenerator {
    private static final double[] GRID = {0.1, 0.3, 0.5, 0.7, 0.9, 1.0};

    public ModelRb {
        FamilyName.checkSizes(least, most);
        if (!(leastP >= 0 && leastP <= mostP && mostP <= 1)) {
            throw new IllegalArgumentException("p must be within 0 to 1, not " + leastP + "-" + mostP);
        }
        boolean fits = false;
        for (int n = leastGroups(least); n <= mostGroups(least); n++) {
            for (int k = leastSize(least); k <= mostSize(least); k++) {
                fits |= n * k >= least && n * k <= most;
            }
        }
        if (!fits) {
            throw new IllegalArgumentException("no n groups of k vertices make " + least + " to " + most
                    + "; rb:32-40 (n 6 to 8, k 4 to 6) and rb:200-300 (n 20 to 24, k 5 to 11) do");
        }
    }

    private static boolean small(int least) {
        return least < 100;
    }

    private static int leastGroups(int least) {
        return small(least) ? 6 : 20;
    }

    private static int mostGroups(int least) {
        return small(least) ? 8 : 24;
    }

    private static int leastSize(int least) {
        return small(least) ? 4 : 5;
    }

    private static int mostSize(int least) {
        return small(least) ? 6 : 11;
    }

    @Override
    public Graph draw(FastRandom random) {
        int n;
        int k;
        do {
            n = leastGroups(least) + random.below(mostGroups(least) - leastGroups(least) + 1);
            k = leastSize(least) + random.below(mostSize(least) - leastSize(least) + 1);
        } while (n * k < least || n * k > most);
        // The small family has its p from a grid, and any p it is told.
        double p = small(least) && leastP == 0 && mostP == 1
                ? GRID[random.below(GRID.length)]
                : leastP + (mostP - leastP) * random.uniform();
        return of(n, k, p, random);
    }

    /** n groups of k vertices. */
    public static Graph of(int n, int k, double p, long seed) {
        return of(n, k, p, new FastRandom(seed));
    }

    private static Graph of(int n, int k, double p, FastRandom random) {
        Set<Long> edges = new HashSet<>();
        for (int g = 0; g < n; g++) {
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < i; j++) {
                    edges.add(pair(g * k + i, g * k + j));
                }
            }
        }
        double a = Math.log(k) / Math.log(n);
        double r = -a / Math.log1p(-p); // 0 at p = 1
        int times = (int) (r * n * Math.log(n) - 1);
        int s = (int) (p * k * k);
        int[] between = new int[n * n];
        for (int t = 0; t < times; t++) {
            int g = random.below(n);
            int h = (g + 1 + random.below(n - 1)) % n;
            int slot = Math.min(g, h) * n + Math.max(g, h);
            int fresh = Math.min(s, k * k - between[slot]);
            between[slot] += fresh;
            while (fresh > 0) {
                if (edges.add(pair(g * k + random.below(k), h * k + random.below(k)))) {
                    fresh--;
                }
            }
        }
        return withoutIsolated(n * k, edges);
    }

    private static long pair(int u, int v) {
        return (long) Math.max(u, v) << 32 | Math.min(u, v);
    }

    private static Graph withoutIsolated(int vertices, Set<Long> edges) {
        int[] number = new int[vertices];
        for (long e : edges) {
            number[(int) (e >> 32)] = 1;
            number[(int) e] = 1;
        }
        int kept = 0;
        for (int v = 0; v < vertices; v++) {
            number[v] = number[v] == 1 ? kept++ : -1;
        }
        GraphBuilder builder = Graph.builder();
        for (long e : edges) {
            builder.edge(number[(int) (e >> 32)], number[(int) e]);
        }
        return builder.build(kept);
    }
}
