package io.github.dnfs4j.optim;

import io.github.dnfs4j.torch.Scope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * The exponential moving average of the weights, {@code a <- b a + (1 - b) w} with {@code b = min(decay, (1+k)/(10+k))}
 * so that a young average forgets its start.
 */
public final class MovingAverage implements AutoCloseable {
    private final double decay;
    private final Tensor average;

    public MovingAverage(Tensor values, double decay) {
        this.decay = decay;
        try (Scope scope = Scope.open()) {
            average = Scope.own(values.detach().clone());
        }
    }

    /** How much of the new weights update k takes in, {@code 1 - b}. */
    public double share(long k) {
        return 1 - Math.min(decay, (1.0 + k) / (10.0 + k));
    }

    /** Takes in a share, fp64 [], of the new weights. */
    public void update(Tensor values, Tensor share) {
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            average.lerp_(values, share.to(values.scalar_type()));
        }
    }

    public Tensor average() {
        return average;
    }

    @Override
    public void close() {
        average.close();
    }
}
