package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Plausible.check;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.optim.Clock;
import io.github.dnfs4j.optim.Resumable;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.settings.Estimator;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 1. Each round simulates new paths with the current rates, takes {@code c_t = mean of xi_t} (or another
 * {@link Estimator}) from them, and makes a number of optimiser steps on states drawn from the replay buffer, on the loss
 *
 * <pre>{@code L = mean over (t, x) of (xi_t(x) - c_t)^2,    xi_t(x) = d/dt log p~_t(x) + sum (R - R')}</pre>
 *
 * <p>which vanishes when the chain follows the path. The order of events depends on the step number alone, and all
 * randomness comes from one stream, so a run that is stopped and resumed makes the same steps as one that is not.
 *
 * <p>Several ranks share batches and trajectories in equal parts: each simulates paths of its own by its own stream and
 * keeps them in its own buffer; c_t, gradients, losses and times are those of all.
 */
public final class Trainer implements Resumable<TrainerState>, AutoCloseable {
    private final Flow goal;
    private final TrainSettings settings;
    private final Schedule schedule;
    private final Ranks ranks;
    private final Rng rng;
    private final ReplayBuffer buffer;
    private final SlopeEstimates estimates;
    private final OptimiserStep optimiser;
    private final @Nullable Instances instances;
    private final Horizon horizon;
    private final TimeDensity density;
    private final int mostPending;
    private final Climb climb;
    private final Clock clock;
    private Cost simulated = Cost.NONE;

    /** A trainer of the flow's network; {@code rng} must live on the network's device. */
    public Trainer(Flow flow, TrainSettings settings, Rng rng) {
        this(flow, settings, Ranks.ALONE, rng);
    }

    /** A trainer by several ranks, each with a stream of its own; the settings are those of all together. */
    public Trainer(Flow flow, TrainSettings settings, Ranks ranks, Rng rng) {
        this(flow, settings, null, Horizon.linear(settings), ranks, rng, pending(rng));
    }

    Trainer(Flow flow, TrainSettings settings, Rng rng, int mostPending) {
        this(flow, settings, null, Horizon.linear(settings), Ranks.ALONE, rng, mostPending);
    }

    /** A trainer for many instances, which are the rows of the flow's target; each rank has its own. */
    public Trainer(Flow flow, TrainSettings settings, Instances instances, Horizon horizon, Ranks ranks, Rng rng) {
        this(flow, settings, instances, horizon, ranks, rng, pending(rng));
    }

    private static int pending(Rng rng) {
        return rng.device() == Device.CPU ? 1 : OptimiserStep.TABLE;
    }

    private Trainer(
            Flow flow,
            TrainSettings ofAll,
            @Nullable Instances instances,
            Horizon horizon,
            Ranks ranks,
            Rng rng,
            int mostPending) {
        settings = ofAll.share(ranks.size());
        this.ranks = ranks;
        int groups = instances == null ? 0 : groups(settings, instances.groups());
        this.instances = instances;
        this.horizon = horizon;
        goal = flow.clipped(settings.logRatioClip());
        this.rng = rng;
        this.mostPending = mostPending;
        schedule = new Schedule(settings);
        clock = new Clock(settings.budget().steps(), settings.budget().minutes(), ranks);
        try (Scope scope = Scope.open()) {
            buffer = new ReplayBuffer(settings, flow.path().space(), groups, rng.device());
            estimates = new SlopeEstimates(settings.estimator(), flow.path(), groups, ranks);
            optimiser = new OptimiserStep(goal, settings, buffer, ranks, rng);
            climb = new Climb(goal, schedule, optimiser, rng.device());
            density = new TimeDensity();
        }
    }

    /** The groups of paths that have instances of their own; refuses what does not go with them. */
    private static int groups(TrainSettings settings, int groups) {
        check(
                groups >= 1
                        && settings.paths().trajectories() % groups == 0
                        && settings.paths().trajectories() / groups >= 2,
                "trajectories must be a multiple of the graphs in a round, at least 2 for each");
        check(
                settings.estimator() != Estimator.LEARNED,
                "a learned d/dt log Z knows one instance only; take another estimator");
        check(
                !settings.paths().ownTimes() && settings.ladder().strengths().isEmpty(),
                "many instances go neither with random or dense times nor with a ladder");
        return groups;
    }

    /** Trains until the budget is spent or {@code stop} says so; several ranks ask it between two {@link #bundle bundles}. */
    public void run(TrainListener listener, BooleanSupplier stop) {
        clock.start();
        while (clock.goesOn(stop, optimiser.pending() == 0)) {
            if (clock.steps() % settings.paths().stepsPerRound() == 0) {
                listener.round(simulate(listener));
            }
            step();
            clock.look();
            if (optimiser.pending() >= mostPending
                    || clock.steps() % settings.paths().stepsPerRound() == 0) {
                tell(listener);
                clock.look();
            }
        }
        tell(listener);
    }

    private void tell(TrainListener listener) {
        optimiser.tell(step -> {
            horizon.hear(step.loss());
            listener.step(step);
        });
    }

    /** See {@link Clock#follow}. */
    public void follow(DoubleSupplier progressOfAll) {
        clock.follow(progressOfAll);
    }

    @Override
    public double progress() {
        return clock.progress();
    }

    private TrainListener.Round simulate(TrainListener listener) {
        if (climb.to(schedule.rung(progress()))) {
            buffer.clear();
        }
        TimeGrid grid = schedule.grid(horizon.next(progress()), density, ranks, rng);
        buffer.beginRound(grid);
        try (Scope scope = Scope.open()) {
            int groups = 1;
            if (instances != null) {
                groups = instances.groups() * ranks.size();
                instances.draw(buffer.newest(), rng);
            }
            Paths paths = climb.simulation().forward(grid, buffer.rows(), rng, (k, p) -> {
                buffer.add(k, p.x());
                estimates.at(p);
            });
            simulated = simulated.plus(paths.cost());
            listener.paths(paths);
            int states = goal.path().space().states();
            SlopeEstimates.Found found = estimates.finish();
            buffer.estimate(found.slopes());
            density.hear(grid, found.noise().residuals());
            return Rounds.of(clock.steps(), climb.rung(), states, groups, grid, paths, found.noise(), ranks);
        }
    }

    private void step() {
        double rate = schedule.learningRate(progress());
        optimiser.run(clock.tick(), progress(), rate, rng);
    }

    @Override
    public Map<String, Tensor> tensors() {
        Map<String, Tensor> all = new TreeMap<>(buffer.state());
        all.putAll(optimiser.state());
        if (instances != null) {
            all.putAll(instances.state());
            all.put("annealing", horizon.memory());
        }
        if (settings.paths().denseTimes()) {
            all.put("times.residual", density.memory());
        }
        return all;
    }

    @Override
    public TrainerState saved() {
        return new TrainerState(clock.steps(), clock.seconds(), climb.rung(), simulated, buffer.cursor(), rng.state());
    }

    @Override
    public void restore(TrainerState saved) {
        clock.set(saved.steps(), saved.seconds());
        check(saved.rung() >= 0 && saved.rung() <= settings.ladder().strengths().size(), "no rung " + saved.rung());
        buffer.cursor(saved.replay());
        climb.to(saved.rung());
        simulated = saved.simulated() == null ? Cost.NONE : saved.simulated();
        rng.restore(saved.generator());
        if (instances != null) {
            horizon.restore();
            instances.restored();
        }
    }

    /** The moving average of the weights, flat as {@link io.github.dnfs4j.torch.Parameters#values}. */
    public Tensor averagedWeights() {
        return optimiser.average();
    }

    public Flow flow() {
        return goal;
    }

    /** How many steps at most a listener hears of together. */
    public int bundle() {
        return mostPending;
    }

    @Override
    public long steps() {
        return clock.steps();
    }

    @Override
    public double seconds() {
        return clock.seconds();
    }

    /** What training took so far, of all ranks: the paths, and the states of every batch with all their neighbours. */
    public Cost cost() {
        long states = clock.steps() * settings.optimiser().batch();
        Cost batches = new Cost(states * (1 + goal.path().space().neighbours()), states, 0);
        Cost own = simulated.plus(batches);
        int size = ranks.size();
        return new Cost(size * own.targetEvaluations(), size * own.networkEvaluations(), clock.seconds());
    }

    /** Puts the moving average in the place of the network's weights: the end of training. */
    public void useAverage() {
        goal.net().parameters().values().copy_(optimiser.average());
    }

    @Override
    public void close() {
        climb.close();
        optimiser.close();
        buffer.close();
        horizon.close();
        density.close();
    }
}
