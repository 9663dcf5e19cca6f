package io.github.dnfs4j.ebm;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.mcmc.AnnealedSampler;
import io.github.dnfs4j.mcmc.ChainSampler;
import io.github.dnfs4j.mcmc.DiscreteLangevin;
import io.github.dnfs4j.mcmc.GibbsWithGradients;
import io.github.dnfs4j.mcmc.Guess;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Metropolis;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.Mmd;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * How well an energy fits held-out data x: {@code NLL = log Z - mean U(x)}, with log Z found in several ways, and the
 * distance of samples from data. What does not apply is null.
 *
 * @param entropy {@code -mean log p(x)} of the same x where the law p of the data is known: no model gets below
 * @param excess the NLL by exact Z, else by uniform states, less the entropy: an estimate of KL(p, model). Its error is
 *     smaller than theirs, because the two rise and fall with the states that happen to be held out
 * @param nllExact with Z by enumeration, up to 20 bits
 * @param nllImportance with Z by uniform states, as the paper has it; low where these miss the mass
 * @param nllAnnealed with Z by annealed importance sampling
 * @param nllFlow with Z by exact weights of the flow
 * @param nllBound minus the flow's lower bound of log p(x), by paths simulated backwards from the data
 * @param nllIndependent of independent bits, fitted to the training data
 * @param nllMixture of a mixture of such
 * @param nllTree of a tree
 * @param mmdEnergy samples of the energy (exact ones, or those of long chains) against data
 * @param mmdSampler samples of the flow as they come against data
 * @param ess of the flow's exact weights
 */
