package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** What a round of paths says about the flow. */
final class Rounds {
    private Rounds() {}

    /** Of so many groups of paths of all ranks together, of sites with so many states. */
    static TrainListener.Round of(
            long steps,
            int rung,
            int states,
            int groups,
            TimeGrid grid,
            Paths paths,
            SlopeEstimates.Noise noise,
            Ranks ranks) {
        double[] exact = Tensors.doubles(ranks.all(paths.weights().exact()));
        double[] trapezoid = Tensors.doubles(ranks.all(paths.weights().trapezoid()));
        return new TrainListener.Round(
                steps,
                grid.at(grid.steps()),
                mean(trapezoid, groups, Weights::ess),
                mean(exact, groups, Weights::ess),
                mean(exact, groups, Weights::logMean),
                noise.naiveStd(),
                noise.controlledStd(),
                noise.varianceRatio(),
                noise.fallbacks(),
                states == 2 ? meanSpinRmse(paths.x(), ranks) : Double.NaN,
                rung);
    }

    /** Weights compare paths of the same instance only: each group on its own, then their mean. */
    private static double mean(double[] all, int groups, ToDoubleFunction<double[]> of) {
        int size = all.length / groups;
        return IntStream.range(0, groups)
                .mapToDouble(g -> of.applyAsDouble(Arrays.copyOfRange(all, g * size, (g + 1) * size)))
                .average()
                .orElseThrow();
    }

    /** Of states as drawn, [n, d]. */
    private static double meanSpinRmse(Tensor x, Ranks ranks) {
        Tensor spin =
                ranks.all(plus(times(x.to(ScalarType.Double), 2), -1).mean(0)).mean(0);
        return Math.sqrt(spin.square().mean().item_double());
    }
}
