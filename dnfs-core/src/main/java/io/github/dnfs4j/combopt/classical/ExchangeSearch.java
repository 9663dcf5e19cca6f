package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Annealing for energies whose penalties let one of several variables be 1: assignments, tours, colourings. Where all
 * constraints hold, any single flip breaks one, and costs a penalty that dwarfs all else; so a move here keeps them. Variables
 * exclude each other if their coupling is among the largest. A move turns a variable i on and those off that exclude it; if
 * these are two, it turns on as well the other one that both of them excluded and nothing else does,
 *
 * <pre>{@code
 * one group each:            x_a, x_i  ->  x_i, x_a             another choice
 * rows and columns:  x_ck', x_c'k      ->  x_ck, x_c'k'         two exchange their places
 * }</pre>
 *
 * Who excludes i follows from how many do and from the sum of their numbers and of the squares of these, so that a move is
 * weighed without a walk over the neighbours.
 */
final class ExchangeSearch {
    /** What is more than this part of the largest coupling, and of what both variables bring, is a penalty. */
    private static final double HEAVY = 0.5;
    /** Of the pairs that one variable excludes, this part exclude each other: one half with rows and columns, one with groups. */
    private static final double CLOSED = 0.4;

    private static final int LOOKED_AT = 200;
    private static final double HOT = 0.5;
    private static final double COLD = 0.01;
    private static final int TRIED = 2000;
    private static final int FIRST = 40;
    private static final int CHECK = 256;

    private final QuadraticForm binary;
    private final Graph graph;
    private final FastRandom random;
    private final int n;
    /** Which each variable excludes. */
    private final int[][] excluded;

    private final byte[] x;
    private final double[] force;
    private final int[] count;
    private final long[] sum;
    private final long[] squares;
    private final byte[] best;
    private double energy;
    private double bestEnergy;

    /** The flips of a move. */
    private final int[] move = new int[4];

    private int flips;

    ExchangeSearch(QuadraticForm binary, FastRandom random) {
        this.binary = binary;
        this.random = random;
        graph = binary.couplings();
        n = binary.size();
        excluded = excluded(binary, HEAVY);
        x = new byte[n];
        best = new byte[n];
        force = new double[n];
        count = new int[n];
        sum = new long[n];
        squares = new long[n];
    }

    /** Which each variable excludes, ascending: by couplings above this part of the largest, and of what both bring. */
    static int[][] excluded(QuadraticForm binary, double heavy) {
        Graph graph = binary.couplings();
        int n = binary.size();
        double most = most(graph);
        int[][] excluded = new int[n][];
        for (int i = 0; i < n; i++) {
            int[] list = new int[graph.degree(i)];
            int size = 0;
            for (int p = graph.start(i); p < graph.start(i + 1); p++) {
                double brought = Math.max(-binary.linear(i), -binary.linear(graph.neighbour(p)));
                if (graph.weightAt(p) > heavy * Math.max(most, brought)) {
                    list[size++] = graph.neighbour(p);
                }
            }
            excluded[i] = Arrays.copyOf(list, size);
        }
        return excluded;
    }

    private static double most(Graph graph) {
        double[] most = {0};
        graph.forEachEdge((u, v, w) -> most[0] = Math.max(most[0], w));
        return most[0];
    }

    /** Whether an energy has such groups, by a look at some of its variables. */
    static boolean fits(QuadraticForm binary) {
        ExchangeSearch search = new ExchangeSearch(binary, new FastRandom(1));
        long pairs = 0;
        long closed = 0;
        for (int look = 0; look < LOOKED_AT; look++) {
            int[] list = search.excluded[search.random.below(search.n)];
            if (list.length > 1) {
                int a = list[search.random.below(list.length)];
                int b = list[search.random.below(list.length)];
                pairs += a == b ? 0 : 1;
                closed += a != b && Arrays.binarySearch(search.excluded[a], b) >= 0 ? 1 : 0;
            }
        }
        return pairs > LOOKED_AT / 2 && closed >= CLOSED * pairs;
    }

    /** Anneals until the deadline, longer each time; tells of the best state of each run. */
    void run(Deadline deadline, Consumer<byte[]> found) {
        Longer.runs((long) FIRST * n, deadline, proposals -> {
            start();
            anneal(proposals, deadline);
            descend(deadline);
            found.accept(best.clone());
        });
    }

