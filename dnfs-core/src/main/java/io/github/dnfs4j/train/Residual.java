package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bytedeco.pytorch.Tensor;

/**
 * The loss {@code mean (xi_t(x) - c_t)^2} of a batch and its gradient. Every thread takes a part of the batch forward
 * and backward through a replica of the network; the gradients are added in a fixed order, so that the same number of
 * threads gives the same bits.
 */
final class Residual implements AutoCloseable {
    private static final int SMALLEST_PART = 8;

    private final List<Flow> replicas = new ArrayList<>();

    Residual(Flow flow) {
        replicas.add(flow);
    }

    /** Sets the gradients of the flow's network and returns the loss, fp64 []. */
    Tensor backward(Batch batch) {
        long n = batch.x().size(0);
        List<Workers.Part> parts = Workers.split(n, SMALLEST_PART, Tensors.device(batch.x()));
        List<Callable<Tensor>> tasks = new ArrayList<>();
        for (Workers.Part part : parts) {
            if (replicas.size() <= part.index()) {
                replicas.add(replicas.get(0).replica());
            }
            Flow flow = replicas.get(part.index());
            tasks.add(() -> {
                try (Scope scope = Scope.open()) {
                    return scope.keep(backward(flow, batch.part(part.from(), part.count()), n));
                }
            });
        }
        Tensor loss = Workers.run(tasks).stream()
                .map(Scope::adopt)
                .reduce(Tensor::add)
                .orElseThrow();
        Tensor gradients = replicas.get(0).net().parameters().gradients();
        for (int k = 1; k < parts.size(); k++) {
            gradients.add_(replicas.get(k).net().parameters().gradients());
        }
        return loss;
    }

    private static Tensor backward(Flow flow, Batch batch, long n) {
        Parameters parameters = flow.net().parameters();
        parameters.gradients().zero_();
        Tensor squares =
                flow.rows(batch.row()).xi(batch.x(), batch.t()).sub(batch.c()).square();
        Tensor loss = times(squares.sum(), 1.0 / n);
        loss.backward();
        return loss.detach();
    }

    @Override
    public void close() {
        replicas.stream().skip(1).forEach(flow -> flow.net().close());
    }
}
