package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What is left of an energy of spins, {@code sum J_ij s_i s_j + sum f_i s_i}, when variables whose best value follows from
 * that of their neighbours are taken away. A variable with the terms {@code s_v (a s_j + b s_k + ...)}, the field counting
 * as one of them, goes
 *
 * <pre>{@code
 * if one term outweighs all others:  s_v = -sign(a) s_j, put into the other terms
 * if there are three terms:          min = -|a s_j + b s_k + c s_l|, which is a sum over pairs of the three
 * }</pre>
 *
 * In both cases its value, when those of its neighbours are known, is the one of less energy. All numbers are whole or
 * exact binary fractions; a step that would need finer ones is not done.
 */
public final class SpinKernel {
    private static final int TRIANGLE = 3;
    private static final int FINEST = 10;

    /** A variable that is gone, with its terms at that moment. */
    private record Gone(int v, int[] to, double[] weight, double field) {}

    private final Units units;
    private final int n;
    private final double[] field;
    /** Edges by number; a list holds the numbers of a variable's edges, those that are no more included. */
    private int[] one;

    private int[] two;
    private double[] weight;
    private int count;
    private final int[][] list;
    private final int[] length;
    private final int[] degree;
    private final boolean[] gone;
    private final boolean[] waiting;
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private final List<Gone> steps = new ArrayList<>();
    private final double finest;

    private int[] number = new int[0];
    private QuadraticForm rest;

    private SpinKernel(QuadraticForm binary, Units units) {
        this.units = units;
        Graph graph = binary.couplings();
        n = binary.size();
        rest = binary;
        field = new double[n];
        list = new int[n][];
        length = new int[n];
        degree = new int[n];
        gone = new boolean[n];
        waiting = new boolean[n];
        one = new int[graph.edges()];
        two = new int[graph.edges()];
        weight = new double[graph.edges()];
        double sum = 0;
        for (int v = 0; v < n; v++) {
            field[v] = binary.linear(v) / 2;
            list[v] = new int[graph.degree(v)];
            sum += Math.abs(field[v]);
        }
        double[] total = {sum};
        graph.forEachEdge((u, v, w) -> {
            field[u] += w / 4;
            field[v] += w / 4;
            total[0] += Math.abs(w);
            if (w != 0) {
                join(u, v, w / 4);
            }
        });
        finest = Math.scalb(1.0, Math.min(FINEST, 51 - Math.getExponent(total[0])));
    }

    /** Of a cut, as an energy, or of an energy. */
    public static SpinKernel of(Problem problem) {
        QuadraticForm form = problem instanceof Problem.OfGraph g
                ? GraphProblem.MAXCUT.energy(g.graph(), 1)
                : ((Problem.OfEnergy) problem).form();
        return of(form);
    }

    /** Of any energy; one that cannot be told in whole numbers is left as it is. */
    static SpinKernel of(QuadraticForm form) {
        int n = form.size();
        double[] weights = new double[n + form.couplings().edges()];
        int[] k = {n};
        for (int v = 0; v < n; v++) {
            weights[v] = form.linear(v);
        }
        form.couplings().forEachEdge((u, v, w) -> weights[k[0]++] = w);
        // Before anything is summed: sums of what is not whole carry rounding, and look like weights of their own.
        Units units = Units.of(weights);
        if (!units.sound()) {
            SpinKernel kernel = new SpinKernel(form.binary(), units);
            kernel.number = IntStream.range(0, n).toArray();
            return kernel;
        }
        SpinKernel kernel = new SpinKernel(whole(form, units).binary(), units);
        kernel.reduce();
        kernel.build();
        return kernel;
    }

    private static QuadraticForm whole(QuadraticForm form, Units units) {
        double[] h = new double[form.size()];
        for (int v = 0; v < h.length; v++) {
            h[v] = units.whole(form.linear(v));
        }
        GraphBuilder builder = Graph.builder();
        form.couplings().forEachEdge((u, v, w) -> builder.edge(u, v, units.whole(w)));
        return QuadraticForm.of(form.variables(), h, builder.buildSummed(h.length), 0);
    }

