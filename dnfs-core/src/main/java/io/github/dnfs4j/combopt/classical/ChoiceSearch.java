package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Large independent sets of a graph whose vertices fall into few cliques, k of them: one vertex is chosen of each, and
 * choices are changed until as few as possible are adjacent. A set has no more than k vertices, and k choices of which c
 * must go, lest any be adjacent, leave k - c. A step changes, among the choices in conflict, the one that gains most; what was
 * given up may not come back for a while, longer the more conflicts there are.
 */
final class ChoiceSearch {
    private static final int CHECK = 255;
    /** Cliques have so many vertices on average at least. */
    private static final int LEAST_SIZE = 4;

    private static final double TENURE = 0.6;
    private static final int MORE_TENURE = 10;
    /** Choices in conflict beyond those of the best: worth a look at how few must go. */
    private static final int NEAR = 3;

    private final Graph graph;
    private final FastRandom random;
    private final long[][] rows;
    private final int n;
    private List<int[]> cliques = List.of();
    /** How many choices each vertex is adjacent to. */
    private final int[] cost;

    private final long[] tabu;
    private int[] choice = new int[0];
    private int[] conflicts = new int[0];
    private long step;
    private final BitSet dropped = new BitSet();
    private int nearest = Integer.MAX_VALUE - NEAR;
    private int fewest = Integer.MAX_VALUE;

    ChoiceSearch(Graph graph, long[][] rows, FastRandom random) {
        this.graph = graph;
        this.rows = rows;
        this.random = random;
        n = graph.vertices();
        cost = new int[n];
        tabu = new long[n];
    }

    /** Whether a graph may fall into few cliques. */
    static boolean fits(Graph graph) {
        return graph.edges() >= (long) LEAST_SIZE * graph.vertices() / 2;
    }

    /**
     * Goes on where it was, until the deadline: the first time looks for cliques, and does no more if they are many, or if
     * most choices must go. Tells of sets larger than those before.
     */
    void run(Deadline deadline, Consumer<byte[]> found) {
        if (cliques.isEmpty()) {
            cliques = CliqueCover.cliques(graph, random, deadline);
        } else if ((long) cliques.size() * LEAST_SIZE <= n && (choice.length == 0 || 2 * fewest <= choice.length)) {
            search(deadline, found);
        }
    }

    private void start() {
        choice = new int[cliques.size()];
        conflicts = new int[choice.length];
        for (int c = 0; c < choice.length; c++) {
            int[] clique = cliques.get(c);
            choice[c] = clique[random.below(clique.length)];
            add(choice[c], 1);
        }
    }

    private void search(Deadline deadline, Consumer<byte[]> found) {
        if (choice.length == 0) {
            start();
        }
        do {
            int count = 0;
            for (int c = 0; c < choice.length; c++) {
                if (cost[choice[c]] > 0) {
                    conflicts[count++] = c;
                }
            }
            if (count <= nearest + NEAR) {
                nearest = Math.min(nearest, count);
                int lost = lost(count);
                if (lost < fewest) {
                    fewest = lost;
                    found.accept(repaired());
                }
            }
            if (count > 0) {
                change(count);
            }
        } while ((++step & CHECK) != 0 || !deadline.passed(CHECK + 1));
    }

    /** How many choices must go, those with most conflicts first; in the best of all cases none. */
    private int lost(int count) {
        int lost = 0;
        dropped.clear();
        for (int worst = worst(count); worst >= 0; worst = worst(count)) {
            dropped.set(conflicts[worst]);
            lost++;
        }
        return lost;
    }

    private int worst(int count) {
        int worst = -1;
        int most = 0;
        for (int i = 0; i < count; i++) {
            int pairs = 0;
            for (int j = 0; j < count && !dropped.get(conflicts[i]); j++) {
                boolean there = !dropped.get(conflicts[j]);
                pairs += there && Rows.has(rows[choice[conflicts[i]]], choice[conflicts[j]]) ? 1 : 0;
            }
            if (pairs > most) {
                most = pairs;
                worst = i;
            }
        }
        return worst;
    }

    private void add(int v, int sign) {
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            cost[graph.neighbour(p)] += sign;
        }
    }

    private void change(int count) {
        int best = Integer.MAX_VALUE;
        int to = -1;
        int of = -1;
        int ties = 0;
        for (int k = 0; k < count; k++) {
            int c = conflicts[k];
            int now = choice[c];
            for (int v : cliques.get(c)) {
                // Its edge to the choice that goes is none between choices.
                int gain = cost[v] - 1 - cost[now];
                if (v == now || gain > best || tabu[v] > step) {
                    continue;
                }
                if (gain < best) {
                    best = gain;
                    ties = 0;
                }
                if (random.below(++ties) == 0) {
                    to = v;
                    of = c;
                }
            }
        }
        if (to >= 0) {
            int from = choice[of];
            add(from, -1);
            choice[of] = to;
            add(to, 1);
            tabu[from] = step + random.below(MORE_TENURE) + (long) (TENURE * count);
        }
    }

    /** The choices but those that must go, and then every vertex that is free. */
    private byte[] repaired() {
        byte[] x = new byte[n];
        for (int c = 0; c < choice.length; c++) {
            x[choice[c]] = (byte) (dropped.get(c) ? 0 : 1);
        }
        for (int v = 0; v < n; v++) {
            if (x[v] == 0 && free(x, v)) {
                x[v] = 1;
            }
        }
        return x;
    }

    private boolean free(byte[] x, int v) {
        for (int p = graph.start(v); p < graph.start(v + 1); p++) {
            if (x[graph.neighbour(p)] == 1) {
                return false;
            }
        }
        return true;
    }
}
