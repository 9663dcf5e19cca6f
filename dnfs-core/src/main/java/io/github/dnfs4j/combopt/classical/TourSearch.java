package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Annealing for tours written as energies: one variable for each item at each place, penalties that let an item have one
 * place and a place one item, and all other couplings between places that follow each other,
 *
 * <pre>{@code
 * E(t) = c + sum_k a_k(t_k) + sum_k b_k(t_k, t_k+1)        t_k: the item at place k
 * }</pre>
 *
 * in a line, in several, or in a ring. Two items that exchange their places change four terms, but what improves a tour is to
 * turn a part of it around, which takes many such exchanges of which most look bad. A move here rewrites a window of the
 * tour: turned around, with two parts exchanged, or with its ends exchanged. Which variables are an item or a place, and
 * which place follows which, is read from the couplings.
 */
final class TourSearch {
    private static final int LEAST = 5;
    /** What may be the part of the largest coupling above which it is a penalty: the longest ways are long where penalties are small. */
    private static final double[] HEAVY = {0.5, 0.75, 0.95};

    private static final double HOT = 0.15;
    private static final double COLD = 0.01;
    private static final int TRIED = 2000;
    private static final int FIRST = 100;
    private static final int CHECK = 256;

    private final FastRandom random;
    private final int n;
    /** {@code [place][item]}: the number of the variable, and its linear term. */
    private final int[][] variable;

    private final double[][] alone;
    /** {@code [place][item n + next]}: the coupling to an item at the place that follows. */
    private final double[][] next;

    private final int[] tour;
    private final int[] best;
    private final int[] window;
    private double energy;
    private double bestEnergy;

    private TourSearch(QuadraticForm binary, int[][] variable, FastRandom random) {
        this.random = random;
        this.variable = variable;
        n = variable.length;
        alone = new double[n][n];
        next = new double[n][n * n];
        tour = new int[n];
        best = new int[n];
        window = new int[n];
        int[] place = new int[n * n];
        int[] item = new int[n * n];
        for (int k = 0; k < n; k++) {
            for (int a = 0; a < n; a++) {
                place[variable[k][a]] = k;
                item[variable[k][a]] = a;
                alone[k][a] = binary.linear(variable[k][a]);
            }
        }
        binary.couplings().forEachEdge((u, v, w) -> {
            if (place[u] != place[v] && item[u] != item[v]) {
                boolean order = place[v] == (place[u] + 1) % n;
                int from = order ? u : v;
                int to = order ? v : u;
                next[place[from]][item[from] * n + item[to]] += w;
            }
        });
    }

    /** A search, if the energy is one of tours. */
    static @Nullable TourSearch of(QuadraticForm binary, FastRandom random) {
        int n = (int) Math.round(Math.sqrt(binary.size()));
        if (n < LEAST || n * n != binary.size()) {
            return null;
        }
        for (double heavy : HEAVY) {
            int[][] sides = square(ExchangeSearch.excluded(binary, heavy), n);
            if (sides != null) {
                TourSearch search = of(binary, sides[0], sides[1], random);
                return search != null ? search : of(binary, sides[1], sides[0], random);
            }
        }
        return null;
    }

    private static @Nullable TourSearch of(QuadraticForm binary, int[] place, int[] item, FastRandom random) {
        int n = (int) Math.round(Math.sqrt(binary.size()));
        boolean[][] follows = new boolean[n][n];
        binary.couplings().forEachEdge((u, v, w) -> {
            if (w != 0 && place[u] != place[v] && item[u] != item[v]) {
                follows[place[u]][place[v]] = true;
                follows[place[v]][place[u]] = true;
            }
        });
        int[] order = order(follows);
        if (order == null) {
            return null;
        }
        int[][] variable = new int[n][n];
        for (int i = 0; i < place.length; i++) {
            variable[order[place[i]]][item[i]] = i;
        }
        return new TourSearch(binary, variable, random);
    }

    /** The row and the column of each variable, if they exclude each other exactly where those of a square meet. */
    private static int @Nullable [][] square(int[][] excluded, int n) {
        for (int[] list : excluded) {
            if (list.length != 2 * (n - 1)) {
                return null;
            }
        }
        // Of what the first excludes, the row of the first it lists, and the rest, which is the column.
        int second = excluded[0][0];
        int[] inRow = new int[n * n];
        int[] inColumn = new int[n * n];
        int rows = 1;
        int columns = 1;
        inRow[0] = rows;
        inColumn[0] = columns;
        for (int j : excluded[0]) {
            if (j == second || has(excluded[second], j)) {
                inRow[j] = ++rows;
            } else {
                inColumn[j] = ++columns;
            }
        }
        int[] row = new int[n * n];
        int[] column = new int[n * n];
        boolean[] taken = new boolean[n * n];
        for (int i = 0; i < n * n; i++) {
            column[i] = meets(excluded[i], inRow, i) - 1;
            row[i] = meets(excluded[i], inColumn, i) - 1;
            if (rows != n || columns != n || column[i] < 0 || row[i] < 0 || taken[row[i] * n + column[i]]) {
                return null;
            }
            taken[row[i] * n + column[i]] = true;
        }
        for (int i = 0; i < n * n; i++) {
            for (int j : excluded[i]) {
                if (row[i] != row[j] && column[i] != column[j]) {
                    return null;
                }
            }
        }
        return new int[][] {row, column};
    }

