package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.optim.Descent;
import io.github.dnfs4j.settings.Estimator;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Replay;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Draw a batch, take the gradient of its loss, go a step downhill: one piece of work on fixed tensors, in which the host
 * decides and reads nothing. What happened is written into a table on the device, to be read once in a while: a GPU would
 * stand still if it were asked after each step.
 */
final class OptimiserStep implements AutoCloseable {
    /** The most steps whose outcome the table holds. */
    static final int TABLE = 64;

    private final TrainSettings settings;
    private final Ranks ranks;
    private final Descent descent;
    private final @Nullable LearnedSlope learned;
    private final ReplayBuffer buffer;
    private final Tensor uniforms;
    /** Loss, gradient norm, and steps left out, in all and in a row, of those since the last reading, fp64 [TABLE, 4]. */
    private final Tensor table;

    private final Tensor row;
    private final Device device;
    private Residual residual;
    private Replay work;
    private final List<Made> made = new ArrayList<>();

    /** What the host knows of a step since the last reading. */
    private record Made(long number, double progress, double rate) {}

    /** Steps on the network of a flow; {@code rng} draws the first weights of what else is learnt. */
    OptimiserStep(Flow flow, TrainSettings settings, ReplayBuffer buffer, Ranks ranks, Rng rng) {
        device = rng.device();
        this.settings = settings;
        this.ranks = ranks;
        this.buffer = buffer;
        TrainSettings.Optimiser o = settings.optimiser();
        descent = Descent.averaging(flow.net().parameters(), o.weightDecay(), o.gradientClip(), o.ema(), ranks);
        learned = settings.estimator() == Estimator.LEARNED
                ? new LearnedSlope(flow.path().space(), o.weightDecay(), ranks, rng)
                : null;
        residual = new Residual(flow);
        work = new Replay(device, ranks, this::step);
        uniforms = numbers(device, 3, o.batch());
        table = numbers(device, TABLE, 4);
        row = Scope.own(Tensors.zeros(ScalarType.Long, device, 1));
    }

    /** From now on the loss is that of this flow, which has the same network. */
    void aim(Flow flow) {
        residual.close();
        work.close();
        residual = new Residual(flow);
        work = new Replay(device, ranks, this::step);
    }

    private static Tensor numbers(Device device, long... shape) {
        return Scope.own(Tensors.zeros(ScalarType.Double, device, shape));
    }

    /** Makes a step at a progress of the run; at most {@link #TABLE} between two readings. */
    void run(long number, double progress, double rate, Rng rng) {
        try (Scope scope = Scope.open()) {
            rng.uniform(uniforms);
            descent.tell(number, rate);
            work.run();
        }
        made.add(new Made(number, progress, rate));
    }

    private void step() {
        Batch batch = buffer.draw(uniforms);
        LearnedSlope.@Nullable Slope slope = learned == null ? null : learned.at(batch.t());
        Descent.Outcome o = descent.step(residual.backward(slope == null ? batch : batch.with(slope.leaf())));
        if (learned != null && slope != null) {
            learned.update(slope, descent.rate(), settings.optimiser().gradientClip(), o.ok());
        }
        Tensor line = cat(0, stack(0, o.loss(), o.norm()), o.skipped());
        table.index_copy_(0, row, line.unsqueeze(0));
        row.add_(scalar(1L));
    }

    /** How many steps were not yet told of. */
    int pending() {
        return made.size();
    }

    /** Tells of the steps since the last call, in order. Waits for them. */
    void tell(Consumer<TrainListener.Step> listener) {
        if (made.isEmpty()) {
            return;
        }
        double[] o = Tensors.doubles(table);
        ranks.check();
        List<Made> told = List.copyOf(made);
        made.clear();
        try (Scope scope = Scope.open()) {
            row.zero_();
        }
        for (int k = 0; k < told.size(); k++) {
            Made m = told.get(k);
            Descent.check(o[4 * k + 3]);
            listener.accept(
                    new TrainListener.Step(m.number, m.progress, o[4 * k], o[4 * k + 1], m.rate, (long) o[4 * k + 2]));
        }
    }

    /** The moving average of the weights, flat as {@link Parameters#values}. */
    Tensor average() {
        return descent.average();
    }

    /** What a checkpoint must hold. */
    Map<String, Tensor> state() {
        Map<String, Tensor> all = new TreeMap<>(descent.state());
        if (learned != null) {
            all.putAll(learned.state());
        }
        return all;
    }

    @Override
    public void close() {
        work.close();
        descent.close();
        residual.close();
        if (learned != null) {
            learned.close();
        }
        for (Tensor t : new Tensor[] {uniforms, table, row}) {
            t.close();
        }
    }
}
