package io.github.dnfs4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.flow.LogWeights;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.MethodTest;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Each number of an evaluation comes from the weights that it is named after, by its formula in plain doubles. */
class EvaluationTest {
    private static final Offset<Double> ROUNDING = within(1e-9);
    private static final double BETA = 1.2;
    private static final int SITES = 9;
    /** A lattice whose inverse temperature is not 1, and four steps: the three kinds of weights lie far apart. */
    private static final RunSettings COARSE = MethodTest.settings(
            1,
            "target.kind=potts target.side=3 target.states=2 sampling.by=steps sampling.timeSteps=4 target.beta="
                    + BETA);

    private static double sum(double[] values, DoubleUnaryOperator f) {
        return Arrays.stream(values).map(f).sum();
    }

    private static double ess(double[] logw) {
        return Math.pow(sum(logw, Math::exp), 2) / (logw.length * sum(logw, w -> Math.exp(2 * w)));
    }

    private static double logMean(double[] logw) {
        return Math.log(sum(logw, Math::exp) / logw.length);
    }

    private static double mean(double[] values) {
        return sum(values, v -> v) / values.length;
    }

    private static void apart(double... values) {
        Arrays.sort(values);
        for (int k = 1; k < values.length; k++) {
            assertThat(values[k] - values[k - 1]).isGreaterThan(1e-3);
        }
    }

    @Test
    void everyNumberIsOfItsOwnWeights() {
        try (Rng rng = Rng.seeded(4, Device.CPU);
                Model model = Model.create(COARSE, rng)) {
            Evaluation.Result result = Evaluation.of(model, 300, rng);
            Evaluation e = result.evaluation();
            double[] left = result.weighted().left();
            double[] trapezoid = result.weighted().trapezoid();
            double[] exact = result.weighted().samples().logWeights();

            apart(ess(left), ess(trapezoid), ess(exact));
            assertThat(e.ess().left()).isCloseTo(ess(left), ROUNDING);
            assertThat(e.ess().trapezoid()).isCloseTo(ess(trapezoid), ROUNDING);
            assertThat(e.ess().exact()).isCloseTo(ess(exact), ROUNDING);

            apart(logMean(left), logMean(trapezoid), logMean(exact), mean(exact));
            assertThat(e.logZ().left()).isCloseTo(logMean(left), ROUNDING);
            assertThat(e.logZ().trapezoid()).isCloseTo(logMean(trapezoid), ROUNDING);
            assertThat(e.logZ().exact()).isCloseTo(logMean(exact), ROUNDING);
            assertThat(e.logZ().lowerBound()).isCloseTo(mean(exact), ROUNDING);

            double[] u = result.weighted().samples().logDensity();
            double z = sum(exact, Math::exp);
            double meanU = 0;
            for (int k = 0; k < u.length; k++) {
                meanU += Math.exp(exact[k]) / z * u[k];
            }
            assertThat(e.freeEnergyPerSite().value()).isCloseTo(-logMean(exact) / (BETA * SITES), ROUNDING);
            assertThat(e.internalEnergyPerSite().value()).isCloseTo(-meanU / (BETA * SITES), ROUNDING);
            assertThat(e.entropyPerSite().value()).isCloseTo((logMean(exact) - meanU) / SITES, ROUNDING);
            double centre = mean(exact);
            assertThat(e.varLogWeightPerSite())
                    .isCloseTo(sum(exact, w -> (w - centre) * (w - centre)) / 299 / SITES, ROUNDING);
        }
    }

    /** Four steps look five times at a path, the state and its nine neighbours: 300 paths forward, a batch of 64 back. */
    @Test
    void theUpperBoundIsPaidForAsWell() {
        try (Rng rng = Rng.seeded(7, Device.CPU);
                Model model = Model.create(COARSE, rng)) {
            FlowSampler sampler = new FlowSampler(model.sampler().simulator(), 64);
            Evaluation e = Evaluation.of(model, sampler, 300, rng).evaluation();
            assertThat(e.networkEvaluations()).isEqualTo((300 + 64) * 5);
            assertThat(e.targetEvaluations()).isEqualTo((300 + 64) * 5 * (1 + SITES));
            assertThat(e.networkCallsPerPath()).isEqualTo(new Evaluation.PerPath(5, 5));
        }
    }

