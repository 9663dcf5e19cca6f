package io.github.dnfs4j.optim;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

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
    /** k, fp64 []: on the device, because only there is known whether an update was left out. */
    private final Tensor updates;

    public AdamW(Parameters parameters, double weightDecay) {
        this.parameters = parameters;
        this.weightDecay = weightDecay;
        try (Scope scope = Scope.open()) {
            first = Scope.own(torch.zeros_like(parameters.values()));
            second = Scope.own(torch.zeros_like(parameters.values()));
            updates = Scope.own(Tensors.full(0, Tensors.device(parameters.values())));
        }
    }

    /**
     * One update, without reading anything back to the host.
     *
     * @param rate fp64 []
     * @param scale of the gradients, fp64 []
     * @param ok 1, or 0 to leave everything as it is whatever the gradients; fp64 []
     */
    public void update(Tensor rate, Tensor scale, Tensor ok) {
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            updates.add_(ok);
            Tensor w = parameters.values();
            Tensor g = torch.where(ok.gt(scalar(0.0)), parameters.gradients().mul(scale), torch.zeros_like(first));
            first.lerp_(g, times(ok, 1 - BETA1).to(w.scalar_type()));
            second.lerp_(g.square(), times(ok, 1 - BETA2).to(w.scalar_type()));
            Tensor deviation = plus(second.div(bias(BETA2)).sqrt(), EPSILON);
            w.mul_(plus(times(rate.mul(ok), -weightDecay), 1));
            w.sub_(first.div(deviation).mul(rate.mul(ok).div(bias(BETA1))));
        }
    }

    /** The factor, fp64 [], that brings the gradients' norm down to {@code clip} where it is larger. */
    public static Tensor clipping(Parameters parameters, double clip) {
        Tensor norm = parameters.gradients().norm().to(ScalarType.Double);
        return norm.clamp_min(scalar(1e-12)).reciprocal().mul(scalar(clip)).clamp_max(scalar(1.0));
    }

    /** {@code 1 - beta^k}, fp64 []; before any update, when the moments are 0, as after the first. */
    private Tensor bias(double beta) {
        return plus(torch.pow(scalar(beta), updates.clamp_min(scalar(1.0))).neg(), 1);
    }

    /** m. */
    Tensor first() {
        return first;
    }

    /** v. */
    Tensor second() {
        return second;
    }

    /** k, fp64 []. */
    Tensor updates() {
        return updates;
    }

    double weightDecay() {
        return weightDecay;
    }

    /** What a checkpoint must hold. */
    public Map<String, Tensor> state() {
        return Map.of("adam.first", first, "adam.second", second, "adam.updates", updates);
    }

    @Override
    public void close() {
        first.close();
        second.close();
        updates.close();
    }
}
