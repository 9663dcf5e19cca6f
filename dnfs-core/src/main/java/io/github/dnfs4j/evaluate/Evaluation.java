package io.github.dnfs4j.evaluate;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.flow.Jumps;
import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.flow.Steps;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Fluctuations;
import io.github.dnfs4j.metric.Observables;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Thermodynamics;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.Tempered;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * How good a trained sampler is, and what its samples cost. Left and trapezoid weights are of {@code stepPaths} paths in
 * {@code timeSteps} steps, all others, where there are {@code cells}, of paths by jumps. F = -log Z / beta,
 * E = -&lt;U&gt; / beta and S = log Z - &lt;U&gt; are per site and use exact weights; what is unknown is null. Where
 * paths were resampled, standard errors come from the batches, which alone are independent. Results of before there were
 * fluctuations have none.
 */
public record Evaluation(
        Ess ess,
        LogZ logZ,
        Estimate freeEnergyPerSite,
        Estimate internalEnergyPerSite,
        Estimate entropyPerSite,
        double varLogWeightPerSite,
        Observables.@Nullable Magnetisation magnetisation,
        @Nullable Estimate orderParameter,
        @Nullable Fluctuations fluctuations,
        int samples,
        @Nullable Integer cells,
        @Nullable Integer timeSteps,
        @Nullable Integer stepPaths,
        PerPath networkCallsPerPath,
        double jumpsPerPath,
        long targetEvaluations,
        long networkEvaluations,
        double seconds) {

    /** Normalised effective sample size by each kind of weight. */
    public record Ess(@Nullable Double left, @Nullable Double trapezoid, double exact) {}

    /** A number of each path. */
    public record PerPath(double mean, double max) {
        static PerPath of(long[] each) {
            LongSummaryStatistics all = Arrays.stream(each).summaryStatistics();
            return new PerPath(all.getAverage(), all.getMax());
        }
    }

    /**
     * log Z by each kind of weight.
     *
     * @param lowerBound mean of the exact log weight of paths that start at the prior
     * @param upperBound mean of the exact log weight of reversed paths that start at exact samples, where there are any
     * @param standardError of {@code exact}
     * @param reference the exact value, where it is known
     */
    public record LogZ(
            @Nullable Double left,
            @Nullable Double trapezoid,
            double exact,
            double lowerBound,
            @Nullable Double upperBound,
            double standardError,
            @Nullable Double reference) {}

    /** An evaluation and the samples it was made of. */
    public record Result(Evaluation evaluation, FlowSampler.Weighted weighted) {
        /** Why its numbers cannot be true, where they cannot. */
        public Optional<String> impossible() {
            SampleSet samples = weighted.samples();
            return Trust.impossible(evaluation.logZ.exact, samples.logDensity(), samples.space())
                    .map(why -> why + " (a smaller train.learningRate may help)");
        }
    }

    /** A warning where its weights leave few samples. */
    public Optional<String> warning() {
        return Trust.few(ess.exact, samples);
    }

    @JsonProperty("warning")
    @Nullable
    String warningText() {
        return warning().orElse(null);
    }

    /** Draws {@code count} samples of a model and judges them. */
    public static Result of(Model model, int count, Rng rng) {
        return of(model, model.sampler(), count, rng);
    }

    /** Judges samples of a model by a sampler of it, which may refine its states by Markov moves. */
    public static Result of(Model model, FlowSampler sampler, int count, Rng rng) {
        return of(model, sampler, count, rng, number -> {});
    }

    /** And tells on the way how many samples there are. */
    public static Result of(Model model, FlowSampler sampler, int count, Rng rng, IntConsumer drawn) {
        return of(model.target(), sampler, count, rng, model.settings().seed(), drawn);
    }

    /**
     * Draws {@code count} samples of any target by a sampler of it and judges them, against exact values where
     * {@link ExactValues#of} knows some.
     */
    public static Result of(Target target, FlowSampler sampler, int count, Rng rng) {
        return of(target, sampler, count, rng, 1, number -> {});
    }

    /** The seed is that of the exact samples from which the upper bound starts. */
    private static Result of(Target target, FlowSampler sampler, int count, Rng rng, long seed, IntConsumer drawn) {
        FlowSampler.Weighted weighted = sampler.weighted(count, rng, drawn);
        SampleSet samples = weighted.samples();
        double[] exact = samples.logWeights();
        ExactValues known = ExactValues.of(target).orElse(null);
        int sites = samples.space().sites();
        int group = sampler.simulator().resampleBelow() > 0 ? sampler.batch() : 1;
        Thermodynamics t = Thermodynamics.of(samples.logDensity(), exact, Tempered.of(target), sites, known, group);
        Bound upper = upperBound(target, sampler.simulator().plain(), Math.min(count, sampler.batch()), rng, seed);
        Cost cost = samples.cost().plus(upper.cost());
        LogZ logZ = new LogZ(
                of(weighted.left(), Weights::logMean),
                of(weighted.trapezoid(), Weights::logMean),
                Weights.logMean(exact),
                Statistics.mean(exact),
                upper.value(),
                Weights.logMeanStandardError(exact, group),
                known == null ? null : known.logZ());
        Evaluation evaluation = new Evaluation(
                new Ess(of(weighted.left(), Weights::ess), of(weighted.trapezoid(), Weights::ess), Weights.ess(exact)),
                logZ,
                t.freeEnergyPerSite(),
                t.internalEnergyPerSite(),
                t.entropyPerSite(),
                Statistics.variance(exact) / sites,
                spins(samples.space()) ? Observables.magnetisation(samples) : null,
                !spins(samples.space()) && !samples.space().mixed() ? orderParameter(target, samples, group) : null,
                Fluctuations.of(target, samples, group),
                count,
                sampler.simulator() instanceof Jumps j ? j.grid().steps() : null,
                sampler.simulator() instanceof Steps s ? s.grid().steps() : null,
                sampler.simulator() instanceof Steps ? count : null,
                PerPath.of(weighted.calls()),
                PerPath.of(weighted.jumps()).mean(),
                cost.targetEvaluations(),
                cost.networkEvaluations(),
                cost.seconds());
        return new Result(evaluation, weighted);
    }

    /** This evaluation with the weights of the paper, left and trapezoid, of other paths of the same flow, which made steps. */
    public Evaluation withSums(FlowSampler.Weighted steps, int newTimeSteps) {
        Cost more = steps.samples().cost();
        return new Evaluation(
                new Ess(of(steps.left(), Weights::ess), of(steps.trapezoid(), Weights::ess), ess.exact),
                new LogZ(
                        of(steps.left(), Weights::logMean),
                        of(steps.trapezoid(), Weights::logMean),
                        logZ.exact,
                        logZ.lowerBound,
                        logZ.upperBound,
                        logZ.standardError,
                        logZ.reference),
                freeEnergyPerSite,
                internalEnergyPerSite,
                entropyPerSite,
                varLogWeightPerSite,
                magnetisation,
                orderParameter,
                fluctuations,
                samples,
                cells,
                newTimeSteps,
                steps.samples().count(),
                networkCallsPerPath,
                jumpsPerPath,
                targetEvaluations + more.targetEvaluations(),
                networkEvaluations + more.networkEvaluations(),
                seconds + more.seconds());
    }

    private static boolean spins(StateSpace space) {
        return space.states() == 2 && !space.mixed();
    }

    private static @Nullable Double of(double @Nullable [] logWeights, ToDoubleFunction<double[]> number) {
        return logWeights == null ? null : number.applyAsDouble(logWeights);
    }

    private static Estimate orderParameter(Target target, SampleSet samples, int group) {
        Estimate drawn = Observables.orderParameter(samples, group);
        return Enumeration.fits(samples.space())
                ? new Estimate(drawn.value(), drawn.standardError(), Observables.orderParameter(Enumeration.of(target)))
                : drawn;
    }

    private record Bound(@Nullable Double value, Cost cost) {}

    private static Bound upperBound(Target target, Simulator simulator, int count, Rng rng, long seed) {
        if (!Enumeration.fits(target.space())) {
            return new Bound(null, Cost.NONE);
        }
        try (Scope scope = Scope.open();
                Rng host = Rng.seeded(seed, Device.CPU)) {
            SampleSet truth = Enumeration.of(target).sample(count, host);
            var x = Tensors.of(
                            truth.states(), rng.device(), count, truth.space().sites())
                    .to(ScalarType.Long);
            Paths paths = simulator.backward(x, rng);
            return new Bound(Statistics.mean(Tensors.doubles(paths.weights().exact())), paths.cost());
        }
    }
}
