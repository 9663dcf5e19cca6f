package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.Simulation;
import io.github.dnfs4j.flow.Steps;
import io.github.dnfs4j.mcmc.GibbsWithGradients;
import io.github.dnfs4j.mcmc.Guess;
import io.github.dnfs4j.mcmc.Metropolis;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * EB-DNFS (equation 13): a flow is trained along with the energy, and the ends y of its paths are the negatives, with
 * weights
 *
 * <pre>{@code
 * c = softmax(log w),  log w <- log w + U_now(y) - U_then(y) after each update      y [r m, d], of the last r rounds
 * }</pre>
 *
 * <p>as in annealed importance sampling: y may make moves of a Markov chain on the way. With the rule of Metropolis and
 * Hastings the negatives are m chains instead: in each round a chain at x proposes the end y of a new path and takes it
 * with probability {@code min(1, w(y) / w(x))}, where w(y) is the exact weight of
 * the new path, and w(x) that of a path simulated backwards from x with the same rates. Both are laws on paths, so that
 * the model is invariant whatever the flow.
 */
final class FlowContrast implements Contrast {
    private final NeuralEnergy target;
    private final SamplerSettings settings;
    private final Trainer trainer;
    private final Ranks ranks;
    private final Rng rng;
    private final @Nullable Simulation reversed;
    /** Chains, or the ends of the paths of the last rounds: states [r m, d], log weights [r m], U at that time [r m]. */
    private final Tensor x;

    private final Tensor logWeights;
    private final Tensor u;
    /** ESS of the exact weights of the last round, and share of proposals taken. */
    private double ess = Double.NaN;

    private final Tensor accepted;
    private long updates;
    private long rounds;

    /** With paths of its own for each rank, of a flow that all train. */
    FlowContrast(
            NeuralEnergy target,
            SamplerSettings settings,
            boolean corrected,
            Ranks ranks,
            Rng rng,
            DoubleSupplier progress) {
        this.target = target;
        this.settings = settings;
        this.ranks = ranks;
        this.rng = rng;
        TrainSettings train = settings.train();
        if (corrected && (train.paths().sweeps() > 0 || train.paths().ownTimes())) {
            // The path back must be one of the paths forward.
            throw new IllegalArgumentException(
                    "eb-dnfs-mh needs sampler.train.sweeps=0, and neither sampler.train.randomTimes nor denseTimes");
        }
        trainer = new Trainer(settings.flow(target, rng), train, ranks, rng);
        trainer.follow(progress);
        int m = train.share(ranks.size()).paths().trajectories();
        reversed = corrected
                ? Steps.of(
                                trainer.flow(),
                                TimeGrid.uniform(train.paths().timeSteps()),
                                train.paths().rule(),
                                new RateFloor(train.paths().reversibleFloor(), 0))
                        .runs(m, rng.device())
                : null;
        try (Scope scope = Scope.open()) {
            long r = corrected ? 1 : settings.keptRounds();
            x = Scope.own(Tensors.zeros(
                    ScalarType.Long, rng.device(), r * m, target.space().sites()));
            // Until a round has filled them, places weigh nothing.
            logWeights = Scope.own(Tensors.full(Double.NEGATIVE_INFINITY, rng.device(), r * m));
            u = Scope.own(Tensors.full(0, rng.device(), r * m));
            accepted = Scope.own(Tensors.full(0, rng.device()));
        }
    }

    @Override
    public Loss prepare(Tensor data, Rng same) {
        if (updates % settings.energySteps() == 0) {
            long until = trainer.steps() + settings.train().paths().stepsPerRound();
            trainer.run(new Ends(), () -> trainer.steps() >= until);
        }
        updates++;
        if (reversed != null) {
            walk();
            return Linear.of(data, x);
        }
        logWeights.add_(target.logDensity(x)).sub_(u);
        walk();
        u.copy_(target.logDensity(x));
        return Linear.of(data, x, shares());
    }

    /** c of the negatives of this rank; the mean over the ranks of what they weigh is that of all negatives together. */
    private Tensor shares() {
        Tensor all = ranks.all(logWeights);
        return times(all.flatten().softmax(-1).view_as(all).select(0, ranks.rank()), ranks.size());
    }

    /** Takes the ends of each round's paths. */
    private final class Ends implements TrainListener {
        @Override
        public void paths(Paths paths) {
            if (reversed == null || rounds == 0) {
                take(paths);
            } else {
                propose(paths, reversed);
            }
        }

        @Override
        public void round(Round round) {
            ess = round.essExact();
        }
    }

    private void take(Paths paths) {
        long m = paths.x().size(0);
        long place = rounds++ % (x.size(0) / m) * m;
        x.narrow(0, place, m).copy_(paths.x());
        u.narrow(0, place, m).copy_(paths.u());
        logWeights.narrow(0, place, m).copy_(settings.weights().of(paths.weights()));
    }

    private void propose(Paths paths, Simulation back) {
        Tensor here = back.backward(x, rng, null).weights().exact();
        Tensor there = paths.weights().exact();
        Tensor takes = rng.uniform(here.size(0)).log().lt(there.sub(here));
        x.copy_(torch.where(takes.unsqueeze(1), paths.x(), x));
        accepted.copy_(takes.to(ScalarType.Double).mean());
    }

    /** Local moves that leave the model of the moment invariant, hence every weight; cheap beside a path. */
    private void walk() {
        if (settings.moves() > 0) {
            Metropolis local = new Metropolis(new GibbsWithGradients(), Guess.of(target), settings.moves(), true);
            x.copy_(ChainContrast.move(target, local, x, rng));
        }
    }

    Trainer trainer() {
        return trainer;
    }

    @Override
    public Map<String, Double> report() {
        Map<String, Double> all = new TreeMap<>(Map.of("essExact", ess));
        if (reversed != null) {
            all.put("acceptance", accepted.item_double());
        }
        return all;
    }

    @Override
    public Map<String, Tensor> tensors() {
        Map<String, Tensor> all = new TreeMap<>();
        trainer.tensors().forEach((name, tensor) -> all.put("sampler." + name, tensor));
        all.put("negatives", x);
        all.put("negatives.logWeights", logWeights);
        all.put("negatives.u", u);
        return all;
    }

    @Override
    public ContrastState saved() {
        return new ContrastState(updates, trainer.saved(), 0);
    }

    @Override
    public void restore(ContrastState saved) {
        updates = saved.updates();
        rounds = (updates + settings.energySteps() - 1) / settings.energySteps();
        trainer.restore(Objects.requireNonNull(saved.sampler()));
    }

    @Override
    public void close() {
        if (reversed != null) {
            reversed.close();
        }
        trainer.flow().net().close();
        trainer.close();
        x.close();
        logWeights.close();
        u.close();
        accepted.close();
    }
}
