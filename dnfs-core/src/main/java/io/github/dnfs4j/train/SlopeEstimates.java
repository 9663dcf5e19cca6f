package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Point;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.settings.Estimator;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
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
    private final boolean ownGroups;
    private final Ranks ranks;
    /** For each time of the round mean f, mean xi, Var f, Var xi, Var g, Cov (f, g) with g = f - xi, [6, groups]. */
    private final List<Tensor> rows = new ArrayList<>();

    /**
     * For rounds of so many groups of paths, each with an instance and a d/dt log Z of its own; 0 where all paths of all
     * ranks are of one target.
     */
    SlopeEstimates(Estimator estimator, AnnealingPath path, int groups, Ranks ranks) {
        this.estimator = estimator;
        this.path = path;
        this.groups = Math.max(1, groups);
        ownGroups = groups > 0;
        this.ranks = ranks;
    }

    /**
     * The noise of a round, of all ranks.
     *
     * @param naiveStd standard deviation of f over states, root mean square over times and groups
     * @param controlledStd the same of xi
     * @param varianceRatio the largest Var xi / Var f of all times
     * @param fallbacks share of the times at which the guard stepped in
     * @param residuals standard deviation of xi at each time, root mean square over groups
     */
    record Noise(double naiveStd, double controlledStd, double varianceRatio, double fallbacks, double[] residuals) {}

    /**
     * What a round says.
     *
     * @param slopes c at each time, [times, groups]; not finite where a state is not
     */
    record Found(Tensor slopes, Noise noise) {}

    /** Looks at the states at the next time of the round. */
    void at(Point p) {
        Tensor f = path.timeDerivative(p.u()).view(groups, -1);
        Tensor xi = p.residual().view(groups, -1);
        Tensor g = f.sub(xi);
        rows.add(Scope.own(Ops.stack(
                0, f.mean(1), xi.mean(1), covariance(f, f), covariance(xi, xi), covariance(g, g), covariance(f, g))));
    }

    private static Tensor covariance(Tensor a, Tensor b) {
        return spread(a).mul(spread(b)).mean(1);
    }

    private static Tensor spread(Tensor x) {
        return x.sub(x.mean(1).unsqueeze(1));
    }

    /** Ends a round. */
    Found finish() {
        Tensor own = Ops.stack(0, rows.stream().map(Scope::adopt).toArray(Tensor[]::new));
        rows.clear();
        Tensor all = ranks.all(own);
        if (ownGroups) {
            return new Found(slopes(own), noise(all.permute(1, 2, 0, 3).flatten(2, 3)));
        }
        Tensor pooled = pooled(all);
        return new Found(slopes(pooled), noise(pooled));
    }

    /** Moments of the states of all ranks from those of each, [ranks, times, 6, groups]: their means, and what lies between. */
    private static Tensor pooled(Tensor all) {
        Tensor pooled = all.mean(0);
        Tensor apart = all.sub(pooled);
        Tensor f = apart.select(2, 0);
        Tensor xi = apart.select(2, 1);
        Tensor g = f.sub(xi);
        Tensor zero = torch.zeros_like(f);
        Tensor between = Ops.stack(2, zero, zero, f.mul(f), xi.mul(xi), g.mul(g), f.mul(g));
        return pooled.add(between.mean(0));
    }

    /** c of moments [times, 6, groups]. */
    private Tensor slopes(Tensor moments) {
        Tensor f = moments.select(1, 0);
        Tensor xi = moments.select(1, 1);
        return switch (estimator) {
            case NAIVE -> f;
            case CONTROL_VARIATE -> torch.where(worse(moments), f, xi);
            case OPTIMAL -> optimal(f, f.sub(xi), moments.select(1, 4), moments.select(1, 5));
            case LEARNED -> xi; // stands in the log and in the buffer; the loss takes the network's
        };
    }

    private static Tensor worse(Tensor moments) {
        return moments.select(1, 3).gt(moments.select(1, 2));
    }

    private static Tensor optimal(Tensor f, Tensor g, Tensor variance, Tensor covariance) {
        Tensor b = covariance.div(variance);
        // Without rates there is no control variate, and its coefficient does not matter.
        return f.sub(torch.where(variance.gt(Ops.scalar(0.0)), b.mul(g), torch.zeros_like(b)));
    }

    private Noise noise(Tensor moments) {
        boolean guarded = estimator == Estimator.CONTROL_VARIATE;
        double[] naive = Tensors.doubles(moments.select(1, 2).mean(1));
        double[] controlled = Tensors.doubles(moments.select(1, 3).mean(1));
        double fallbacks = guarded ? worse(moments).to(ScalarType.Double).mean().item_double() : 0;
        double ratio = 0;
        for (int k = 0; k < naive.length; k++) {
            ratio = Math.max(ratio, controlled[k] / naive[k]);
        }
        double[] residuals = Arrays.stream(controlled).map(Math::sqrt).toArray();
        return new Noise(root(naive), root(controlled), ratio, fallbacks, residuals);
    }

    private static double root(double[] squares) {
        return Math.sqrt(Arrays.stream(squares).average().orElseThrow());
    }
}
