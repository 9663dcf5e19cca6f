package io.github.dnfs4j.combopt.amortised;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.Quadratic;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Problems of graphs as tensors on a device, padded to d vertices, from which rows are picked, their vertices put into
 * another order, and written to another table. Nothing of this passes through the host.
 *
 * <pre>{@code
 * couplings [n, d, d]   linear [n, d]   offset [n]   mask [n, d]   fp64, as in Quadratic
 * distances [n, d, d]   uint8, as in GraphBatch
 * }</pre>
 */
final class GraphTable implements AutoCloseable {
    private final Tensor couplings;
    private final Tensor linear;
    private final Tensor offset;
    private final Tensor mask;
    private final Tensor distances;

    private GraphTable(Tensor couplings, Tensor linear, Tensor offset, Tensor mask, Tensor distances) {
        this.couplings = Scope.own(couplings);
        this.linear = Scope.own(linear);
        this.offset = Scope.own(offset);
        this.mask = Scope.own(mask);
        this.distances = Scope.own(distances);
    }

    /** All graphs, padded to the largest. */
    static GraphTable of(List<Graph> graphs, GraphProblem problem, double penalty, Device device) {
        GraphBatch batch = new GraphBatch(graphs);
        int n = graphs.size();
        int d = batch.sites();
        double[] w = new double[Math.multiplyExact(n, Math.multiplyExact(d, d))];
        double[] h = new double[n * d];
        double[] c = new double[n];
        double[] real = new double[n * d];
        for (int k = 0; k < n; k++) {
            QuadraticForm form = problem.energy(graphs.get(k), penalty).binary();
            c[k] = form.offset();
            for (int i = 0; i < form.size(); i++) {
                h[k * d + i] = form.linear(i);
                real[k * d + i] = 1;
            }
            int from = k * d * d;
            form.couplings().forEachEdge((u, v, a) -> {
                w[from + u * d + v] = a;
                w[from + v * d + u] = a;
            });
        }
        try (Scope scope = Scope.open()) {
            return new GraphTable(
                    Tensors.of(w, device, n, d, d),
                    Tensors.of(h, device, n, d),
                    Tensors.of(c, device, n),
                    Tensors.of(real, device, n, d),
                    Tensors.of(batch.distances(), device, n, d, d));
        }
    }

    /** Room for so many rows of d vertices. */
    static GraphTable room(int n, long d, Device device) {
        ScalarType type = ScalarType.Double;
        try (Scope scope = Scope.open()) {
            return new GraphTable(
                    Tensors.zeros(type, device, n, d, d),
                    Tensors.zeros(type, device, n, d),
                    Tensors.zeros(type, device, n),
                    Tensors.zeros(type, device, n, d),
                    Tensors.zeros(ScalarType.Byte, device, n, d, d));
        }
    }

    long size() {
        return linear.size(0);
    }

    long sites() {
        return linear.size(1);
    }

    /** 1 where rows {@code index} [n] have an edge, fp32 [n, d, d]. */
    Tensor edges(Tensor index) {
        return distances.index_select(0, index).eq(scalar(1L)).to(ScalarType.Float);
    }

    /** Which vertices rows {@code index} [n] have, bool [n, d]. */
    Tensor real(Tensor index) {
        return mask.index_select(0, index).gt(scalar(0.5));
    }

    /** A random order of the vertices of the rows {@code index} [n], the padded ones last, [n, d]. */
    Tensor shuffled(Tensor index, Rng rng) {
        Tensor padded = plus(mask.index_select(0, index).neg(), 1);
        return rng.uniform(index.size(0), sites()).add(times(padded, 2)).argsort(-1, false);
    }

    /** Writes rows {@code index} [n] of another table from row {@code from} on; vertex {@code order[., i]} becomes i. */
    void put(long from, GraphTable other, Tensor index, Tensor order) {
        long n = index.size(0);
        try (Scope scope = Scope.open()) {
            couplings.narrow(0, from, n).copy_(pairs(other.couplings.index_select(0, index), order));
            distances.narrow(0, from, n).copy_(pairs(other.distances.index_select(0, index), order));
            linear.narrow(0, from, n).copy_(other.linear.index_select(0, index).gather(1, order));
            mask.narrow(0, from, n).copy_(other.mask.index_select(0, index).gather(1, order));
            offset.narrow(0, from, n).copy_(other.offset.index_select(0, index));
        }
    }

    private static Tensor pairs(Tensor all, Tensor order) {
        Tensor rows = order.unsqueeze(2).expand_as(all);
        Tensor columns = order.unsqueeze(1).expand_as(all);
        return all.gather(1, rows).gather(2, columns);
    }

    /** The target whose row k is row k of this table, now and whenever it changes. */
    GraphTarget target(double temperature) {
        return new GraphTarget(Quadratic.over(couplings, linear, offset, mask, temperature), distances);
    }

    @Override
    public void close() {
        couplings.close();
        linear.close();
        offset.close();
        mask.close();
        distances.close();
    }
}
