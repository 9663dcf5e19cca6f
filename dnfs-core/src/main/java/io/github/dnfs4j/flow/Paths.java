package io.github.dnfs4j.flow;

import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.torch.Scope;
import org.bytedeco.pytorch.Tensor;

/**
 * Where n paths ended.
 *
 * @param x states, [n, d]
 * @param u their U, [n]
 * @param rows the row of the flow's target that each belongs to, [n]: as given until paths are drawn anew
 * @param weights what they weigh
 * @param calls how often the network saw each, int64 [n]
 * @param jumps how often a site of each changed its state, int64 [n]
 */
public record Paths(Tensor x, Tensor u, Tensor rows, LogWeights weights, Tensor calls, Tensor jumps, Cost cost) {

    /** Hands all tensors over to the scope around the given one. */
    Paths keep(Scope scope) {
        return new Paths(
                scope.keep(x),
                scope.keep(u),
                scope.keep(rows),
                weights.keep(scope),
                scope.keep(calls),
                scope.keep(jumps),
                cost);
    }
}
