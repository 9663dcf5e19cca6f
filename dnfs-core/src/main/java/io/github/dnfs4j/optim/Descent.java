package io.github.dnfs4j.optim;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Steps downhill with the gradients g that lie in the parameters w.
 *
 * <pre>{@code
 * ok = the loss and |g| are finite
 * w <- AdamW(w, g min(1, clip / |g|)),   a <- average of a and w,      if ok; else nothing changes, and it is counted
 * }</pre>
 *
 * <p>The host decides and reads nothing in a step, so that one can be captured on a GPU; it tells the rate before.
 *
 * <p>Several ranks begin with the weights of rank 0 and take the means of their losses and gradients, which have the same
 * bits everywhere; so the norm, what is left out and the next weights are the same too.
 */
public final class Descent implements AutoCloseable {
    private static final int MOST_SKIPPED_IN_A_ROW = 100;

    private final Parameters parameters;
    private final AdamW adam;
    private final double clip;
    private final Ranks ranks;
    private final @Nullable MovingAverage average;
    private final Tensor rate;
    private final Tensor share;
    /** Steps left out, in all and in a row, fp64 [2]. */
    private final Tensor skipped;

    private Descent(Parameters parameters, double weightDecay, double clip, @Nullable Double ema, Ranks ranks) {
        this.parameters = parameters;
        this.clip = clip;
        this.ranks = ranks;
        ranks.share(parameters.values());
        average = ema == null ? null : new MovingAverage(parameters.values(), ema);
        adam = new AdamW(parameters, weightDecay);
        Device device = Tensors.device(parameters.values());
        try (Scope scope = Scope.open()) {
            rate = Scope.own(Tensors.full(0, device));
            share = Scope.own(Tensors.full(0, device));
            skipped = Scope.own(Tensors.zeros(ScalarType.Double, device, 2));
        }
    }

    /** Without an average of the weights. */
    public static Descent of(Parameters parameters, double weightDecay, double clip) {
        return new Descent(parameters, weightDecay, clip, null, Ranks.ALONE);
    }

    /** With an average of the weights, see {@link MovingAverage}; by several ranks or alone. */
    public static Descent averaging(Parameters parameters, double weightDecay, double clip, double ema, Ranks ranks) {
        return new Descent(parameters, weightDecay, clip, ema, ranks);
    }

    /**
     * What a step did, on the device.
     *
     * @param ok whether it was made, 1 or 0, fp64 []
     * @param loss fp64 []
     * @param norm of the gradients before clipping, fp64 []
     * @param skipped steps left out so far, in all and in a row, fp64 [2]
     */
    public record Outcome(Tensor ok, Tensor loss, Tensor norm, Tensor skipped) {}

    /** Before a step: its number, 1 for the first, and its learning rate. */
    public void tell(long number, double learningRate) {
        try (Scope scope = Scope.open()) {
            rate.fill_(scalar(learningRate));
            if (average != null) {
                share.fill_(scalar(average.share(number)));
            }
        }
    }

    /** One step with the gradients of a loss, fp64 [], which is averaged in place with those of other ranks. */
    public Outcome step(Tensor loss) {
        ranks.mean(parameters.gradients(), loss);
        if (CudaDescent.serves(parameters.values(), loss)) {
            Tensor kept = average == null ? null : average.average();
            Tensor made = CudaDescent.step(parameters, adam, kept, skipped, loss, rate, share, clip);
            return new Outcome(made.select(0, 0), loss, made.select(0, 1), skipped);
        }
        Tensor norm = parameters.gradients().norm().to(ScalarType.Double);
        Tensor ok = loss.isfinite().logical_and(norm.isfinite()).to(ScalarType.Double);
        adam.update(rate, AdamW.clipping(parameters, clip), ok);
        if (average != null) {
            average.update(parameters.values(), share.mul(ok));
        }
        Tensor bad = plus(ok.neg(), 1);
        skipped.add_(bad);
        skipped.select(0, 1).mul_(bad);
        return new Outcome(ok, loss, norm, skipped);
    }

    /** The rate that was told, fp64 []. */
    public Tensor rate() {
        return rate;
    }

    /** Waits for the steps so far, and throws where too many in a row were left out. */
    public void check() {
        check(Tensors.doubles(skipped)[1]);
    }

    /** Throws where so many steps left out in a row are too many. */
    public static void check(double skippedInARow) {
        if (skippedInARow >= MOST_SKIPPED_IN_A_ROW) {
            throw new DivergedException((long) skippedInARow);
        }
    }

    /** The average of the weights, flat as {@link Parameters#values}; the weights themselves where none is kept. */
    public Tensor average() {
        return average == null ? parameters.values() : average.average();
    }

    /** What a checkpoint must hold. */
    public Map<String, Tensor> state() {
        Map<String, Tensor> all = new TreeMap<>(adam.state());
        all.put("weights", parameters.values());
        all.put("skipped", skipped);
        if (average != null) {
            all.put("weights.average", average.average());
        }
        return all;
    }

    @Override
    public void close() {
        adam.close();
        if (average != null) {
            average.close();
        }
        rate.close();
        share.close();
        skipped.close();
    }
}