    /** Whether a state that is best here is best in full, and numbers here are exact. */
    public boolean sound() {
        return units.sound();
    }

    /** A state of what is left, all zeros. */
    public byte[] start() {
        return new byte[rest.size()];
    }

    /** What an energy here means for the objective of the problem. */
    public double objective(Problem problem, double energy) {
        double change = units.unit() * (energy - rest.energy(start()));
        return problem.objective(lift(start())) + (problem.maximised() ? -change : change);
    }

    /** What no objective is better than, if no energy here is less: without rounding where the unit has none. */
    public double bound(Problem problem, double energy) {
        return units.outward(objective(problem, energy), problem.maximised());
    }

    /** The energy that is left, up to a constant; of one idle variable if nothing is. */
    public QuadraticForm form() {
        return rest;
    }

    /** Whether nothing is left. */
    public boolean empty() {
        return number.length == 0;
    }

    /** The part of a state of all variables that is left. */
    public byte[] restrict(byte[] all) {
        byte[] x = start();
        for (int k = 0; k < number.length; k++) {
            x[k] = all[number[k]];
        }
        return x;
    }

    /** A state of all variables from one of those that are left: as good, if that one is. */
    public byte[] lift(byte[] x) {
        byte[] all = new byte[n];
        for (int k = 0; k < number.length; k++) {
            all[number[k]] = x[k];
        }
        for (int k = steps.size() - 1; k >= 0; k--) {
            Gone g = steps.get(k);
            double force = g.field;
            for (int i = 0; i < g.to.length; i++) {
                force += g.weight[i] * (2 * all[g.to[i]] - 1);
            }
            all[g.v] = (byte) (force < 0 ? 1 : 0);
        }
        return all;
    }

    private void join(int u, int v, double w) {
        if (count == one.length) {
            one = Arrays.copyOf(one, 2 * count + 4);
            two = Arrays.copyOf(two, 2 * count + 4);
            weight = Arrays.copyOf(weight, 2 * count + 4);
        }
        one[count] = u;
        two[count] = v;
        weight[count] = w;
        append(u, count);
        append(v, count);
        count++;
    }

    private void append(int v, int edge) {
        if (length[v] == list[v].length) {
            list[v] = Arrays.copyOf(list[v], 2 * length[v] + 4);
        }
        list[v][length[v]++] = edge;
        degree[v]++;
    }

    private int other(int edge, int v) {
        return one[edge] == v ? two[edge] : one[edge];
    }

    private void reduce() {
        for (int v = 0; v < n; v++) {
            wake(v);
        }
        while (!queue.isEmpty()) {
            int v = queue.remove();
            waiting[v] = false;
            if (!gone[v]) {
                visit(v);
            }
        }
    }

    private void wake(int v) {
        if (!waiting[v]) {
            waiting[v] = true;
            queue.add(v);
        }
    }

    /** Forgets the edges of v that are no more. */
    private void tidy(int v) {
        int kept = 0;
        for (int i = 0; i < length[v]; i++) {
            int e = list[v][i];
            if (weight[e] != 0) {
                list[v][kept++] = e;
            }
        }
        length[v] = kept;
    }

    private void visit(int v) {
        tidy(v);
        int d = degree[v];
        double largest = Math.abs(field[v]);
        double sum = largest;
        int heaviest = -1;
        for (int i = 0; i < d; i++) {
            double a = Math.abs(weight[list[v][i]]);
            sum += a;
            if (a > largest) {
                largest = a;
                heaviest = list[v][i];
            }
        }
        if (2 * largest >= sum) {
            follow(v, heaviest);
        } else if (d + (field[v] != 0 ? 1 : 0) == TRIANGLE && exact(v)) {
            triangle(v);
        }
    }

