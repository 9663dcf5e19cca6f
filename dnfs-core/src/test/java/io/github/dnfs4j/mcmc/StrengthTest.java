package io.github.dnfs4j.mcmc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Constrained;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Markov kernels see the strength s(t) of a path, which is not t where the path begins elsewhere than at 0. */
class StrengthTest {
    private static final int SITES = 4;
    private static final double FIELD = 1.3;

    /** {@code U = FIELD sum x} on {0, 1}^4, which can be sampled at any strength. */
    private record Independent() implements Target, Constrained {
        @Override
        public StateSpace space() {
            return new StateSpace(SITES, 2);
        }

        @Override
        public Tensor logDensity(Tensor x) {
            return Ops.times(x.to(ScalarType.Double).sum(1), FIELD);
        }

        @Override
        public Tensor open(Tensor x) {
            return x.eq(x);
        }

        @Override
        public Tensor turns(Tensor priorities) {
            return Tensors.full(1, Tensors.device(priorities), priorities.size(0), SITES);
        }

        @Override
        public Tensor start(double strength, int n, Rng rng) {
            double up = 1 / (1 + Math.exp(-strength * FIELD));
            return rng.uniform(n, SITES).lt(Ops.scalar(up)).to(ScalarType.Long);
        }

        @Override
        public Tensor rateScale(Tensor strength) {
            return strength.eq(strength).to(ScalarType.Double);
        }
    }

    @Test
    void annealingFromElsewhereThanZeroGivesTheRatioOfSums() {
        double begin = -1.5;
        AnnealingPath path = new AnnealingPath(new Independent(), begin);
        try (Rng rng = Rng.seeded(3, Device.CPU)) {
            SampleSet samples = AnnealedSampler.ais(path, new Gibbs(), 6).sample(20_000, rng);
            double[] w = samples.logWeights();
            double mean = 0;
            double square = 0;
            for (double v : w) {
                mean += Math.exp(v) / w.length;
                square += Math.exp(2 * v) / w.length;
            }
            double exact = Math.exp(logSum(1) - logSum(begin) + path.space().logSize());
            double error = Math.sqrt((square - mean * mean) / w.length);
            assertThat(mean).isBetween(exact - 4 * error, exact + 4 * error);
            assertThat(error).isLessThan(0.05 * exact);
        }
    }

    /** Spins in fields at half their strength: exact states stay exact when clusters of them move. */
    @Test
    void clustersInFieldsKnowTheStrength() {
        double[][] couplings = {{0, 0.4, 0, 0.2}, {0.4, 0, -0.3, 0}, {0, -0.3, 0, 0.5}, {0.2, 0, 0.5, 0}};
        Target target = Ising.of(couplings, new double[] {0.8, -0.5, 0.3, 0.6});
        Enumeration all = Enumeration.of(target);
        double t = 0.5;
        double[] annealed = Arrays.stream(all.logDensity()).map(u -> t * u).toArray();
        int n = 20_000;
        for (MarkovKernel kernel : List.of(SwendsenWang.of(target), new Wolff(2))) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(5, Device.CPU)) {
                SampleSet exact =
                        Enumeration.of(Tabulated.of(SITES, 2, annealed)).sample(n, rng);
                Tensor x = Tensors.of(exact.states(), Device.CPU, n, SITES).to(ScalarType.Long);
                for (int step = 0; step < 5; step++) {
                    x = kernel.step(target, x, t, rng);
                }
                ChiSquare.check(
                        kernel.toString(),
                        ChiSquare.counts(Tensors.longs(x), SITES, 2, annealed.length),
                        Weights.normalised(annealed));
            }
        }
    }

    private static double logSum(double strength) {
        return SITES * Math.log1p(Math.exp(strength * FIELD));
    }
}
