package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Point;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.settings.Estimator;
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
    private final int groups;
    /** For each time of the round [3]: Var f, Var xi, whether the guard stepped in. */
    private final List<Tensor> rows = new ArrayList<>();

    SlopeEstimates(Estimator estimator, AnnealingPath path) {
        this(estimator, path, 1);
    }

    /** For rounds of so many groups of paths, each with an instance and a d/dt log Z of its own. */
    SlopeEstimates(Estimator estimator, AnnealingPath path, int groups) {
        this.estimator = estimator;
        this.path = path;
        this.groups = groups;
    }

    /**
     * The noise of a round.
     *
     * @param naiveStd standard deviation of f over states, root mean square over times and groups
     * @param controlledStd the same of xi
     * @param varianceRatio the largest Var xi / Var f of all times
     * @param fallbacks share of the times at which the guard stepped in
     * @param residuals standard deviation of xi at each time, root mean square over groups
     */
    record Noise(double naiveStd, double controlledStd, double varianceRatio, double fallbacks, double[] residuals) {}

    /** c at the time of these states, [groups]; not finite where a state is not. */
    Tensor at(Point p) {
        Tensor f = path.timeDerivative(p.u()).view(groups, -1);
        Tensor xi = p.residual().view(groups, -1);
        Tensor naive = variance(f);
        Tensor controlled = variance(xi);
        Tensor worse = controlled.gt(naive);
        boolean guarded = estimator == Estimator.CONTROL_VARIATE;
        Tensor stepsIn = guarded ? worse.to(ScalarType.Double) : torch.zeros_like(naive);
        rows.add(Scope.own(Ops.stack(0, naive.mean(), controlled.mean(), stepsIn.mean())));
        return switch (estimator) {
            case NAIVE -> f.mean(1);
            case CONTROL_VARIATE -> torch.where(worse, f.mean(1), xi.mean(1));
            case OPTIMAL -> optimal(f, f.sub(xi));
            case LEARNED -> xi.mean(1); // stands in the log and in the buffer; the loss takes the network's
        };
    }

    private static Tensor spread(Tensor x) {
        return x.sub(x.mean(1).unsqueeze(1));
    }

    private static Tensor variance(Tensor x) {
        return spread(x).square().mean(1);
    }

    private static Tensor optimal(Tensor f, Tensor g) {
        Tensor variance = variance(g);
        Tensor b = spread(f).mul(spread(g)).mean(1).div(variance);
        // Without rates there is no control variate, and its coefficient does not matter.
        return f.mean(1).sub(torch.where(variance.gt(Ops.scalar(0.0)), b.mul(g.mean(1)), torch.zeros_like(b)));
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
            double[] residuals = new double[times];
            for (int k = 0; k < times; k++) {
                naive += all[3 * k] / times;
                controlled += all[3 * k + 1] / times;
                ratio = Math.max(ratio, all[3 * k + 1] / all[3 * k]);
                fallbacks += all[3 * k + 2] / times;
                residuals[k] = Math.sqrt(all[3 * k + 1]);
            }
            return new Noise(Math.sqrt(naive), Math.sqrt(controlled), ratio, fallbacks, residuals);
        }
    }
}