    /** Takes v out, with its edges. */
    private Gone leave(int v) {
        int d = degree[v];
        int[] to = new int[d];
        double[] w = new double[d];
        for (int i = 0; i < d; i++) {
            int e = list[v][i];
            to[i] = other(e, v);
            w[i] = weight[e];
            weight[e] = 0;
            degree[to[i]]--;
        }
        Gone g = new Gone(v, to, w, field[v]);
        steps.add(g);
        gone[v] = true;
        list[v] = new int[0];
        return g;
    }

    /** v does what its heaviest edge, or its field, wants. */
    private void follow(int v, int edge) {
        double sign = edge < 0 ? -Math.signum(field[v]) : -Math.signum(weight[edge]);
        int leader = edge < 0 ? -1 : other(edge, v);
        Gone g = leave(v);
        if (leader >= 0) {
            field[leader] += sign * g.field;
            wake(leader);
        }
        for (int i = 0; i < g.to.length; i++) {
            if (g.to[i] != leader) {
                add(leader, g.to[i], sign * g.weight[i]);
            }
        }
    }

    private double[] sizes(double a, double b, double c) {
        return new double[] {Math.abs(a + b + c), Math.abs(b + c - a), Math.abs(a + c - b), Math.abs(a + b - c)};
    }

    private double third(int v, int i) {
        return i < degree[v] ? weight[list[v][i]] : field[v];
    }

    private boolean exact(int v) {
        double sum = 0;
        boolean good = true;
        double[] p = sizes(third(v, 0), third(v, 1), third(v, 2));
        for (double size : p) {
            sum += size;
        }
        for (int i = 1; i < p.length; i++) {
            double w = (2 * (p[0] + p[i]) - sum) / 4;
            good &= w * finest == Math.rint(w * finest);
        }
        return good;
    }

    private void triangle(int v) {
        double[] p = sizes(third(v, 0), third(v, 1), third(v, 2));
        double sum = p[0] + p[1] + p[2] + p[3];
        Gone g = leave(v);
        int[] to = Arrays.copyOf(g.to, TRIANGLE);
        if (g.to.length < TRIANGLE) {
            to[TRIANGLE - 1] = -1;
        }
        // When one of the three differs, the pair that it is not in agrees: that pair has the sizes 0 and its own.
        add(to[2], to[1], -(2 * (p[0] + p[1]) - sum) / 4);
        add(to[2], to[0], -(2 * (p[0] + p[2]) - sum) / 4);
        add(to[0], to[1], -(2 * (p[0] + p[3]) - sum) / 4);
    }

    /** Adds to the coupling of u and v, or to the field of v if u is -1. */
    private void add(int u, int v, double w) {
        wake(v);
        if (u < 0) {
            field[v] += w;
            return;
        }
        wake(u);
        if (w == 0) {
            return;
        }
        int shorter = length[u] < length[v] ? u : v;
        tidy(shorter);
        for (int i = 0; i < length[shorter]; i++) {
            int e = list[shorter][i];
            if (other(e, shorter) == u + v - shorter) {
                weight[e] += w;
                if (weight[e] == 0) {
                    degree[u]--;
                    degree[v]--;
                }
                return;
            }
        }
        join(u, v, w);
    }

    private void build() {
        int[] index = new int[n];
        number = new int[n];
        int kept = 0;
        for (int v = 0; v < n; v++) {
            if (!gone[v]) {
                number[kept] = v;
                index[v] = kept++;
            }
        }
        number = Arrays.copyOf(number, kept);
        GraphBuilder builder = Graph.builder();
        for (int e = 0; e < count; e++) {
            if (weight[e] != 0) {
                builder.edge(index[one[e]], index[two[e]], weight[e]);
            }
        }
        double[] f = new double[Math.max(1, kept)];
        for (int k = 0; k < kept; k++) {
            f[k] = field[number[k]];
        }
        rest = QuadraticForm.of(Variables.SPIN, f, builder.buildSummed(f.length), 0)
                .binary();
    }
}
