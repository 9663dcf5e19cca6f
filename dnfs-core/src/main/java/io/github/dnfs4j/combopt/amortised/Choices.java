package io.github.dnfs4j.combopt.amortised;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.GraphProblem;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Building a solution vertex by vertex, from nothing: what can be added to a set S, what could have been added last, and
 * what it gains. Every state on the way is feasible.
 *
 * <pre>{@code
 * mis      add i if neither i nor a neighbour is in S            gain 1          last: any vertex of S
 * maxcut   add i if the cut grows by deg_i - 2 |N(i) in S|       gain, above 0   last: those whose gain was above 0
 * }</pre>
 *
 * @param edges fp32 [n, d, d]
 * @param real bool [n, d]
 */
record Choices(GraphProblem kind, Tensor edges, Tensor real) {
    /** Neighbours in S of each vertex; S is fp32 [n, d]. */
    private Tensor around(Tensor set) {
        return edges.bmm(set.unsqueeze(-1)).squeeze(-1);
    }

    /** By how much the objective grows if a vertex is added, or grew when it was, [n, d]. */
    Tensor gain(Tensor set) {
        return kind == GraphProblem.MIS ? torch.ones_like(set) : edges.sum(-1).sub(times(around(set), 2));
    }

    /** What can be added, bool [n, d]. */
    Tensor addable(Tensor set) {
        Tensor free = real.logical_and(set.lt(scalar(0.5)));
        return free.logical_and(
                kind == GraphProblem.MIS
                        ? around(set).lt(scalar(0.5))
                        : gain(set).gt(scalar(0.0)));
    }

    /** What may have been added last, bool [n, d]. */
    Tensor removable(Tensor set) {
        Tensor in = set.gt(scalar(0.5));
        return kind == GraphProblem.MIS ? in : in.logical_and(gain(set).gt(scalar(0.0)));
    }

    /** Of rows {@code index} [m]. */
    Choices rows(Tensor index) {
        return new Choices(kind, edges.index_select(0, index), real.index_select(0, index));
    }
}
