package io.github.dnfs4j.flow;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import java.util.List;
import java.util.function.IntFunction;
import org.bytedeco.pytorch.Tensor;

/**
 * Everything a simulation needs to know about n states at one time.
 *
 * @param x states, int64 [n, d]
 * @param u log target density U, [n]
 * @param forward rates out of x with their floor, [n, d, S]
 * @param reverse rates of the time-reversed chain out of x with their floor, [n, d, S]
 * @param xi {@code d/dt log p~_t(x) - sum_y R_t(x, y) p_t(y) / p_t(x)}, [n]
 * @param residual xi with clipped log ratios, as the loss sees it, [n]
 */
public record Point(Tensor x, Tensor u, Tensor forward, Tensor reverse, Tensor xi, Tensor residual) {

    /** Takes all but the states, which are the caller's, out of a scope. */
    Point keep(Scope scope) {
        return new Point(
                x,
                scope.keep(u),
                scope.keep(forward),
                scope.keep(reverse),
                scope.keep(xi),
                scope.keep(residual.clone()));
    }

    private List<Tensor> all() {
        return List.of(x, u, forward, reverse, xi, residual);
    }

    private static Point of(Tensor x, IntFunction<Tensor> field) {
        return new Point(x, field.apply(1), field.apply(2), field.apply(3), field.apply(4), field.apply(5));
    }

    /** Joins points that other threads kept; x holds the states of all. */
    static Point concatenate(Tensor x, List<Point> parts) {
        return of(
                x,
                k -> Ops.cat(
                        0, parts.stream().map(p -> Scope.adopt(p.all().get(k))).toArray(Tensor[]::new)));
    }

    /** Frees the tensors of a point that owns them. */
    void close() {
        for (Tensor t : all()) {
            t.close();
        }
    }

    /** Overwrites these tensors with those of another point. */
    void assign(Point other) {
        for (int k = 0; k < all().size(); k++) {
            all().get(k).copy_(other.all().get(k));
        }
    }

    /** The point whose row k is this one's row {@code index[k]}. */
    Point rows(Tensor index) {
        return of(x.index_select(0, index), k -> all().get(k).index_select(0, index));
    }
}
