package org.example.clock;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.run.TrainingRun;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Trains a sampler of a small clock model in a run folder, stops, goes on, loads it and judges it. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[1]);
        switch (args[0]) {
            case "train" -> train(folder);
            case "resume" -> resume(folder);
            default -> judge(folder);
        }
    }

    /** Stopped half-way, as by Ctrl-C. */
    private static void train(Path folder) throws IOException {
        RunSettings settings = RunSettings.defaults(new Clock(3, 0.6)).with(TrainSettings.DEFAULT.withSteps(100));
        try (TrainingRun run = TrainingRun.create(folder, settings)) {
            run.train(new TrainListener() {}, () -> run.trainer().steps() >= 40);
            System.out.println("stopped at step " + run.trainer().steps() + " with " + settings.network().kind());
        }
    }

    private static void resume(Path folder) throws IOException {
        try (TrainingRun run = TrainingRun.resume(folder)) {
            run.train(new TrainListener() {}, () -> false);
            System.out.println("finished at step " + run.trainer().steps());
        }
    }

    private static void judge(Path folder) throws IOException {
        try (Model model = Model.load(folder);
                Rng rng = Rng.seeded(7, Device.CPU)) {
            Evaluation.Result result = Evaluation.of(model, 2000, rng);
            Evaluation e = result.evaluation();
            System.out.printf(
                    Locale.ROOT,
                    "log Z = %.4f +- %.4f, exact %.4f, ESS %.3f%n",
                    e.logZ().exact(),
                    e.logZ().standardError(),
                    e.logZ().reference(),
                    e.ess().exact());
            System.out.printf(
                    Locale.ROOT,
                    "E/D = %.4f +- %.4f%n",
                    e.internalEnergyPerSite().value(),
                    e.internalEnergyPerSite().standardError());
            SampleSet equal = result.weighted().samples().resample(10, rng.uniform());
            System.out.println(equal.count() + " equally weighted states");
        }
    }
}
