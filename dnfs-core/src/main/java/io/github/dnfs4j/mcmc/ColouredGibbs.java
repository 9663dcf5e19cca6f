package io.github.dnfs4j.mcmc;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.PairGraph;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Gibbs sampling of whole classes of sites at once: sites of a class do not interact, so given the others they are
 * independent and {@code p(x_i = tau | rest) ~ exp(s ell_i(tau))} holds for all of them together. On a lattice of
 * even sides there are two classes, the colours of a chequerboard. A step is one sweep.
 *
 * @param classes a partition of the sites; no two of a class may interact
 */
public record ColouredGibbs(int[][] classes) implements MarkovKernel {
    /** The classes of a graph's greedy colouring. */
    public static ColouredGibbs of(PairGraph graph) {
        return new ColouredGibbs(graph.colours());
    }

    @Override
    public Tensor step(Target target, Tensor x, double strength, Rng rng) {
        try (Scope sweep = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor y = x.clone();
            for (int[] sites : classes) {
                try (Scope inner = Scope.open()) {
                    long[] index = Arrays.stream(sites).asLongStream().toArray();
                    Tensor column = Tensors.of(index, Tensors.device(x), index.length);
                    Tensor logits = target.space()
                            .within(times(target.logRatios(y), strength))
                            .index_select(1, column);
                    y.index_copy_(1, column, Softmax.draw(logits, rng.uniform(x.size(0), index.length, 1)));
                }
            }
            return sweep.keep(y);
        }
    }

    /** Each class asks for all ratios, of the other classes' sites too. */
    @Override
    public long targetEvaluations(StateSpace space) {
        return classes.length * space.neighbours();
    }
}
