package io.github.dnfs4j.experiment.bench;

import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Replay;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Torch;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * How long the parts of training and sampling take, as medians after a warm-up.
 *
 * @param trainStepMs one optimiser step: loss, backward, update
 * @param forwardMs the network and the rates at {@code FORWARD_STATES} states
 * @param loopStepMs one optimiser step with its share of the simulation of new paths
 * @param samplesPerSecond paths with exact weights
 * @param peakRssMb memory of the process
 */
public record SpeedTest(
        double trainStepMs, double forwardMs, double loopStepMs, double samplesPerSecond, long peakRssMb) {
    /** The states of one measured forward pass. */
    public static final int FORWARD_STATES = 256;

    private static final int FORWARDS = 9;
    private static final int WARMUPS = 5;

    /** Measures {@code train.steps} optimiser steps, of which the first third warms up. */
    public static SpeedTest measure(RunSettings settings) {
        try (Rng rng = Rng.seeded(settings.seed(), settings.hardware());
                Model model = Model.create(settings, rng);
                Trainer trainer = new Trainer(model.flow(), settings.train(), rng)) {
            Stopwatch watch = new Stopwatch(settings.train().budget().steps() / 3, trainer.bundle());
            trainer.run(watch, () -> false);
            double step = median(watch.steps);
            double loop =
                    step + median(watch.rounds) / TrainSettings.DEFAULT.paths().stepsPerRound();
            return new SpeedTest(step, forward(model, rng), loop, sampling(model, rng), Torch.peakMemory() >> 20);
        }
    }

    private static double forward(Model model, Rng rng) {
        List<Double> times = new ArrayList<>();
        try (Scope scope = Scope.open()) {
            Tensor x = model.flow().path().start(FORWARD_STATES, rng);
            Tensor t = Tensors.full(0.5, rng.device());
            Tensor xi = Tensors.full(0, rng.device(), FORWARD_STATES);
            try (Replay forward = new Replay(
                    rng.device(),
                    () -> xi.copy_(model.flow().at(x, t, RateFloor.NONE).xi()))) {
                for (int k = 0; k < WARMUPS + FORWARDS; k++) {
                    long start = System.nanoTime();
                    forward.run();
                    Tensors.doubles(xi); // waits until a GPU is done
                    if (k >= WARMUPS) {
                        times.add(milliseconds(start));
                    }
                }
            }
        }
        return median(times);
    }

    private static double sampling(Model model, Rng rng) {
        int count = model.settings().sampling().batch();
        long start = System.nanoTime();
        model.sampler().sample(count, rng);
        return 1000 * count / milliseconds(start);
    }

    private static double milliseconds(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }

    /** Times what a trainer does between two of its reports. */
    private static final class Stopwatch implements TrainListener {
        private final int warmup;
        private final int bundle;
        private final List<Double> steps = new ArrayList<>();
        private final List<Double> rounds = new ArrayList<>();
        private long last = System.nanoTime();

        Stopwatch(int warmup, int bundle) {
            this.warmup = warmup;
            this.bundle = bundle;
        }

        @Override
        public void step(Step step) {
            if (step.number() % bundle == 0) {
                record(steps, step.number(), bundle);
            }
        }

        @Override
        public void round(Round round) {
            record(rounds, round.step(), 1);
        }

        private void record(List<Double> times, long step, int parts) {
            if (step > warmup) {
                times.add(milliseconds(last) / parts);
            }
            last = System.nanoTime();
        }
    }
}
