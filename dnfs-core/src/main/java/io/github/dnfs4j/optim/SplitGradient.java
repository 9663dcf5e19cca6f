package io.github.dnfs4j.optim;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;

/**
 * The gradient of a batch, split over the cores. Every thread takes some of the rows forward and backward through a
 * replica of the network; losses and gradients are added in a fixed order, so that the same number of threads gives the
 * same bits. On a GPU there is one part.
 *
 * @param <N> what has the parameters: a network, or a flow around it
 */
public final class SplitGradient<N> implements AutoCloseable {
    private final List<N> replicas = new ArrayList<>();
    private final UnaryOperator<N> replica;
    private final Function<N, Parameters> parameters;
    private final int smallest;

    /**
     * The gradient in the parameters of a network, which stays the caller's.
     *
     * @param replica makes another on the same weights, with gradients of its own
     * @param smallest rows that are worth a thread
     */
    public SplitGradient(N net, UnaryOperator<N> replica, Function<N, Parameters> parameters, int smallest) {
        replicas.add(net);
        this.replica = replica;
        this.parameters = parameters;
        this.smallest = smallest;
    }

    /** The share of some rows. */
    @FunctionalInterface
    public interface Part<N> {
        /** Adds to the gradients of {@code net} what the rows do, and returns what they add to the loss. */
        Tensor backward(N net, long from, long count);
    }

    /** Sets the gradients of the network to those of so many rows, and returns the sum over the parts. */
    public Tensor of(long rows, Part<N> work) {
        Tensor gradients = parameters.apply(replicas.get(0)).gradients();
        List<Workers.Part> parts = Workers.split(rows, smallest, Tensors.device(gradients));
        List<Callable<Tensor>> tasks = new ArrayList<>();
        for (Workers.Part part : parts) {
            if (replicas.size() <= part.index()) {
                replicas.add(replica.apply(replicas.get(0)));
            }
            N own = replicas.get(part.index());
            tasks.add(() -> {
                try (Scope scope = Scope.open()) {
                    parameters.apply(own).gradients().zero_();
                    return scope.keep(work.backward(own, part.from(), part.count()));
                }
            });
        }
        Tensor sum = Workers.run(tasks).stream()
                .map(Scope::adopt)
                .reduce(Tensor::add)
                .orElseThrow();
        for (int k = 1; k < parts.size(); k++) {
            gradients.add_(parameters.apply(replicas.get(k)).gradients());
        }
        return sum;
    }

    @Override
    public void close() {
        replicas.stream().skip(1).forEach(own -> parameters.apply(own).close());
    }
}
