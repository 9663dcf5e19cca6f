package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.Instances;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Each round draws graphs of a table, in a new order of their vertices: a sampler must not learn orders.
 *
 * <pre>{@code
 * index   which graph each row is                     int64 [rows]
 * order   which of its vertices comes where           int64 [rows, d]
 * }</pre>
 */
final class TrainingGraphs implements Instances, AutoCloseable {
    private final GraphTable all;
    private final GraphTable rows;
    private final int groups;
    private final Tensor index;
    private final Tensor order;

    /** So many graphs for each of {@code rounds} slots. */
    TrainingGraphs(GraphTable all, int groups, int rounds, Device device) {
        this.all = all;
        this.groups = groups;
        rows = GraphTable.room(rounds * groups, all.sites(), device);
        try (Scope scope = Scope.open()) {
            index = Scope.own(Tensors.zeros(ScalarType.Long, device, rows.size()));
            order = Scope.own(Tensors.zeros(ScalarType.Long, device, rows.size(), all.sites()));
        }
    }

    /** All graphs of a family that training sees; so many ranks draw an equal share of the groups each. */
    static TrainingGraphs of(AmortisedSettings s, GraphTable all, int ranks, Device device) {
        if (s.groups() % ranks != 0) {
            throw new IllegalArgumentException(
                    "groups (" + s.groups() + ") are those of all processes: they must be a multiple of " + ranks);
        }
        return new TrainingGraphs(all, s.groups() / ranks, s.train().paths().replayRounds(), device);
    }

    /** The rows, as they are and as they will be. */
    GraphTarget target(double temperature) {
        return rows.target(temperature);
    }

    @Override
    public int groups() {
        return groups;
    }

    @Override
    public void draw(int slot, Rng rng) {
        try (Scope scope = Scope.open()) {
            Tensor drawn = rng.integers(all.size(), groups);
            index.narrow(0, (long) slot * groups, groups).copy_(drawn);
            order.narrow(0, (long) slot * groups, groups).copy_(all.shuffled(drawn, rng));
            put(slot);
        }
    }

    private void put(int slot) {
        long from = (long) slot * groups;
        rows.put(from, all, index.narrow(0, from, groups), order.narrow(0, from, groups));
    }

    @Override
    public Map<String, Tensor> state() {
        return Map.of("graphs.index", index, "graphs.order", order);
    }

    @Override
    public void restored() {
        for (int slot = 0; slot < rows.size() / groups; slot++) {
            put(slot);
        }
    }

    @Override
    public void close() {
        index.close();
        order.close();
        rows.close();
    }
}
