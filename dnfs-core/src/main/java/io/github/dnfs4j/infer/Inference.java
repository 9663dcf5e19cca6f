package io.github.dnfs4j.infer;

import io.github.dnfs4j.factor.Conditioned;
import io.github.dnfs4j.factor.EliminationOrder;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.factor.FactorTarget;
import io.github.dnfs4j.factor.MeanField;
import io.github.dnfs4j.factor.MiniBuckets;
import io.github.dnfs4j.factor.VariableElimination;
import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.flow.Jumps;
import io.github.dnfs4j.mcmc.Sweeps;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Answers questions to a graphical model: exactly, by summing out variables, where memory allows it; else by a flow that
 * learns to sample it. With weights w, zero for states that the model forbids, {@code E[w] = Z}, so that
 *
 * <pre>{@code log Z = log mean w,    p(x_i = a) = sum of w [x_i = a] / sum of w}</pre>
 *
 * <p>have error bars and no bias but that of a ratio, whatever the network has learnt. Forbidden states are reached on the
 * way, at a price, and count nothing at the end. Gibbs sweeps after each cell of the paths mend what the network has not
 * learnt, and leave the weights exact.
 */
public final class Inference {
    private static final int SWEEPS = 2;
    /** Of a table of the upper bound. */
    private static final int BOUND_ENTRIES = 1 << 16;

    private static final String IMPOSSIBLE = "no state agrees with the evidence: its probability is zero";

    private final Settings settings;

    /**
     * How to answer.
     *
     * @param minutes of training, where sampling is needed
     * @param steps of training in place of minutes; 0 for none
     * @param samples to draw
     * @param cells of the paths
     * @param limit of memory for exact answers; empty for none of them
     * @param seed of all randomness
     */
    public record Settings(
            double minutes, int steps, int samples, int cells, Optional<EliminationOrder.Limit> limit, long seed) {
        public static final Settings DEFAULT =
                new Settings(2, 0, 4000, 32, Optional.of(EliminationOrder.Limit.usual()), 1);

        public Settings {
            if (steps < 0 || steps == 0 && !(minutes > 0) || samples < 2 || cells < 1) {
                throw new IllegalArgumentException("inference needs minutes or steps, samples and cells");
            }
        }
    }

    public Inference(Settings settings) {
        this.settings = settings;
    }

    /** Whether an exact answer is within the limit. */
    public boolean exact(Conditioned model) {
        return trivial(model.graph()) || elimination(model).isPresent();
    }

    private Optional<VariableElimination> elimination(Conditioned model) {
        return settings.limit().flatMap(limit -> VariableElimination.of(model, limit));
    }

    /** A model of nothing that could be sampled. */
    private static boolean trivial(FactorGraph free) {
        return Arrays.stream(free.sizes()).allMatch(s -> s == 1);
    }

    /** Answers; {@code stop} ends the training early, and what it has learnt by then is used. */
    public Answer answer(Conditioned model, TrainListener listener, BooleanSupplier stop) {
        long start = System.nanoTime();
        Optional<VariableElimination> exact = trivial(model.graph())
                ? VariableElimination.of(model, EliminationOrder.Limit.usual())
                : elimination(model);
        return exact.isPresent() ? exact(exact.get(), start) : sampled(model, listener, stop, start);
    }

    private static Answer exact(VariableElimination all, long start) {
        double logZ = all.logZ();
        if (logZ == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException(IMPOSSIBLE);
        }
        double[][] marginals = all.marginals();
        double[][] errors =
                Arrays.stream(marginals).map(m -> new double[m.length]).toArray(double[][]::new);
        Answer.Best best = all.mostProbable()
                .map(b -> new Answer.Best(b.state(), b.logDensity()))
                .orElse(null);
        return new Answer(new Answer.LogZ(logZ, 0, logZ, logZ, true), marginals, errors, best, 1, 0, since(start));
    }

