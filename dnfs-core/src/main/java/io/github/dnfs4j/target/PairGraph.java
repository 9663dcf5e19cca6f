package io.github.dnfs4j.target;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An energy of pairs that ask whether two sites are equal, on a sparse graph:
 *
 * <pre>{@code U(x) = constant + sum over edges (i, j) of w_ij [x_i = x_j] + sum_i h_i(x_i)}</pre>
 *
 * <p>Ising ({@code w = 4J}, because {@code s_i s_j = 2 [x_i = x_j] - 1}) and Potts have this form. It is what samplers
 * need that walk from site to site, or that grow clusters of equal sites.
 *
 * @param neighbours of each site, without repetition
 * @param couplings w of the edge to each neighbour, in the same order
 * @param fields h, [d][S]
 */
public record PairGraph(StateSpace space, int[][] neighbours, double[][] couplings, double[][] fields) {
    public PairGraph {
        int d = space.sites();
        if (space.mixed()) {
            throw new IllegalArgumentException("a pair graph has sites that are all alike, not " + space);
        }
        if (neighbours.length != d || couplings.length != d || fields.length != d) {
            throw new IllegalArgumentException("a pair graph of " + d + " sites needs as many rows");
        }
        for (int i = 0; i < d; i++) {
            if (neighbours[i].length != couplings[i].length || fields[i].length != space.states()) {
                throw new IllegalArgumentException("site " + i + " has rows of the wrong length");
            }
        }
    }

    /** From a list of edges, each named once as {@code {i, j}}, with its coupling. */
    public static PairGraph of(StateSpace space, List<int[]> edges, double[] couplings, double[][] fields) {
        int d = space.sites();
        if (edges.size() != couplings.length) {
            throw new IllegalArgumentException(edges.size() + " edges for " + couplings.length + " couplings");
        }
        int[] degree = new int[d];
        Set<Long> seen = new HashSet<>();
        for (int[] e : edges) {
            long key = (long) Math.min(e[0], e[1]) * d + Math.max(e[0], e[1]);
            if (e[0] == e[1] || !seen.add(key)) {
                throw new IllegalArgumentException("edge " + Arrays.toString(e) + " is a loop or named twice");
            }
            degree[e[0]]++;
            degree[e[1]]++;
        }
        int[][] neighbours = new int[d][];
        double[][] w = new double[d][];
        for (int i = 0; i < d; i++) {
            neighbours[i] = new int[degree[i]];
            w[i] = new double[degree[i]];
        }
        int[] filled = new int[d];
        for (int k = 0; k < couplings.length; k++) {
            for (int side = 0; side < 2; side++) {
                int i = edges.get(k)[side];
                neighbours[i][filled[i]] = edges.get(k)[1 - side];
                w[i][filled[i]++] = couplings[k];
            }
        }
        return new PairGraph(space, neighbours, w, fields);
    }

    /**
     * Whether exchanging the states of all sites alike leaves U alone: pairs ask only whether two sites are equal, so
     * that this is a matter of the fields.
     */
    public boolean symmetric() {
        return Arrays.stream(fields).allMatch(h -> Arrays.stream(h).allMatch(v -> v == h[0]));
    }

    /**
     * Whether some cycle has an odd number of negative couplings, so that no two values for the sites satisfy all pairs. Then
     * clusters of satisfied pairs say little of how the sites move together, and soon hold all of them.
     */
    public boolean frustrated() {
        int d = space.sites();
        int[] side = new int[d];
        int[] queue = new int[d];
        for (int start = 0; start < d; start++) {
            if (side[start] != 0) {
                continue;
            }
            int tail = 0;
            side[start] = 1;
            queue[tail++] = start;
            for (int head = 0; head < tail; head++) {
                int i = queue[head];
                for (int e = 0; e < neighbours[i].length; e++) {
                    int j = neighbours[i][e];
                    int wanted = side[i] * (int) Math.signum(couplings[i][e]);
                    if (wanted != 0 && side[j] == 0) {
                        side[j] = wanted;
                        queue[tail++] = j;
                    } else if (wanted != 0 && side[j] != wanted) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** The most neighbours of a site. */
    public int degree() {
        return Arrays.stream(neighbours).mapToInt(n -> n.length).max().orElse(0);
    }

    /**
     * Classes of sites without an edge inside, so that given the others all sites of a class are independent: greedily,
     * in the order of the sites. A periodic lattice of even sides gets the two colours of a chequerboard.
     */
    public int[][] colours() {
        int d = space.sites();
        int[] colour = new int[d];
        List<List<Integer>> classes = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            boolean[] taken = new boolean[classes.size() + 1];
            for (int j : neighbours[i]) {
                if (j < i) {
                    taken[colour[j]] = true;
                }
            }
            int free = 0;
            while (taken[free]) {
                free++;
            }
            if (free == classes.size()) {
                classes.add(new ArrayList<>());
            }
            colour[i] = free;
            classes.get(free).add(i);
        }
        return classes.stream().map(c -> c.stream().mapToInt(i -> i).toArray()).toArray(int[][]::new);
    }
}
