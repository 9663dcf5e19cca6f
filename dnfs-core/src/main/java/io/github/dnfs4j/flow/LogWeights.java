package io.github.dnfs4j.flow;

import io.github.dnfs4j.sample.Resampling;
import io.github.dnfs4j.torch.Scope;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The log weights of n paths, fp64 [n] each. Only the exact ones have E[w] = Z for every network, and all paths have
 * them; {@link Jumps} have no others. {@link Steps} also have the sums that approximate the integral of xi:
 *
 * <pre>{@code
 * left       sum_k dt xi(x_k, t_k)                                  the paper's, biased by O(dt)
 * trapezoid  sum_k dt/2 (xi(x_k, t_k) + xi(x_{k+1}, t_{k+1}))       biased by the path, which is only O(dt) right
 * exact      sum_k log p~_{k+1}(x_{k+1}) - log p~_k(x_k) + log B_k(x_k | x_{k+1}) - log F_k(x_{k+1} | x_k)
 * }</pre>
 */
public record LogWeights(@Nullable Tensor left, @Nullable Tensor trapezoid, Tensor exact) {

    /** Of paths that have no others. */
    static LogWeights exact(Tensor exact) {
        return new LogWeights(null, null, exact);
    }

    private LogWeights map(UnaryOperator<Tensor> each) {
        return new LogWeights(
                left == null ? null : each.apply(left),
                trapezoid == null ? null : each.apply(trapezoid),
                each.apply(exact));
    }

    LogWeights copy() {
        return map(Tensor::clone);
    }

    LogWeights keep(Scope scope) {
        return map(scope::keep);
    }

    void reset() {
        map(Tensor::zero_);
    }

    /** Frees the tensors of weights that own them. */
    void close() {
        map(w -> {
            w.close();
            return w;
        });
    }

    @Override
    public Tensor left() {
        return Objects.requireNonNull(left, "paths by jumps have exact weights only");
    }

    @Override
    public Tensor trapezoid() {
        return Objects.requireNonNull(trapezoid, "paths by jumps have exact weights only");
    }

    /**
     * Rows drawn in proportion to the exact weights: those become equal, the others keep their quotient to them, so
     * that every kind still has the expectation it had.
     */
    void resample(Resampling drawn) {
        map(w -> w.copy_(
                w == exact ? drawn.exact() : w.index_select(0, drawn.index()).add(drawn.shift())));
    }
}