    private Answer sampled(Conditioned model, TrainListener listener, BooleanSupplier stop, long start) {
        // What is fixed may be impossible whatever the free variables do.
        if (model.graph().factors().stream().anyMatch(f -> f.order() == 0 && f.log(0) == Double.NEGATIVE_INFINITY)) {
            throw new IllegalStateException(IMPOSSIBLE);
        }
        FactorTarget target = FactorTarget.of(model.graph());
        TrainSettings train = settings.steps() > 0
                ? TrainSettings.DEFAULT.withSteps(settings.steps())
                : TrainSettings.DEFAULT.withMinutes(settings.minutes());
        try (Rng rng = Rng.seeded(settings.seed(), Device.CPU);
                RateNet net = NetworkSettings.suited(target).build(target, rng)) {
            Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
            try (Trainer trainer = new Trainer(flow, train, rng)) {
                trainer.run(listener, stop);
                trainer.useAverage();
            }
            SampleSet drawn = new FlowSampler(Jumps.of(flow, settings.cells()), 1024)
                    .refined(Sweeps.gibbs(SWEEPS))
                    .sample(settings.samples(), rng);
            return weighed(model, target, drawn, start);
        }
    }

    private static Answer weighed(Conditioned model, FactorTarget target, SampleSet drawn, long start) {
        int n = drawn.count();
        double[] logw = drawn.logWeights().clone();
        boolean[] allowed = allowed(target, drawn);
        int best = -1;
        for (int k = 0; k < n; k++) {
            if (!allowed[k]) {
                logw[k] = Double.NEGATIVE_INFINITY;
            } else if (best < 0 || drawn.logDensity()[k] > drawn.logDensity()[best]) {
                best = k;
            }
        }
        if (best < 0) {
            throw new IllegalStateException("none of " + n + " samples is a state that the model allows");
        }
        Answer.LogZ logZ = new Answer.LogZ(
                Weights.logMean(logw),
                Weights.logMeanStandardError(logw),
                Math.max(
                        Statistics.mean(logw),
                        MeanField.run(model.graph(), MeanField.Settings.usual()).logZ()),
                MiniBuckets.upperBound(model.graph(), BOUND_ENTRIES),
                false);
        double[] p = Weights.normalised(logw);
        FactorGraph free = model.graph();
        double[][] marginals = new double[free.variables()][];
        double[][] errors = new double[free.variables()][];
        for (int i = 0; i < marginals.length; i++) {
            marginals[i] = new double[free.size(i)];
            errors[i] = new double[free.size(i)];
            for (int k = 0; k < n; k++) {
                marginals[i][drawn.value(k, i)] += p[k];
            }
            for (int a = 0; a < errors[i].length; a++) {
                double[] psi = new double[n];
                for (int k = 0; k < n; k++) {
                    psi[k] = n * p[k] * ((drawn.value(k, i) == a ? 1 : 0) - marginals[i][a]);
                }
                errors[i][a] = Math.max(
                        Statistics.standardError(psi), rare(marginals[i][a], free.size(i), n * Weights.ess(logw)));
            }
        }
        return new Answer(
                logZ,
                model.complete(marginals, 1),
                model.complete(errors, 0),
                new Answer.Best(model.complete(ints(drawn.state(best))), drawn.logDensity()[best]),
                Weights.ess(logw),
                n,
                since(start));
    }

    /**
     * The least error of a probability of which n independent samples say p: that of its posterior from equal chances for
     * S values. A value that no sample has is not impossible, and would else have an error of 0.
     */
    static double rare(double p, int values, double n) {
        double a = n * p + 1;
        double all = n + values;
        return Math.sqrt(a * (all - a) / (all + 1)) / all;
    }

    private static boolean[] allowed(FactorTarget target, SampleSet drawn) {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensors.of(
                            drawn.states(),
                            Device.CPU,
                            drawn.count(),
                            drawn.space().sites())
                    .to(ScalarType.Long);
            long[] flags = Tensors.longs(target.allowed(x).to(ScalarType.Long));
            boolean[] allowed = new boolean[flags.length];
            for (int k = 0; k < flags.length; k++) {
                allowed[k] = flags[k] != 0;
            }
            return allowed;
        }
    }

    private static int[] ints(byte[] state) {
        int[] x = new int[state.length];
        Arrays.setAll(x, i -> state[i] & 0xff);
        return x;
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