    @Test
    void callsAreTheMeanAndTheMostOfAPath() {
        RunSettings jumps = MethodTest.settings(1, "sampling.by=jumps sampling.cells=4");
        try (Rng rng = Rng.seeded(8, Device.CPU);
                Model model = Model.create(jumps, rng)) {
            Evaluation.Result result = Evaluation.of(model, 100, rng);
            long[] calls = result.weighted().calls();
            assertThat(Arrays.stream(calls).distinct().count()).isGreaterThan(2);
            assertThat(result.evaluation().networkCallsPerPath().mean())
                    .isCloseTo(Arrays.stream(calls).sum() / 100.0, ROUNDING);
            assertThat(result.evaluation().networkCallsPerPath().max())
                    .isEqualTo(Arrays.stream(calls).max().orElseThrow());
            assertThat(result.evaluation().jumpsPerPath())
                    .isCloseTo(Arrays.stream(result.weighted().jumps()).sum() / 100.0, ROUNDING);
            assertThat(result.evaluation().ess().left()).isNull();
        }
    }

    /** Weights of other paths replace left and trapezoid, and nothing else. */
    @Test
    void sumsOfOtherPathsAreTheirsAlone() {
        try (Rng rng = Rng.seeded(5, Device.CPU);
                Model model = Model.create(COARSE, rng)) {
            Evaluation before = Evaluation.of(model, 200, rng).evaluation();
            FlowSampler.Weighted other = model.sampler().weighted(150, rng);
            Evaluation after = before.withSums(other, 4);
            assertThat(after.ess())
                    .isEqualTo(new Evaluation.Ess(
                            Weights.ess(other.left()),
                            Weights.ess(other.trapezoid()),
                            before.ess().exact()));
            assertThat(after.logZ().left()).isCloseTo(logMean(other.left()), ROUNDING);
            assertThat(after.logZ().trapezoid()).isCloseTo(logMean(other.trapezoid()), ROUNDING);
            assertThat(after.logZ().exact()).isEqualTo(before.logZ().exact());
            assertThat(after.logZ().lowerBound()).isEqualTo(before.logZ().lowerBound());
            assertThat(after.logZ().upperBound()).isEqualTo(before.logZ().upperBound());
            assertThat(after.freeEnergyPerSite()).isEqualTo(before.freeEnergyPerSite());
            assertThat(after.stepPaths()).isEqualTo(150);
            // And their cost is added.
            Cost more = other.samples().cost();
            assertThat(more.targetEvaluations()).isPositive();
            assertThat(after.targetEvaluations()).isEqualTo(before.targetEvaluations() + more.targetEvaluations());
            assertThat(after.networkEvaluations()).isEqualTo(before.networkEvaluations() + more.networkEvaluations());
            assertThat(after.samples()).isEqualTo(200);
        }
    }

    /** The mean exact log weight of reversed paths, here of others than those of the evaluation; above log Z. */
    @Test
    void theUpperBoundIsTheMeanExactWeightOfReversedPaths() {
        int n = 4000;
        try (Rng rng = Rng.seeded(6, Device.CPU);
                Model model = Model.create(COARSE, rng);
                Scope scope = Scope.open()) {
            FlowSampler sampler = new FlowSampler(model.sampler().simulator(), n);
            Evaluation.LogZ logZ =
                    Evaluation.of(model, sampler, n, rng).evaluation().logZ();
            Tensor truth = Tensors.of(
                            Enumeration.of(model.target()).sample(n, rng).states(), Device.CPU, n, SITES)
                    .to(ScalarType.Long);
            LogWeights others = sampler.simulator().backward(truth, rng).weights();
            double[] exact = Tensors.doubles(others.exact());
            double error = Statistics.standardError(exact) * Math.sqrt(2);
            assertThat(logZ.upperBound()).isCloseTo(mean(exact), within(5 * error));
            for (Tensor sums : new Tensor[] {others.left(), others.trapezoid()}) {
                assertThat(Math.abs(mean(Tensors.doubles(sums)) - mean(exact))).isGreaterThan(12 * error);
            }
            assertThat(logZ.upperBound()).isGreaterThan(logZ.reference());
            assertThat(logZ.lowerBound()).isLessThan(logZ.reference());
        }
    }
}
