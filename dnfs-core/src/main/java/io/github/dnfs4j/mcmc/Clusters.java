package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.PairGraph;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Grows clusters of bonds: an edge whose pair is satisfied (equal where w > 0, unequal where w < 0) is a bond with
 * probability {@code 1 - exp(-s |w|)}. A cluster keeps all its bonds when every site in it moves from x to
 * {@code x + c mod S}; with negative weights that holds for S = 2 only. One object for each thread.
 */
final class Clusters {
    private final FlatGraph graph;
    private final double[] bonds;
    private final double strength;
    private final int[] members;
    private final boolean[] taken;
    private int size;

    Clusters(FlatGraph graph, double[] bonds, double strength) {
        this.graph = graph;
        this.bonds = bonds;
        this.strength = strength;
        members = new int[graph.sites()];
        taken = new boolean[graph.sites()];
    }

    /** Refuses what clusters cannot move. */
    static PairGraph checked(PairGraph graph) {
        boolean negative =
                Arrays.stream(graph.couplings()).flatMapToDouble(Arrays::stream).anyMatch(w -> w < 0);
        if (negative && graph.space().states() > 2) {
            throw new IllegalArgumentException("clusters of more than two states need weights that are not negative");
        }
        return graph;
    }

    /** Frees all sites. */
    void clear() {
        Arrays.fill(taken, false);
    }

    boolean taken(int site) {
        return taken[site];
    }

    /** Collects the cluster of a site that is not taken, out of those that are not. */
    void grow(byte[] x, int offset, int seed, SplittableRandom random) {
        int[] begin = graph.begin();
        int[] neighbour = graph.neighbour();
        double[] coupling = graph.coupling();
        members[0] = seed;
        taken[seed] = true;
        size = 1;
        for (int head = 0; head < size; head++) {
            int i = members[head];
            for (int e = begin[i]; e < begin[i + 1]; e++) {
                int j = neighbour[e];
                boolean satisfied = (x[offset + i] == x[offset + j]) == coupling[e] > 0;
                if (!taken[j] && satisfied && random.nextDouble() < bonds[e]) {
                    taken[j] = true;
                    members[size++] = j;
                }
            }
        }
    }

    /** What the fields say about moving the cluster by c, {@code s sum (h(x + c) - h(x))}. */
    double gain(byte[] x, int offset, int c) {
        double sum = 0;
        for (int k = 0; k < size; k++) {
            int value = x[offset + members[k]] & 0xff;
            double[] h = graph.field(members[k]);
            sum += h[(value + c) % h.length] - h[value];
        }
        return strength * sum;
    }

    /** Moves the cluster by c. */
    void shift(byte[] x, int offset, int c) {
        for (int k = 0; k < size; k++) {
            int place = offset + members[k];
            x[place] = (byte) (((x[place] & 0xff) + c) % graph.states());
        }
    }

    /** Frees the sites of the cluster alone. */
    void release() {
        for (int k = 0; k < size; k++) {
            taken[members[k]] = false;
        }
    }
}
