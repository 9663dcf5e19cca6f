package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 1. Each round simulates new paths with the current rates, takes {@code c_t = mean of xi_t} (or another {@link Estimator}) from them, and
 * makes a number of optimiser steps on states drawn from the replay buffer, on the loss
 *
 * <pre>{@code L = mean over (t, x) of (xi_t(x) - c_t)^2,    xi_t(x) = d/dt log p~_t(x) + sum (R - R')}</pre>
 *
 * <p>which vanishes when the chain follows the path. The order of events depends on the step number alone, and all
 * randomness comes from one stream, so a run that is stopped and resumed makes the same steps as one that is not.
 */
public final class Trainer implements AutoCloseable {
    private static final int MOST_SKIPPED_IN_A_ROW = 100;

    private final Flow goal;
    private final TrainSettings settings;
    private final Schedule schedule;
    private final Rng rng;
    private final AdamW optimiser;
    private final MovingAverage average;
    private final ReplayBuffer buffer;
    private final SlopeEstimates estimates;
    private final @Nullable LearnedSlope learned;
    private Flow flow; // to the target of the current rung
    private Residual residual;
    private int rung;
    private long steps;
    private double seconds;
    private long skipped;
    private int skippedInARow;

    /** A trainer of the flow's network; {@code rng} must live on the network's device. */
    public Trainer(Flow flow, TrainSettings settings, Rng rng) {
        goal = flow.clipped(settings.logRatioClip());
        this.settings = settings;
        this.rng = rng;
        schedule = new Schedule(settings);
        Parameters parameters = flow.net().parameters();
        optimiser = new AdamW(parameters, settings.weightDecay());
        average = new MovingAverage(parameters.values(), settings.ema());
        buffer = new ReplayBuffer(settings, flow.path().space(), rng.device());
        estimates = new SlopeEstimates(settings.estimator(), flow.path());
        learned = settings.estimator() == Estimator.LEARNED
                ? new LearnedSlope(flow.path().space(), settings.weightDecay(), rng)
                : null;
        this.flow = schedule.flow(goal, rung);
        residual = new Residual(this.flow);
    }

    private void climbTo(int newRung) {
        residual.close();
        rung = newRung;
        flow = schedule.flow(goal, rung);
        residual = new Residual(flow);
    }

    /** Trains until the budget is spent or {@code stop} says so; it is asked before each step. */
    public void run(TrainListener listener, BooleanSupplier stop) {
        long start = System.nanoTime();
        double before = seconds;
        while (progress() < 1 && !stop.getAsBoolean()) {
            if (steps % settings.stepsPerRound() == 0) {
                listener.round(simulate());
            }
            listener.step(step());
            seconds = before + (System.nanoTime() - start) / 1e9;
        }
    }

    /** Share of the budget spent, 0 to 1. */
    public double progress() {
        double p = settings.steps() > 0 ? (double) steps / settings.steps() : seconds / 60 / settings.minutes();
        return Math.min(1, p);
    }

    private TrainListener.Round simulate() {
        if (schedule.rung(progress()) != rung) {
            climbTo(schedule.rung(progress()));
            buffer.clear();
        }
        TimeGrid grid = schedule.grid(progress(), rng);
        buffer.beginRound(grid);
        try (Scope scope = Scope.open()) {
            Simulator simulator = settings.simulator(flow, grid);
            Simulator.Paths paths =
                    simulator.forward(settings.trajectories(), rng, (k, p) -> buffer.add(k, p.x(), estimates.at(p)));
            return Rounds.of(steps, rung, goal.path().space().states(), grid, paths, estimates.finish());
        }
    }

    private TrainListener.Step step() {
        double progress = progress();
        double rate = schedule.learningRate(progress);
        Parameters parameters = flow.net().parameters();
        steps++;
        try (Scope scope = Scope.open()) {
            ReplayBuffer.Batch batch = buffer.draw(settings.batch(), rng);
            LearnedSlope.@Nullable Slope slope = learned == null ? null : learned.at(batch.t());
            double value = residual.backward(slope == null ? batch : batch.with(slope.leaf()));
            double norm = parameters.gradients().norm().item_double();
            if (Double.isFinite(value) && Double.isFinite(norm)) {
                skippedInARow = 0;
                optimiser.update(rate, Math.min(1, settings.gradientClip() / Math.max(norm, 1e-12)));
                average.update(parameters.values(), steps);
                if (learned != null && slope != null) {
                    learned.update(slope, rate, settings.gradientClip());
                }
            } else {
                skip(value, norm);
            }
            return new TrainListener.Step(steps, progress, value, norm, rate, skipped);
        }
    }

    private void skip(double loss, double norm) {
        skipped++;
        if (++skippedInARow >= MOST_SKIPPED_IN_A_ROW) {
            throw new DivergedException(skippedInARow, loss, norm);
        }
    }

    /** All tensors that decide how the run goes on. */
    Map<String, Tensor> tensors() {
        Map<String, Tensor> all = new TreeMap<>(buffer.state());
        all.put("weights", flow.net().parameters().values());
        all.put("weights.average", average.average());
        all.put("adam.first", optimiser.first());
        all.put("adam.second", optimiser.second());
        if (learned != null) {
            all.putAll(learned.state());
        }
        return all;
    }

    /** All numbers that decide how the run goes on. */
    Progress saved() {
        return new Progress(
                steps, seconds, optimiser.updates(), skipped, skippedInARow, rung, buffer.cursor(), rng.state());
    }

    void restore(Progress saved) {
        steps = saved.steps();
        seconds = saved.seconds();
        optimiser.updates(saved.updates());
        skipped = saved.skipped();
        skippedInARow = saved.skippedInARow();
        buffer.cursor(saved.replay());
        climbTo(saved.rung());
        if (learned != null) {
            learned.updates(saved.updates());
        }
        rng.restore(saved.generator());
    }

    /** The moving average of the weights, flat as {@link Parameters#values}. */
    Tensor averagedWeights() {
        return average.average();
    }

    public Flow flow() {
        return goal;
    }

    public long steps() {
        return steps;
    }

    public double seconds() {
        return seconds;
    }

    /** Puts the moving average in the place of the network's weights: the end of training. */
    public void useAverage() {
        flow.net().parameters().values().copy_(average.average());
    }

    @Override
    public void close() {
        optimiser.close();
        average.close();
        buffer.close();
        residual.close();
        if (learned != null) {
            learned.close();
        }
    }
}
