package io.github.dnfs4j.factor;

import java.util.Arrays;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The order in which variables are summed out, and what that needs. Summing out v joins all the variables that share a
 * factor with it by then; the table of v and those is what has to be held.
 */
public final class EliminationOrder {
    /**
     * What may be held, in entries of eight bytes.
     *
     * @param largest of one table
     * @param total of all tables together
     */
    public record Limit(long largest, long total) {
        public Limit {
            if (largest < 1 || largest > 1 << 30 || total < 1) {
                throw new IllegalArgumentException("a table must have 1 to 2^30 entries, not " + largest);
            }
        }

        /** A table of 2^24 entries, and 2^26 together or a quarter of the memory that Java has, whichever is less. */
        public static Limit usual() {
            long memory = Runtime.getRuntime().maxMemory() / (4 * Double.BYTES);
            return new Limit(Math.min(1 << 24, memory), Math.min(1 << 26, memory));
        }
    }

    private final int[] order;
    private final int[][] rest;
    private final long largest;
    private final long total;

    private EliminationOrder(int[] order, int[][] rest, long largest, long total) {
        this.order = order;
        this.rest = rest;
        this.largest = largest;
        this.total = total;
    }

    /** Greedily the variable that joins the fewest pairs, of those the one with the smallest table; empty beyond a limit. */
    public static Optional<EliminationOrder> minFill(FactorGraph graph, Limit limit) {
        return new Search(graph, limit).run();
    }

    /** What an order given by hand needs. */
    public static EliminationOrder of(FactorGraph graph, int... order) {
        if (!Arrays.equals(Arrays.stream(order).sorted().toArray(), range(graph.variables()))) {
            throw new IllegalArgumentException("an order must name every variable once");
        }
        Search search = new Search(graph, new Limit(1 << 30, Long.MAX_VALUE));
        for (int v : order) {
            search.eliminate(v);
        }
        return search.result();
    }

    private static int[] range(int n) {
        int[] range = new int[n];
        Arrays.setAll(range, i -> i);
        return range;
    }

    /** The variables, the first to be summed out first. */
    public int[] order() {
        return order.clone();
    }

    /** Those with which the k-th variable shares its table: all of them come later. */
    int[] rest(int k) {
        return rest[k];
    }

    int variable(int k) {
        return order[k];
    }

    /** The most variables that share a table, less one: an upper bound on the treewidth; -1 without variables. */
    public int width() {
        return Arrays.stream(rest).mapToInt(r -> r.length).max().orElse(-1);
    }

    /** Entries of the largest table; {@link Long#MAX_VALUE} stands for anything beyond. */
    public long largest() {
        return largest;
    }

    /** Entries of all tables together. */
    public long total() {
        return total;
    }

    /** The graph while variables leave it. */
    private static final class Search {
        private record Candidate(long fill, long weight, int variable, int stamp) implements Comparable<Candidate> {
            @Override
            public int compareTo(Candidate o) {
                int c = Long.compare(fill, o.fill);
                c = c == 0 ? Long.compare(weight, o.weight) : c;
                return c == 0 ? Integer.compare(variable, o.variable) : c;
            }
        }

        private final int[] sizes;
        private final int[][] adjacent;
        private final int[] stamps;
        private final Limit limit;
        private final PriorityQueue<Candidate> queue = new PriorityQueue<>();
        private final int[] order;
        private final int[][] rest;
        private int done;
        private long largest;
        private long total;

        Search(FactorGraph graph, Limit limit) {
            sizes = graph.sizes();
            adjacent = graph.neighbours();
            stamps = new int[sizes.length];
            order = new int[sizes.length];
            rest = new int[sizes.length][];
            this.limit = limit;
        }

        Optional<EliminationOrder> run() {
            for (int v = 0; v < sizes.length; v++) {
                judge(v);
            }
            while (done < sizes.length) {
                Candidate best = queue.poll();
                if (best == null) {
                    return Optional.empty();
                }
                if (best.stamp == stamps[best.variable]) {
                    int[] around = adjacent[best.variable];
                    boolean[] touched = eliminate(best.variable);
                    if (total > limit.total()) {
                        return Optional.empty();
                    }
                    for (int k = 0; k < around.length; k++) {
                        judge(around[k]);
                        if (touched[k]) {
                            // Those who see both ends of a new edge have a pair less to join.
                            for (int w : adjacent[around[k]]) {
                                judge(w);
                            }
                        }
                    }
                }
            }
            return Optional.of(result());
        }

        EliminationOrder result() {
            return new EliminationOrder(order, rest, largest, total);
        }

        private long weight(int v) {
            long weight = sizes[v];
            for (int u : adjacent[v]) {
                if (weight > Long.MAX_VALUE / FactorGraph.MOST_STATES) {
                    return Long.MAX_VALUE;
                }
                weight *= sizes[u];
            }
            return weight;
        }

        /** Puts a variable into the queue unless its table is too large as things are: others may leave before it. */
        private void judge(int v) {
            int stamp = ++stamps[v];
            long weight = weight(v);
            if (weight > limit.largest()) {
                return;
            }
            int[] around = adjacent[v];
            long fill = 0;
            for (int a = 0; a < around.length; a++) {
                for (int b = a + 1; b < around.length; b++) {
                    fill += joined(around[a], around[b]) ? 0 : 1;
                }
            }
            queue.add(new Candidate(fill, weight, v, stamp));
        }

        private boolean joined(int u, int v) {
            return Arrays.binarySearch(adjacent[u], v) >= 0;
        }

        /** Joins the neighbours of v and takes it out; tells which of them got new neighbours. */
        private boolean[] eliminate(int v) {
            int[] around = adjacent[v];
            long weight = weight(v);
            boolean[] touched = new boolean[around.length];
            for (int k = 0; k < around.length; k++) {
                int u = around[k];
                int[] joined = joined(adjacent[u], around, u, v);
                touched[k] = joined.length >= adjacent[u].length;
                adjacent[u] = joined;
            }
            largest = Math.max(largest, weight);
            total = total > Long.MAX_VALUE - weight ? Long.MAX_VALUE : total + weight;
            stamps[v]++;
            adjacent[v] = new int[0];
            order[done] = v;
            rest[done++] = around;
            return touched;
        }

        /** The union of two ascending lists without u and v. */
        private static int[] joined(int[] a, int[] b, int u, int v) {
            int[] out = new int[a.length + b.length];
            int n = 0;
            for (int i = 0, j = 0; i < a.length || j < b.length; ) {
                int next;
                if (j == b.length || (i < a.length && a[i] <= b[j])) {
                    j += j < b.length && a[i] == b[j] ? 1 : 0;
                    next = a[i++];
                } else {
                    next = b[j++];
                }
                if (next != u && next != v) {
                    out[n++] = next;
                }
            }
            return Arrays.copyOf(out, n);
        }
    }
}
