package io.github.dnfs4j.combopt;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * From any state, such as a sample, to a solution. {@link #repair} is the paper's: vertices are visited in order, and
 * each that is selected takes its conflicting ones out. {@link #complete} then goes on greedily until nothing can be
 * added (sets and cliques), removed (covers) or flipped (cuts) with profit.
 */
public final class Decoder {
    private final Problem.OfGraph problem;
    private final Graph graph;
    private final GraphProblem kind;

    public Decoder(Problem.OfGraph problem) {
        this.problem = problem;
        graph = problem.graph();
        kind = problem.kind();
    }

    /** A feasible state near x. */
    public byte[] repair(byte[] x) {
        byte[] y = x.clone();
        switch (kind) {
            case MIS -> independent(y);
            case CLIQUE -> clique(y);
            case VERTEX_COVER -> {
                // What is not in the cover must be independent.
                invert(y);
                independent(y);
                invert(y);
            }
            case MAXCUT -> {}
        }
        return y;
    }

    /** A solution that no single vertex improves; x must be feasible. */
    public byte[] complete(byte[] x) {
        byte[] y = x.clone();
        switch (kind) {
            case MIS -> extend(y);
            case CLIQUE -> grow(y);
            case VERTEX_COVER -> {
                invert(y);
                extend(y);
                invert(y);
            }
            case MAXCUT -> flip(y);
        }
        return y;
    }

    /** The best of k states, each repaired and completed; {@code states} holds them one after the other. */
    public byte[] bestOf(byte[] states, int k) {
        int n = problem.size();
        byte[] best = new byte[0];
        for (int row = 0; row < k; row++) {
            byte[] x = complete(repair(Arrays.copyOfRange(states, row * n, (row + 1) * n)));
            if (row == 0 || problem.better(problem.objective(x), problem.objective(best))) {
                best = x;
            }
        }
        return best;
    }

    private void independent(byte[] y) {
        for (int v = 0; v < y.length; v++) {
            if (y[v] == 1) {
                for (int p = graph.start(v); p < graph.start(v + 1); p++) {
                    y[graph.neighbour(p)] = 0;
                }
            }
        }
    }

    private void clique(byte[] y) {
        for (int v = 0; v < y.length; v++) {
            for (int u = 0; y[v] == 1 && u < y.length; u++) {
                if (u != v && y[u] == 1 && !graph.adjacent(u, v)) {
                    y[u] = 0;
                }
            }
        }
    }

    private static void invert(byte[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = (byte) (1 - y[i]);
        }
    }

    /** Few conflicts for the weight first. */
    private int[] order(boolean manyNeighbours) {
        return IntStream.range(0, graph.vertices())
                .boxed()
                .sorted(Comparator.comparingDouble(v -> {
                    double conflicts = manyNeighbours ? graph.vertices() - graph.degree(v) : graph.degree(v) + 1;
                    double w = graph.vertexWeight(v);
                    return w > 0 ? conflicts / w : Double.POSITIVE_INFINITY;
                }))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private void extend(byte[] y) {
        for (int v : order(false)) {
            boolean free = y[v] == 0 && graph.vertexWeight(v) > 0;
            for (int p = graph.start(v); free && p < graph.start(v + 1); p++) {
                free = y[graph.neighbour(p)] == 0;
            }
            if (free) {
                y[v] = 1;
            }
        }
    }

    private void grow(byte[] y) {
        int size = 0;
        for (byte b : y) {
            size += b;
        }
        for (int v : order(true)) {
            int selected = 0;
            for (int p = graph.start(v); p < graph.start(v + 1); p++) {
                selected += y[graph.neighbour(p)];
            }
            if (y[v] == 0 && selected == size && graph.vertexWeight(v) > 0) {
                y[v] = 1;
                size++;
            }
        }
    }

    private void flip(byte[] y) {
        for (boolean moved = true; moved; ) {
            moved = false;
            for (int v = 0; v < y.length; v++) {
                double gain = 0;
                double size = 0;
                for (int p = graph.start(v); p < graph.start(v + 1); p++) {
                    gain += y[graph.neighbour(p)] == y[v] ? graph.weightAt(p) : -graph.weightAt(p);
                    size += Math.abs(graph.weightAt(p));
                }
                // Beyond rounding, or two neighbours could flip for ever.
                if (gain > 1e-12 * size) {
                    y[v] = (byte) (1 - y[v]);
                    moved = true;
                }
            }
        }
    }
}