    /** Variables in random order, each that nothing excludes and that lowers the energy. */
    private void start() {
        Arrays.fill(x, (byte) 0);
        Arrays.fill(count, 0);
        Arrays.fill(sum, 0);
        Arrays.fill(squares, 0);
        for (int i = 0; i < n; i++) {
            force[i] = binary.linear(i);
        }
        energy = 0;
        bestEnergy = Double.POSITIVE_INFINITY;
        int[] order = new int[n];
        for (int k = 0; k < n; k++) {
            int at = random.below(k + 1);
            order[k] = order[at];
            order[at] = k;
        }
        for (int i : order) {
            if (count[i] == 0 && force[i] < 0) {
                flip(i);
            }
        }
        keep();
    }

    private void flip(int i) {
        double change = 1 - 2 * x[i];
        energy += change * force[i];
        x[i] ^= 1;
        for (int p = graph.start(i); p < graph.start(i + 1); p++) {
            force[graph.neighbour(p)] += change * graph.weightAt(p);
        }
        int way = x[i] == 1 ? 1 : -1;
        for (int j : excluded[i]) {
            count[j] += way;
            sum[j] += (long) way * i;
            squares[j] += (long) way * i * i;
        }
    }

    private void keep() {
        if (energy < bestEnergy) {
            bestEnergy = energy;
            System.arraycopy(x, 0, best, 0, n);
        }
    }

    /** Chooses the flips of a move that begins with i; false if there is none. */
    private boolean choose(int i) {
        move[0] = i;
        flips = 1;
        if (x[i] == 1 || count[i] == 0) {
            return true;
        }
        if (count[i] == 1) {
            move[flips++] = (int) sum[i];
            return true;
        }
        if (count[i] > 2) {
            return false;
        }
        // a + b and a^2 + b^2 are known.
        long s = sum[i];
        long apart = Math.round(Math.sqrt(2.0 * squares[i] - (double) s * s));
        int a = (int) ((s + apart) / 2);
        int b = (int) (s - a);
        move[flips++] = a;
        move[flips++] = b;
        for (int j : excluded[a]) {
            if (j != i
                    && count[j] == 2
                    && sum[j] == s
                    && squares[j] == squares[i]
                    && x[j] == 0
                    && Arrays.binarySearch(excluded[i], j) < 0) {
                move[flips++] = j;
                break;
            }
        }
        return true;
    }

    private double cost() {
        double cost = 0;
        for (int k = 0; k < flips; k++) {
            int i = move[k];
            double change = 1 - 2 * x[i];
            double f = force[i];
            for (int l = 0; l < k; l++) {
                f += (1 - 2 * x[move[l]]) * coupling(i, move[l]);
            }
            cost += change * f;
        }
        return cost;
    }

    private double coupling(int u, int v) {
        int low = graph.start(u);
        int high = graph.start(u + 1) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = graph.neighbour(middle);
            if (at == v) {
                return graph.weightAt(middle);
            }
            if (at < v) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return 0;
    }

    private void make() {
        for (int k = 0; k < flips; k++) {
            flip(move[k]);
        }
        keep();
    }

    /** What a move that is no single flip costs in the mean. */
    private double scale() {
        double all = 0;
        int some = 0;
        for (int k = 0; k < TRIED; k++) {
            if (choose(random.below(n)) && flips > 1) {
                all += Math.abs(cost());
                some++;
            }
        }
        return some == 0 ? 1 : all / some;
    }

    private void anneal(long proposals, Deadline deadline) {
        double scale = Math.max(scale(), Double.MIN_NORMAL);
        double t = HOT * scale;
        double ratio = Math.pow(COLD / HOT, (double) CHECK / proposals);
        for (long k = 0; k < proposals; k++) {
            if (k % CHECK == 0) {
                if (deadline.passed(CHECK)) {
                    return;
                }
                t *= ratio;
            }
            if (choose(random.below(n))) {
                double cost = cost();
                if (cost <= 0 || random.uniform() < Math.exp(-cost / t)) {
                    make();
                }
            }
        }
    }

    /** From the best state, every move that gains. */
    private void descend(Deadline deadline) {
        for (int i = 0; i < n; i++) {
            if (x[i] != best[i]) {
                flip(i);
            }
        }
        double least = 1e-9 * Math.abs(bestEnergy);
        boolean moved = true;
        while (moved && !deadline.passed(n)) {
            moved = false;
            for (int i = 0; i < n; i++) {
                if (choose(i) && cost() < -least) {
                    make();
                    moved = true;
                }
            }
        }
    }
}
