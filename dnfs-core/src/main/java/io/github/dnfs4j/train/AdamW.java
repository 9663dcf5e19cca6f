package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Scope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * AdamW on the flat tensors of {@link Parameters}:
 *
 * <pre>{@code
 * m <- 0.9 m + 0.1 g,   v <- 0.999 v + 0.001 g^2
 * w <- w - rate (weightDecay w + m / (1 - 0.9^k) / (sqrt(v / (1 - 0.999^k)) + 1e-8))
 * }</pre>
 */
public final class AdamW implements AutoCloseable {
    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-8;

    private final Parameters parameters;
    private final double weightDecay;
    private final Tensor first;
    private final Tensor second;
    private long updates;

    public AdamW(Parameters parameters, double weightDecay) {
        this.parameters = parameters;
        this.weightDecay = weightDecay;
        first = Scope.own(torch.zeros_like(parameters.values()));
        second = Scope.own(torch.zeros_like(parameters.values()));
    }

    /** One update with the gradients scaled by {@code scale}. */
    public void update(double rate, double scale) {
        updates++;
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor w = parameters.values();
            Tensor g = times(parameters.gradients(), scale);
            first.mul_(scalar(BETA1)).add_(g, scalar(1 - BETA1));
            second.mul_(scalar(BETA2)).addcmul_(g, g, scalar(1 - BETA2));
            Tensor deviation =
                    plus(times(second, 1 / (1 - Math.pow(BETA2, updates))).sqrt(), EPSILON);
            w.mul_(scalar(1 - rate * weightDecay));
            w.addcdiv_(first, deviation, scalar(-rate / (1 - Math.pow(BETA1, updates))));
        }
    }

    Tensor first() {
        return first;
    }

    Tensor second() {
        return second;
    }

    long updates() {
        return updates;
    }

    void updates(long count) {
        updates = count;
    }

    @Override
    public void close() {
        first.close();
        second.close();
    }
}
