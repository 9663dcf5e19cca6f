package io.github.dnfs4j.flow;

import io.github.dnfs4j.sample.Redraw;
import org.bytedeco.pytorch.Tensor;

/**
 * The three log weights of n paths, fp64 [n] each.
 *
 * <pre>{@code
 * left       sum_k dt xi(x_k, t_k)                                  the paper's, biased by O(dt)
 * trapezoid  sum_k dt/2 (xi(x_k, t_k) + xi(x_{k+1}, t_{k+1}))       biased by the path, which is only O(dt) right
 * exact      sum_k log p~_{k+1}(x_{k+1}) - log p~_k(x_k) + log B_k(x_k | x_{k+1}) - log F_k(x_{k+1} | x_k)
 * }</pre>
 *
 * <p>Only the exact ones have E[w] = Z for every network and every number of steps.
 */
public record LogWeights(Tensor left, Tensor trapezoid, Tensor exact) {

    void reset() {
        left.zero_();
        trapezoid.zero_();
        exact.zero_();
    }

    /** Frees the tensors of weights that own them. */
    void close() {
        left.close();
        trapezoid.close();
        exact.close();
    }

    /**
     * Rows drawn in proportion to the exact weights: those become equal, the others keep their quotient to them, so
     * that every kind still has the expectation it had.
     */
    void resample(Redraw drawn) {
        left.copy_(left.index_select(0, drawn.index()).add(drawn.shift()));
        trapezoid.copy_(trapezoid.index_select(0, drawn.index()).add(drawn.shift()));
        exact.copy_(drawn.exact());
    }
}