    private static boolean has(int[] list, int j) {
        return Arrays.binarySearch(list, j) >= 0;
    }

    /** The number of the one in a line that a variable is or excludes. */
    private static int meets(int[] excluded, int[] line, int i) {
        int number = line[i];
        for (int k = 0; k < excluded.length && number == 0; k++) {
            number = line[excluded[k]];
        }
        return number;
    }

    /** Numbers for places so that those which follow each other are next to each other, in lines or in one ring. */
    private static int @Nullable [] order(boolean[][] follows) {
        int n = follows.length;
        int[] degree = new int[n];
        int ends = 0;
        for (int k = 0; k < n; k++) {
            for (int l = 0; l < n; l++) {
                degree[k] += follows[k][l] ? 1 : 0;
            }
            if (degree[k] > 2) {
                return null;
            }
            ends += degree[k] < 2 ? 1 : 0;
        }
        int[] order = new int[n];
        Arrays.fill(order, -1);
        int count = 0;
        for (int k = 0; k < n; k++) {
            boolean begins = degree[k] < 2 || ends == 0 && count == 0;
            for (int at = begins && order[k] < 0 ? k : -1; at >= 0; ) {
                order[at] = count++;
                int after = -1;
                for (int l = 0; l < n; l++) {
                    after = follows[at][l] && order[l] < 0 ? l : after;
                }
                at = after;
            }
        }
        return count == n ? order : null;
    }

    /** Anneals until the deadline, longer each time; tells of the best state of each run. */
    void run(Deadline deadline, Consumer<byte[]> found) {
        Longer.runs((long) FIRST * n, deadline, proposals -> {
            start();
            anneal(proposals, deadline);
            found.accept(state(best));
        });
    }

    private void start() {
        for (int k = 0; k < n; k++) {
            int at = random.below(k + 1);
            tour[k] = tour[at];
            tour[at] = k;
        }
        energy = energy();
        bestEnergy = Double.POSITIVE_INFINITY;
        keep();
    }

    /** Of the best tour of the last run, without the offset. */
    double bestEnergy() {
        return bestEnergy;
    }

    private double energy() {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += alone[k][tour[k]] + after(k, tour[k], tour[k + 1 == n ? 0 : k + 1]);
        }
        return sum;
    }

    private double after(int place, int item, int following) {
        return next[place][item * n + following];
    }

    private byte[] state(int[] items) {
        byte[] x = new byte[n * n];
        for (int k = 0; k < n; k++) {
            x[variable[k][items[k]]] = 1;
        }
        return x;
    }

    private void keep() {
        if (energy < bestEnergy) {
            bestEnergy = energy;
            System.arraycopy(tour, 0, best, 0, n);
        }
    }

    private int at(int place) {
        return place < n ? place : place - n;
    }

    /**
     * Writes to the window what shall stand at {@code length} places from {@code first}: the same turned around, or the first
     * {@code cut} of them behind the others, or with the ends exchanged.
     */
    private void write(int first, int length, int cut) {
        for (int k = 0; k < length; k++) {
            int from =
                    cut == 0 ? length - 1 - k : cut < length ? k + cut : k == 0 || k == length - 1 ? length - 1 - k : k;
            window[k] = tour[at(first + (from < length ? from : from - length))];
        }
    }

    private double cost(int first, int length) {
        int before = first == 0 ? n - 1 : first - 1;
        int old = tour[before];
        int now = old;
        int place = before;
        double cost = 0;
        for (int k = 0; k < length; k++) {
            int to = at(first + k);
            cost += alone[to][window[k]]
                    - alone[to][tour[to]]
                    + after(place, now, window[k])
                    - after(place, old, tour[to]);
            now = window[k];
            old = tour[to];
            place = to;
        }
        int end = tour[at(first + length)];
        return cost + after(place, now, end) - after(place, old, end);
    }

    private void make(int first, int length, double cost) {
        for (int k = 0; k < length; k++) {
            tour[at(first + k)] = window[k];
        }
        energy += cost;
        keep();
    }

    /** Proposes a move, short ones more often; its length. */
    private int propose(int first) {
        double part = random.uniform();
        int length = 2 + (int) ((n - 2) * part * part);
        int kind = random.below(4);
        write(first, length, kind < 2 ? 0 : kind == 2 ? 1 + random.below(length - 1) : length);
        return length;
    }

    /** What a move costs in the mean. */
    private double scale() {
        double all = 0;
        for (int k = 0; k < TRIED; k++) {
            int first = random.below(n);
            all += Math.abs(cost(first, propose(first)));
        }
        return Math.max(all / TRIED, Double.MIN_NORMAL);
    }

    private void anneal(long proposals, Deadline deadline) {
        double t = HOT * scale();
        double ratio = Math.pow(COLD / HOT, (double) CHECK / proposals);
        for (long k = 0; k < proposals; k++) {
            if (k % CHECK == 0) {
                if (deadline.passed(CHECK)) {
                    return;
                }
                t *= ratio;
            }
            int first = random.below(n);
            int length = propose(first);
            double cost = cost(first, length);
            if (cost <= 0 || random.uniform() < Math.exp(-cost / t)) {
                make(first, length, cost);
            }
        }
    }
}
