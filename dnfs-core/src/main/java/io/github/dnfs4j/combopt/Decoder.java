package io.github.dnfs4j.combopt;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import java.util.function.IntConsumer;

/**
 * From any state, such as a sample, to a solution, for {@link Decoding}. Two vertices clash when no solution holds both:
 * in an independent set those with an edge, in a clique those without one. A cover is what an independent set leaves.
 *
 * <pre>{@code
 * repair     in the order of the vertices, each that is selected takes those out that it clashes with; the paper's
 * prune      as long as any clash: out goes the vertex that clashes with the most selected ones for its weight
 * complete   as long as any vertex is free: in comes the one that clashes with the fewest free ones for its weight;
 *            for cuts, the vertex whose flip gains most changes sides as long as one gains
 * }</pre>
 */
public final class Decoder {
    private final Graph graph;
    private final GraphProblem kind;
    private final double[] weight;
    private final boolean cover;

    public Decoder(Problem.OfGraph problem) {
        graph = problem.graph();
        kind = problem.kind();
        cover = kind == GraphProblem.VERTEX_COVER;
        weight = new double[graph.vertices()];
        for (int v = 0; v < weight.length; v++) {
            weight[v] = graph.vertexWeight(v);
        }
    }

    /** A feasible state near x, as the paper finds it. */
    public byte[] repair(byte[] x) {
        byte[] y = copy(x);
        if (kind != GraphProblem.MAXCUT) {
            for (int v = 0; v < y.length; v++) {
                if (y[v] == 1) {
                    clashes(v, u -> y[u] = 0);
                }
            }
        }
        return copy(y);
    }

    /** A feasible state near x that loses little. */
    public byte[] prune(byte[] x) {
        byte[] y = copy(x);
        if (kind != GraphProblem.MAXCUT) {
            int[] with = counts(y);
            for (int v = worst(y, with); v >= 0; v = worst(y, with)) {
                y[v] = 0;
                clashes(v, u -> with[u]--);
            }
        }
        return copy(y);
    }

    /** A solution that no single vertex improves; x must be feasible. */
    public byte[] complete(byte[] x) {
        byte[] y = copy(x);
        if (kind == GraphProblem.MAXCUT) {
            climb(y);
        } else {
            fill(y);
        }
        return copy(y);
    }

    /** A copy, which for a cover is what it leaves. */
    private byte[] copy(byte[] x) {
        byte[] y = x.clone();
        for (int i = 0; cover && i < y.length; i++) {
            y[i] = (byte) (1 - y[i]);
        }
        return y;
    }

    private void clashes(int v, IntConsumer with) {
        if (kind == GraphProblem.CLIQUE) {
            for (int u = 0; u < weight.length; u++) {
                if (u != v && !graph.adjacent(u, v)) {
                    with.accept(u);
                }
            }
        } else {
            for (int p = graph.start(v); p < graph.start(v + 1); p++) {
                with.accept(graph.neighbour(p));
            }
        }
    }

    /** How many marked vertices each vertex clashes with. */
    private int[] counts(byte[] marked) {
        int[] counts = new int[marked.length];
        for (int v = 0; v < marked.length; v++) {
            if (marked[v] == 1) {
                clashes(v, u -> counts[u]++);
            }
        }
        return counts;
    }

    /** Clashes for the weight; a vertex that weighs nothing or less is never worth it. */
    private double cost(int clashes, int v) {
        return weight[v] > 0 ? (clashes + 1) / weight[v] : Double.POSITIVE_INFINITY;
    }

    /** The selected vertex that clashes most, of equal ones that with the larger degree; -1 where none clashes. */
    private int worst(byte[] y, int[] with) {
        int worst = -1;
        for (int v = 0; v < y.length; v++) {
            if (y[v] == 1 && with[v] > 0 && (worst < 0 || compare(with, v, worst) > 0)) {
                worst = v;
            }
        }
        return worst;
    }

    private int compare(int[] clashes, int a, int b) {
        int order = Double.compare(cost(clashes[a], a), cost(clashes[b], b));
        return order != 0 ? order : Integer.compare(graph.degree(a), graph.degree(b));
    }

    private void fill(byte[] y) {
        int[] selected = counts(y);
        byte[] free = new byte[y.length];
        for (int v = 0; v < y.length; v++) {
            free[v] = (byte) (y[v] == 0 && selected[v] == 0 && weight[v] > 0 ? 1 : 0);
        }
        int[] with = counts(free);
        for (int v = cheapest(free, with); v >= 0; v = cheapest(free, with)) {
            y[v] = 1;
            leave(free, with, v);
            clashes(v, u -> {
                if (free[u] == 1) {
                    leave(free, with, u);
                }
            });
        }
    }

    private void leave(byte[] free, int[] with, int v) {
        free[v] = 0;
        clashes(v, u -> with[u]--);
    }

    private int cheapest(byte[] free, int[] with) {
        int best = -1;
        for (int v = 0; v < free.length; v++) {
            if (free[v] == 1 && (best < 0 || compare(with, v, best) < 0)) {
                best = v;
            }
        }
        return best;
    }

    private void climb(byte[] y) {
        double[] gain = new double[y.length];
        double[] size = new double[y.length];
        graph.forEachEdge((u, v, w) -> {
            double g = y[u] == y[v] ? w : -w;
            gain[u] += g;
            gain[v] += g;
            size[u] += Math.abs(w);
            size[v] += Math.abs(w);
        });
        for (int v = steepest(gain, size); v >= 0; v = steepest(gain, size)) {
            y[v] = (byte) (1 - y[v]);
            gain[v] = -gain[v];
            for (int p = graph.start(v); p < graph.start(v + 1); p++) {
                int u = graph.neighbour(p);
                gain[u] += (y[u] == y[v] ? 2 : -2) * graph.weightAt(p);
            }
        }
    }

    /** The vertex whose flip gains most, beyond rounding, or two neighbours could flip for ever; -1 for none. */
    private static int steepest(double[] gain, double[] size) {
        int best = -1;
        for (int v = 0; v < gain.length; v++) {
            if (gain[v] > 1e-9 * size[v] && (best < 0 || gain[v] > gain[best])) {
                best = v;
            }
        }
        return best;
    }
}
