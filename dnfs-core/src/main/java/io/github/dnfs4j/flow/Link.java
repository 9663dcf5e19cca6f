package io.github.dnfs4j.flow;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Words;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * How rates come from G: {@code R(y, x) = phi(G)} and, because G changes its sign with the direction of a move,
 * {@code R(x, y) = phi(-G)}. Any {@code phi >= 0} gives rates with one pass through the network.
 */
public enum Link {
    /** {@code phi(g) = max(g, 0)}, the paper's: a move is possible one way only. */
    RELU {
        @Override
        Tensor apply(Tensor g) {
            return g.relu();
        }

        @Override
        Tensor slope(Tensor g) {
            return g.gt(Ops.scalar(0.0)).to(g.scalar_type());
        }
    },
    /** {@code phi(g) = log(1 + exp g)}: every move is possible both ways, and {@code phi(g) - phi(-g) = g}. */
    SOFTPLUS {
        @Override
        Tensor apply(Tensor g) {
            return torch.softplus(g);
        }

        @Override
        Tensor slope(Tensor g) {
            return g.sigmoid();
        }
    };

    /** phi, element by element; not zero at G = 0 in general, so the entries tau = x_i are the caller's to cut out. */
    abstract Tensor apply(Tensor g);

    /** The derivative of phi. */
    abstract Tensor slope(Tensor g);

    @Override
    public String toString() {
        return Words.of(this);
    }
}
