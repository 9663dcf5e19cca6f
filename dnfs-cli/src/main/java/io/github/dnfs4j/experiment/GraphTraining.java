package io.github.dnfs4j.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.combopt.AmortisedModel;
import io.github.dnfs4j.combopt.AmortisedSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Trains a solver for a family of graphs and says how it goes. */
public record GraphTraining(Console console) {
    /** What came out; a signal ends training early, and the model is what it was then. */
    public record Outcome(AmortisedModel model, long steps, double seconds, double loss, String device, int exitCode) {
        /** The model, and {@code result.json} as other models have it, into a folder. */
        public void write(Path folder) throws IOException {
            model.save(folder);
            AmortisedSettings s = model.settings();
            ObjectNode tree = ModelResult.read(folder);
            tree.put("parameters", model.weights());
            ObjectNode training = tree.putObject("training");
            training.put("seed", s.seed()).put("device", device);
            training.put("precision", s.precision().toString());
            training.put("steps", steps).put("seconds", seconds).put("loss", loss);
            tree.put("version", Versions.ofDnfs4j());
            ResultFile.write(folder, tree);
        }
    }

    /** Hears the last step. */
    private static final class Last implements TrainListener {
        private final TrainListener next;
        private long steps;
        private double loss = Double.NaN;

        Last(TrainListener next) {
            this.next = next;
        }

        @Override
        public void step(Step step) {
            steps = step.number();
            loss = Double.isNaN(loss) ? step.loss() : 0.98 * loss + 0.02 * step.loss();
            next.step(step);
        }

        @Override
        public void round(Round round) {
            next.round(round);
        }
    }

    /** Trains; the model is the caller's. */
    public Outcome run(AmortisedSettings settings, Device device) {
        console.say("training " + settings.problem() + " on " + settings.graphs() + ": legf, width "
                + settings.network().hidden() + ", heads " + settings.network().heads() + ", layers "
                + settings.network().layers() + "; " + device.name().toLowerCase(Locale.ROOT) + ", "
                + settings.precision());
        long start = System.nanoTime();
        try (StopSignal stop = StopSignal.install();
                Progress progress = Progress.on(console, settings.train(), 0)) {
            Last last = new Last(progress);
            AmortisedModel model = AmortisedModel.train(settings, device, last, stop);
            double seconds = (System.nanoTime() - start) / 1e9;
            console.say("trained " + Numbers.count(last.steps) + " steps in " + Numbers.duration(seconds));
            String on = device.name().toLowerCase(Locale.ROOT);
            return new Outcome(model, last.steps, seconds, last.loss, on, stop.exitCode());
        }
    }
}
