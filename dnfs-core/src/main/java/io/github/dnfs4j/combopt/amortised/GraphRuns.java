package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Samples of many graphs in batches of rows. Row k of a batch is a graph with its vertices in a random order; states
 * come back in the graph's own order.
 *
 * @param samples for each graph
 * @param batch rows at once
 * @param together whether all samples of a graph must be in one batch, which then may hold more rows than {@code batch}
 * @param penalty lambda of {@link GraphProblem}
 */
record GraphRuns(GraphProblem kind, List<Graph> graphs, int samples, int batch, boolean together, double penalty) {
    /** The network holds some three hundred bytes for each pair of vertices of each row. */
    private static final long MOST_PAIRS = 12_000_000;

    /** Simulates on a table whose rows change from one call to the next; all calls are of the same size. */
    interface Runner extends AutoCloseable {
        Ends run(Rng rng);

        @Override
        default void close() {}
    }

    /**
     * Where paths ended.
     *
     * @param x states [n, d]
     * @param rows the row of the table that each belongs to, int64 [n]
     */
    record Ends(Tensor x, Tensor rows) {}

    /** Makes a runner for n rows, in groups of {@code group}: those of one graph when they are together, else all. */
    interface Maker {
        Runner of(GraphTable rows, int n, int group);
    }

    byte[][][] run(Maker maker, Rng rng) {
        byte[][][] states = new byte[graphs.size()][samples][];
        int count = Math.multiplyExact(graphs.size(), samples);
        int full = rows(count);
        try (GraphTable all = GraphTable.of(graphs, kind, penalty, rng.device())) {
            part(states, all, 0, count - count % full, full, maker, rng);
            if (count % full > 0) {
                part(states, all, count - count % full, count, count % full, maker, rng);
            }
        }
        return states;
    }

    /** How many rows to run at once: as many as were asked for, fewer where memory is short, whole graphs if together. */
    private int rows(int count) {
        long d = graphs.stream().mapToInt(Graph::vertices).max().orElse(1);
        int most = (int) Math.max(1, Math.min(count, MOST_PAIRS / (d * d)));
        if (!together) {
            return Math.min(batch, most);
        }
        if (samples > most) {
            throw new IllegalArgumentException(samples + " samples of a graph of " + d
                    + " vertices are too many to be drawn anew among themselves: at most " + most
                    + " fit into memory at once; take fewer, or sampling.resampleBelow=0");
        }
        int rows = Math.max(samples, Math.min(batch, most));
        return rows - rows % samples;
    }

    private void part(byte[][][] states, GraphTable all, int from, int to, int n, Maker maker, Rng rng) {
        try (GraphTable rows = GraphTable.room(n, all.sites(), rng.device());
                Runner runner = maker.of(rows, n, together ? samples : n)) {
            for (int first = from; first < to; first += n) {
                try (Scope scope = Scope.open()) {
                    long[] index = new long[n];
                    for (int k = 0; k < n; k++) {
                        index[k] = (first + k) / samples;
                    }
                    Tensor graph = Tensors.of(index, rng.device(), n);
                    Tensor order = all.shuffled(graph, rng);
                    rows.put(0, all, graph, order);
                    Ends ends = runner.run(rng);
                    Tensor own = order.index_select(0, ends.rows);
                    Tensor x = torch.zeros_like(ends.x).scatter(1, own, ends.x);
                    keep(states, first, Tensors.bytes(x), (int) all.sites());
                }
            }
        }
    }

    /** Only the vertices that a graph has. */
    private void keep(byte[][][] states, int first, byte[] x, int d) {
        for (int k = 0; k < x.length / d; k++) {
            int graph = (first + k) / samples;
            byte[] own = new byte[graphs.get(graph).vertices()];
            System.arraycopy(x, k * d, own, 0, own.length);
            states[graph][(first + k) % samples] = own;
        }
    }
}