public record EbmEvaluation(
        @Nullable Estimate entropy,
        @Nullable Estimate excess,
        @Nullable Estimate nllExact,
        Estimate nllImportance,
        @Nullable Estimate nllAnnealed,
        @Nullable Estimate nllFlow,
        @Nullable Estimate nllBound,
        @Nullable Estimate nllIndependent,
        @Nullable Estimate nllMixture,
        @Nullable Estimate nllTree,
        @Nullable Estimate mmdEnergy,
        @Nullable Estimate mmdSampler,
        @Nullable Double ess,
        int data,
        double seconds) {
    private static final int BOUNDED = 1000;
    /** What baselines are fitted to. */
    private static final int TRAINED = 20_000;

    /**
     * How much to spend.
     *
     * @param data held-out states, and samples of each kind
     * @param uniform states in the importance sampling
     * @param annealing paths of as many steps as {@code moves}; 0 to leave it out
     * @param moves of the chains that sample the energy where it cannot be enumerated; 0 to leave them out
     */
    public record Effort(int data, int uniform, int annealing, int moves) {
        /** The paper's numbers, and chains that two cores run in half a minute. */
        public static final Effort DEFAULT = new Effort(4000, 1_000_000, 256, 200);
    }

    /** A warning where the weights of the flow leave few samples. */
    public Optional<String> warning() {
        return ess == null ? Optional.empty() : Trust.few(ess, data);
    }

    @JsonProperty("warning")
    @Nullable
    String warningText() {
        return warning().orElse(null);
    }

    /** Judges a model. */
    public static EbmEvaluation of(EbmModel model, Data data, Effort effort, Rng rng) {
        long start = System.nanoTime();
        NeuralEnergy target = model.target();
        AnnealingPath path = new AnnealingPath(target);
        boolean small = Enumeration.fits(target.space());
        FlowSampler sampler = model.sampler();
        try (Scope scope = Scope.open()) {
            Tensor x = data.heldOut(effort.data(), rng);
            int n = Math.toIntExact(x.size(0));
            double[] u = Tensors.doubles(target.logDensity(x));
            SampleSet drawn = sampler == null ? null : sampler.sample(n, rng);
            Estimate annealed = null;
            if (effort.annealing() > 0) {
                SampleSet set = AnnealedSampler.ais(path, move(), Math.max(1, effort.moves()))
                        .sample(effort.annealing(), rng);
                annealed = nll(set.logWeights(), u);
            }
            double[] logw = uniform(target, effort.uniform(), rng);
            Estimate exact = small ? exact(target, u) : null;
            Baselines simple = Baselines.of(
                    Tensors.bytes(data.train(TRAINED, rng)),
                    Tensors.bytes(x),
                    target.space().sites(),
                    1);
            double[] p = data.logProbability(x).map(Tensors::doubles).orElse(null);
            return new EbmEvaluation(
                    p == null ? null : Estimate.of(-Statistics.mean(p), Statistics.standardError(p)),
                    p == null ? null : excess(exact, logw, u, p),
                    exact,
                    nll(logw, u),
                    annealed,
                    drawn == null ? null : nll(drawn.logWeights(), u),
                    sampler == null ? null : bound(sampler.simulator(), x.narrow(0, 0, Math.min(n, BOUNDED)), rng),
                    simple.independent(),
                    simple.mixture(),
                    simple.tree(),
                    small || effort.moves() > 0 ? Mmd.of(energySamples(target, n, effort, rng), x) : null,
                    drawn == null ? null : Mmd.of(states(drawn, rng.device()), x),
                    drawn == null ? null : Weights.ess(drawn.logWeights()),
                    n,
                    (System.nanoTime() - start) / 1e9);
        }
    }

    /**
     * log Z of a model, and how it is known: by enumeration up to 20 bits, else by exact weights of its flow, else by
     * annealed importance sampling.
     */
    public static Normalised normalised(EbmModel model, int paths, int moves, Rng rng) {
        NeuralEnergy target = model.target();
        FlowSampler sampler = model.sampler();
        if (Enumeration.fits(target.space())) {
            return new Normalised(Estimate.of(Enumeration.of(target).logZ(), 0), "enumeration", 1, 0);
        }
        SampleSet set = sampler != null
                ? sampler.sample(paths, rng)
                : AnnealedSampler.ais(new AnnealingPath(target), move(), moves).sample(paths, rng);
        double[] logw = set.logWeights();
        return new Normalised(
                Estimate.of(Weights.logMean(logw), Weights.logMeanStandardError(logw)),
                sampler != null ? "exact weights of its flow" : "annealed importance sampling",
                Weights.ess(logw),
                paths);
    }

    /**
     * log Z.
     *
     * @param by how it is known
     * @param ess normalised, of the weights; 1 where there are none
     * @param paths how many; 0 where none were needed
     */
    public record Normalised(Estimate logZ, String by, double ess, int paths) {}

    private static MarkovKernel move() {
        return new Metropolis(new DiscreteLangevin(0.2), Guess.GRADIENT, 1, true);
    }

    private static Estimate exact(NeuralEnergy target, double[] u) {
        double logZ = Enumeration.of(target).logZ();
        return Estimate.of(logZ - Statistics.mean(u), Statistics.standardError(u));
    }

    private static Estimate excess(@Nullable Estimate exact, double[] logw, double[] u, double[] p) {
        double[] difference = new double[u.length];
        Arrays.setAll(difference, k -> u[k] - p[k]);
        return exact == null
                ? nll(logw, difference)
                : Estimate.of(exact.value() + Statistics.mean(p), Statistics.standardError(difference));
    }

    /** {@code log mean w - mean u} of independent log weights and densities. */
    private static Estimate nll(double[] logw, double[] u) {
        double error = Math.hypot(Weights.logMeanStandardError(logw), Statistics.standardError(u));
        return Estimate.of(Weights.logMean(logw) - Statistics.mean(u), error);
    }

    private static double[] uniform(NeuralEnergy target, int count, Rng rng) {
        int chunk = rng.device() == Device.CPU ? 4096 : 1 << 17;
        double[] logw = new double[count];
        for (int from = 0; from < count; from += chunk) {
            try (Scope scope = Scope.open()) {
                int n = Math.min(chunk, count - from);
                Tensor x =
                        rng.integers(target.space().states(), n, target.space().sites());
                Tensor w = Ops.plus(target.logDensity(x), target.space().logSize());
                System.arraycopy(Tensors.doubles(w), 0, logw, from, n);
            }
        }
        return logw;
    }

    private static Estimate bound(Simulator simulator, Tensor x, Rng rng) {
        Paths paths = simulator.plain().backward(x, rng);
        double[] minus = Tensors.doubles(paths.weights().exact().sub(paths.u()));
        return Estimate.of(Statistics.mean(minus), Statistics.standardError(minus));
    }

    /** n states of the model: exact where it can be enumerated, else the ends of chains from uniform starts. */
    public static Tensor energySamples(NeuralEnergy target, int n, Effort effort, Rng rng) {
        return Enumeration.fits(target.space())
                ? exactSamples(target, n, rng)
                : chainSamples(target, n, effort.moves(), rng);
    }

    /** n independent states of an energy that can be enumerated. */
    public static Tensor exactSamples(NeuralEnergy target, int n, Rng rng) {
        try (Rng host = Rng.seeded(rng.integers(Integer.MAX_VALUE, 1).item_long(), Device.CPU)) {
            return states(Enumeration.of(target).sample(n, host), rng.device());
        }
    }

    /** The ends of n chains of so many moves from uniform starts. */
    public static Tensor chainSamples(NeuralEnergy target, int n, int moves, Rng rng) {
        MarkovKernel ten = new Metropolis(new GibbsWithGradients(), Guess.of(target), 10, true);
        return states(new ChainSampler(new AnnealingPath(target), ten, moves).sample(n, rng), rng.device());
    }

    /** The states of a set, int64 [n, d]. */
    public static Tensor states(SampleSet set, Device device) {
        return Tensors.of(set.states(), device, set.count(), set.space().sites())
                .to(ScalarType.Long);
    }
}
