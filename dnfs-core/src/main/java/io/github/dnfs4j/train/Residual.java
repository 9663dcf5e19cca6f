package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.optim.SplitGradient;
import io.github.dnfs4j.torch.Tape;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;

/** The loss {@code mean over n of (xi_t(x) - c)^2} of a batch x [n, d], t [n], c [n], and its gradient. */
final class Residual implements AutoCloseable {
    private static final int SMALLEST_PART = 8;

    private final SplitGradient<Flow> gradient;

    Residual(Flow flow) {
        gradient = new SplitGradient<>(flow, Flow::replica, f -> f.net().parameters(), SMALLEST_PART);
    }

    /** Sets the gradients of the flow's network and returns the loss, fp64 []. */
    Tensor backward(Batch batch) {
        long n = batch.x().size(0);
        return gradient.of(n, (flow, from, count) -> {
            Batch part = batch.part(from, count);
            try (Tape tape = Tape.open(Tensors.device(part.x()))) {
                Tensor xi = flow.rows(part.row()).xi(part.x(), part.t());
                Tensor loss = times(xi.sub(part.c()).square().sum(), 1.0 / n);
                tape.backward(loss);
                return loss.detach();
            }
        });
    }

    @Override
    public void close() {
        gradient.close();
    }
}
