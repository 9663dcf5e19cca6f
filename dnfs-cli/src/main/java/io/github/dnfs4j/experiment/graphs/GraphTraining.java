package io.github.dnfs4j.experiment.graphs;

import io.github.dnfs4j.combopt.amortised.AmortisedRun;
import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.experiment.result.ModelResult;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.result.Trained;
import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Display;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.TrainListener.Round;
import io.github.dnfs4j.train.TrainListener.Step;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Trains a solver for a family of graphs and says how it goes. */
public record GraphTraining(Console console, Ranks ranks) {
    /** What came out; {@code exitCode} is that of the signal that stopped it, and then there is no model yet. */
    public record Outcome(Path folder, int exitCode) {}

    /** Hears how large the loss is at the end. */
    private static final class Last implements TrainListener {
        private final TrainListener next;
        private double loss = Double.NaN;

        Last(TrainListener next) {
            this.next = next;
        }

        @Override
        public void step(Step step) {
            loss = Double.isNaN(loss) ? step.loss() : 0.98 * loss + 0.02 * step.loss();
            next.step(step);
        }

        @Override
        public void round(Round round) {
            next.round(round);
        }
    }

    /**
     * Begins a training in a folder that must be new.
     *
     * @param weights the folder of the solver whose weights it begins with, or null for random ones
     */
    public Outcome create(Path folder, AmortisedSettings settings, @Nullable Path weights, Device device)
            throws IOException {
        try (StopSignal stop = StopSignal.install();
                AmortisedRun run = weights == null
                        ? AmortisedRun.create(folder, settings, device, ranks)
                        : AmortisedRun.create(folder, settings, weights, device, ranks)) {
            return execute(folder, run, device, stop);
        }
    }

    /** Goes on with one that was stopped. */
    public Outcome resume(Path folder, Device device) throws IOException {
        try (StopSignal stop = StopSignal.install();
                AmortisedRun run = AmortisedRun.resume(folder, device, ranks)) {
            return execute(folder, run, device, stop);
        }
    }

    /** Goes on up to another budget, also with one that is finished. */
    public Outcome resume(Path folder, Budget budget, Device device) throws IOException {
        try (StopSignal stop = StopSignal.install();
                AmortisedRun run = AmortisedRun.resume(folder, budget, RunResult::remove, device, ranks)) {
            return execute(folder, run, device, stop);
        }
    }

    /** Trains along as another rank than the first, and returns the exit code; see {@link AmortisedRun#follow}. */
    public int follow(Device device, Consumer<AmortisedSettings> check) throws IOException {
        try (StopSignal stop = StopSignal.install();
                AmortisedRun run = AmortisedRun.follow(device, ranks, check)) {
            run.train(new TrainListener() {}, stop, trained -> {});
            return ranks.largest(stop.exitCode());
        }
    }

    private Outcome execute(Path folder, AmortisedRun run, Device device, StopSignal stop) throws IOException {
        AmortisedSettings settings = run.model().settings();
        Trainer trainer = run.trainer();
        String on = device.toString();
        console.say("training " + settings.problem() + " on " + settings.graphs() + ": legf, width "
                + settings.network().hidden() + ", heads "
                + settings.network().heads() + ", layers "
                + settings.network().layers() + "; " + on + ", " + settings.precision());
        try (Display progress = Display.on(console, settings.train(), trainer.progress())) {
            Last last = new Last(progress);
            run.train(last, stop, trained -> write(folder, trained, last.loss, on));
        }
        console.say("trained " + Numbers.count(trainer.steps()) + " steps in " + Numbers.duration(trainer.seconds()));
        int stopped = ranks.largest(stop.exitCode());
        return new Outcome(folder, trainer.progress() < 1 ? stopped : 0);
    }

    /** {@code result.json} as other models have it. */
    private static void write(Path folder, AmortisedRun run, double loss, String device) throws IOException {
        AmortisedSettings s = run.model().settings();
        Trained training = new Trained(
                s.seed(),
                device,
                s.precision().toString(),
                run.trainer().steps(),
                run.trainer().seconds(),
                null,
                null,
                Double.isFinite(loss) ? loss : null); // a run that was resumed at its end heard of no step
        ModelResult.begin(folder, ModelResult.name(folder), run.model().weights(), training, Versions.ofDnfs4j());
    }
}
