package io.github.dnfs4j.flow;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import java.util.List;
import java.util.function.Function;
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

    /** Joins points that other threads kept; x holds the states of all. */
    static Point concatenate(Tensor x, List<Point> parts) {
        return new Point(
                x,
                join(parts, Point::u),
                join(parts, Point::forward),
                join(parts, Point::reverse),
                join(parts, Point::xi),
                join(parts, Point::residual));
    }

    private static Tensor join(List<Point> parts, Function<Point, Tensor> field) {
        return Ops.cat(0, parts.stream().map(field).map(Scope::adopt).toArray(Tensor[]::new));
    }

    /** Frees the tensors of a point that owns them. */
    void close() {
        x.close();
        u.close();
        forward.close();
        reverse.close();
        xi.close();
        residual.close();
    }

    /** Overwrites these tensors with those of another point. */
    void assign(Point other) {
        x.copy_(other.x);
        u.copy_(other.u);
        forward.copy_(other.forward);
        reverse.copy_(other.reverse);
        xi.copy_(other.xi);
        residual.copy_(other.residual);
    }

    /** The point whose row k is this one's row {@code index[k]}. */
    Point rows(Tensor index) {
        return new Point(
                x.index_select(0, index),
                u.index_select(0, index),
                forward.index_select(0, index),
                reverse.index_select(0, index),
                xi.index_select(0, index),
                residual.index_select(0, index));
    }
}
