package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Point;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Estimates of d/dt log Z_t from the states of a round, see {@link Estimator}, and how noisy they are.
 *
 * <p>The guard: a control variate with badly scaled rates raises the variance in place of lowering it. Then the naive
 * mean takes its place at that time, and the round says at how many times it had to.
 */
final class SlopeEstimates {
    private final Estimator estimator;
    private final AnnealingPath path;
    /** For each time of the round [3]: Var f, Var xi, whether the guard stepped in. */
    private final List<Tensor> rows = new ArrayList<>();

    SlopeEstimates(Estimator estimator, AnnealingPath path) {
        this.estimator = estimator;
        this.path = path;
    }

    /**
     * The noise of a round.
     *
     * @param naiveStd standard deviation of f over states, root mean square over times
     * @param controlledStd the same of xi
     * @param varianceRatio the largest Var xi / Var f of all times
     * @param fallbacks share of the times at which the guard stepped in
     */
    record Noise(double naiveStd, double controlledStd, double varianceRatio, double fallbacks) {}

    /** c at the time of these states, a scalar tensor; not finite where a state is not. */
    Tensor at(Point p) {
        Tensor f = path.timeDerivative(p.u());
        Tensor xi = p.residual();
        Tensor naive = f.var(false);
        Tensor controlled = xi.var(false);
        Tensor worse = controlled.gt(naive);
        boolean guarded = estimator == Estimator.CONTROL_VARIATE;
        Tensor stepsIn = guarded ? worse.to(ScalarType.Double) : torch.zeros_like(naive);
        rows.add(Scope.own(Ops.stack(0, naive, controlled, stepsIn)));
        return switch (estimator) {
            case NAIVE -> f.mean();
            case CONTROL_VARIATE -> torch.where(worse, f.mean(), xi.mean());
            case OPTIMAL -> optimal(f, f.sub(xi));
            case LEARNED -> xi.mean(); // stands in the log and in the buffer; the loss takes the network's
        };
    }

    private static Tensor optimal(Tensor f, Tensor g) {
        Tensor spread = g.sub(g.mean());
        Tensor variance = spread.square().mean();
        Tensor b = f.sub(f.mean()).mul(spread).mean().div(variance);
        // Without rates there is no control variate, and its coefficient does not matter.
        return f.mean().sub(torch.where(variance.gt(Ops.scalar(0.0)), b.mul(g.mean()), torch.zeros_like(b)));
    }

    /** Ends a round. */
    Noise finish() {
        try (Scope scope = Scope.open()) {
            double[] all =
                    Tensors.doubles(Ops.stack(0, rows.stream().map(Scope::adopt).toArray(Tensor[]::new)));
            int times = rows.size();
            rows.clear();
            double naive = 0;
            double controlled = 0;
            double ratio = 0;
            double fallbacks = 0;
            for (int k = 0; k < times; k++) {
                naive += all[3 * k] / times;
                controlled += all[3 * k + 1] / times;
                ratio = Math.max(ratio, all[3 * k + 1] / all[3 * k]);
                fallbacks += all[3 * k + 2] / times;
            }
            return new Noise(Math.sqrt(naive), Math.sqrt(controlled), ratio, fallbacks);
        }
    }
}
