package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Observables;
import io.github.dnfs4j.metric.Thermodynamics;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * How good a trained sampler is. F = -log Z / beta, E = -&lt;U&gt; / beta and S = log Z - &lt;U&gt; are per site and use exact
 * weights; what is unknown is null. Where paths were resampled, standard errors come from the batches, which alone are
 * independent.
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
        int samples,
        int timeSteps,
        long targetEvaluations,
        long networkEvaluations,
        double seconds) {

    /** Normalised effective sample size by each kind of weight. */
    public record Ess(double left, double trapezoid, double exact) {}

    /**
     * log Z by each kind of weight.
     *
     * @param lowerBound mean of the exact log weight of paths that start at the prior
     * @param upperBound mean of the exact log weight of reversed paths that start at exact samples, where there are any
     * @param standardError of {@code exact}
     * @param reference the exact value, where it is known
     */
    public record LogZ(
            double left,
            double trapezoid,
            double exact,
            double lowerBound,
            @Nullable Double upperBound,
            double standardError,
            @Nullable Double reference) {}

    /** An evaluation and the samples it was made of. */
    public record Result(Evaluation evaluation, FlowSampler.Weighted weighted) {}

    /** Draws {@code count} samples and judges them. */
    public static Result of(Model model, int count, Rng rng) {
        return of(model, model.sampler(), count, rng);
    }

    /** The same with a sampler of the model, which may refine its states by Markov moves. */
    public static Result of(Model model, FlowSampler sampler, int count, Rng rng) {
        FlowSampler.Weighted weighted = sampler.weighted(count, rng);
        SampleSet samples = weighted.samples();
        double[] exact = samples.logWeights();
        ExactValues known = model.settings().target().exact(model.target()).orElse(null);
        int sites = samples.space().sites();
        int group = sampler.simulator().resampleBelow() > 0 ? sampler.batch() : 1;
        Thermodynamics t = Thermodynamics.of(
                samples.logDensity(), exact, model.target().inverseTemperature(), sites, known, group);
        Bound upper = upperBound(model, sampler.simulator().plain(), Math.min(count, sampler.batch()), rng);
        Cost cost = samples.cost().plus(upper.cost());
        LogZ logZ = new LogZ(
                Weights.logMean(weighted.left()),
                Weights.logMean(weighted.trapezoid()),
                Weights.logMean(exact),
                Weights.mean(exact),
                upper.value(),
                Weights.logMeanStandardError(exact, group),
                known == null ? null : known.logZ());
        Evaluation evaluation = new Evaluation(
                new Ess(Weights.ess(weighted.left()), Weights.ess(weighted.trapezoid()), Weights.ess(exact)),
                logZ,
                t.freeEnergyPerSite(),
                t.internalEnergyPerSite(),
                t.entropyPerSite(),
                Weights.variance(exact) / sites,
                samples.space().states() == 2 ? Observables.magnetisation(samples) : null,
                samples.space().states() > 2 ? orderParameter(model, samples, group) : null,
                count,
                sampler.simulator().grid().steps(),
                cost.targetEvaluations(),
                cost.networkEvaluations(),
                cost.seconds());
        return new Result(evaluation, weighted);
    }

    private static Estimate orderParameter(Model model, SampleSet samples, int group) {
        Estimate drawn = Observables.orderParameter(samples, group);
        return Enumeration.fits(samples.space())
                ? new Estimate(
                        drawn.value(),
                        drawn.standardError(),
                        Observables.orderParameter(Enumeration.of(model.target())))
                : drawn;
    }

    private record Bound(@Nullable Double value, Cost cost) {}

    private static Bound upperBound(Model model, Simulator simulator, int count, Rng rng) {
        // Paths with moves in between have no reversed form.
        if (simulator.between() != null || !Enumeration.fits(model.target().space())) {
            return new Bound(null, Cost.NONE);
        }
        try (Scope scope = Scope.open();
                Rng host = Rng.seeded(model.settings().seed(), Device.CPU)) {
            SampleSet truth = Enumeration.of(model.target()).sample(count, host);
            var x = Tensors.of(
                            truth.states(), rng.device(), count, truth.space().sites())
                    .to(ScalarType.Long);
            Simulator.Paths paths = simulator.backward(x, rng);
            return new Bound(Weights.mean(Tensors.doubles(paths.weights().exact())), paths.cost());
        }
    }
}
