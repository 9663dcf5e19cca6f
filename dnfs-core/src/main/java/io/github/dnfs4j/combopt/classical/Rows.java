package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;

/**
 * Sets of vertices as bits, 64 a word, and a graph as such sets: row v holds the neighbours of v. Where a set is a large part
 * of the vertices, a word does what 64 visits do.
 */
final class Rows {
    /** Matrices of bits are small up to so many vertices. */
    private static final int MOST = 8192;

    private Rows() {}

    static boolean fit(Graph graph) {
        return graph.vertices() <= MOST;
    }

    static long[][] of(Graph graph) {
        long[][] rows = new long[graph.vertices()][words(graph.vertices())];
        graph.forEachEdge((u, v, w) -> {
            put(rows[u], v);
            put(rows[v], u);
        });
        return rows;
    }

    static int words(int n) {
        return (n + 63) >> 6;
    }

    static void put(long[] set, int v) {
        set[v >> 6] |= 1L << v;
    }

    static void take(long[] set, int v) {
        set[v >> 6] &= ~(1L << v);
    }

    static boolean has(long[] set, int v) {
        return (set[v >> 6] >>> v & 1) == 1;
    }

    static int count(long[] set) {
        int count = 0;
        for (long word : set) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /** One of both sets, by chance; -1 where they have none in common. */
    static int common(long[] a, long[] b, FastRandom random) {
        int count = 0;
        for (int w = 0; w < a.length; w++) {
            count += Long.bitCount(a[w] & b[w]);
        }
        if (count == 0) {
            return -1;
        }
        int skip = random.below(count);
        for (int w = 0; ; w++) {
            long both = a[w] & b[w];
            int here = Long.bitCount(both);
            if (skip < here) {
                for (; skip > 0; skip--) {
                    both &= both - 1;
                }
                return (w << 6) + Long.numberOfTrailingZeros(both);
            }
            skip -= here;
        }
    }
}
