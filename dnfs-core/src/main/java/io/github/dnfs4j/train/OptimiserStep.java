package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.optim.AdamW;
import io.github.dnfs4j.optim.MovingAverage;
import io.github.dnfs4j.settings.Estimator;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Replay;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Draw a batch, take the gradient of its loss, update the weights and their average: one piece of work on fixed
 * tensors, in which the host decides and reads nothing. A batch whose loss or gradient is not finite changes nothing.
 * What happened is written into a table on the device, to be read once in a while.
 */
final class OptimiserStep implements AutoCloseable {
    /** The most steps whose outcome the table holds. */
    static final int TABLE = 64;

    private final Parameters parameters;
    private final TrainSettings settings;
    private final AdamW optimiser;
    private final MovingAverage average;
    private final @Nullable LearnedSlope learned;
    private final ReplayBuffer buffer;
    private final Tensor uniforms;
    private final Tensor rate;
    private final Tensor share;
    /** Steps left out, in all and in a row, fp64 [2]. */
    private final Tensor skipped;
    /** Loss, gradient norm and {@link #skipped} of the steps since the last reading, fp64 [TABLE, 4]. */
    private final Tensor table;

    private final Tensor row;
    private final Device device;
    private Residual residual;
    private Replay work;
    private int rows;

    /** Steps on the network of a flow; {@code rng} draws the first weights of what else is learnt. */
    OptimiserStep(Flow flow, TrainSettings settings, ReplayBuffer buffer, Rng rng) {
        device = rng.device();
        this.settings = settings;
        this.buffer = buffer;
        parameters = flow.net().parameters();
        optimiser = new AdamW(parameters, settings.optimiser().weightDecay());
        average = new MovingAverage(parameters.values(), settings.optimiser().ema());
        learned = settings.estimator() == Estimator.LEARNED
                ? new LearnedSlope(flow.path().space(), settings.optimiser().weightDecay(), rng)
                : null;
        residual = new Residual(flow);
        work = new Replay(device, this::step);
        uniforms = numbers(device, 3, settings.optimiser().batch());
        rate = numbers(device);
        share = numbers(device);
        skipped = numbers(device, 2);
        table = numbers(device, TABLE, 4);
        row = Scope.own(Tensors.zeros(ScalarType.Long, device, 1));
    }

    /** From now on the loss is that of this flow, which has the same network. */
    void aim(Flow flow) {
        residual.close();
        work.close();
        residual = new Residual(flow);
        work = new Replay(device, this::step);
    }

    private static Tensor numbers(Device device, long... shape) {
        return Scope.own(Tensors.zeros(ScalarType.Double, device, shape));
    }

    /** What one step did: its loss, gradient norm, and the steps left out so far, in all and in a row. */
    record Outcome(double loss, double gradientNorm, long skipped, long skippedInARow) {}

    /** Makes step {@code number}; at most {@link #TABLE} between two readings. */
    void run(long number, double learningRate, Rng rng) {
        try (Scope scope = Scope.open()) {
            rng.uniform(uniforms);
            rate.fill_(scalar(learningRate));
            share.fill_(scalar(average.share(number)));
            work.run();
        }
        rows++;
    }

    private void step() {
        Batch batch = buffer.draw(uniforms);
        LearnedSlope.@Nullable Slope slope = learned == null ? null : learned.at(batch.t());
        Tensor loss = residual.backward(slope == null ? batch : batch.with(slope.leaf()));
        Tensor norm = parameters.gradients().norm().to(ScalarType.Double);
        Tensor ok = loss.isfinite().logical_and(norm.isfinite()).to(ScalarType.Double);
        optimiser.update(rate, AdamW.clipping(parameters, settings.optimiser().gradientClip()), ok);
        average.update(parameters.values(), share.mul(ok));
        if (learned != null && slope != null) {
            learned.update(slope, rate, settings.optimiser().gradientClip(), ok);
        }
        Tensor bad = plus(ok.neg(), 1);
        skipped.add_(bad);
        skipped.select(0, 1).mul_(bad);
        Tensor outcome = stack(0, loss, norm, skipped.select(0, 0), skipped.select(0, 1));
        table.index_copy_(0, row, outcome.unsqueeze(0));
        row.add_(scalar(1L));
    }

    /** What the steps since the last call did, in order. Waits for them. */
    Outcome[] read() {
        Outcome[] read = new Outcome[rows];
        double[] values = Tensors.doubles(table);
        for (int k = 0; k < rows; k++) {
            read[k] = new Outcome(values[4 * k], values[4 * k + 1], (long) values[4 * k + 2], (long) values[4 * k + 3]);
        }
        try (Scope scope = Scope.open()) {
            row.zero_();
        }
        rows = 0;
        return read;
    }

    /** The moving average of the weights, flat as {@link Parameters#values}. */
    Tensor average() {
        return average.average();
    }

    /** What a checkpoint must hold. */
    Map<String, Tensor> state() {
        Map<String, Tensor> all = new TreeMap<>(optimiser.state());
        all.put("weights", parameters.values());
        all.put("weights.average", average.average());
        all.put("skipped", skipped);
        if (learned != null) {
            all.putAll(learned.state());
        }
        return all;
    }

    @Override
    public void close() {
        work.close();
        optimiser.close();
        average.close();
        residual.close();
        if (learned != null) {
            learned.close();
        }
        for (Tensor t : new Tensor[] {uniforms, rate, share, skipped, table, row}) {
            t.close();
        }
    }
}
