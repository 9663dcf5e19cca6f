package io.github.dnfs4j.experiment;

import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.Evaluation;
import io.github.dnfs4j.train.Model;
import io.github.dnfs4j.train.RunSettings;
import io.github.dnfs4j.train.SamplingSettings;
import java.io.IOException;
import java.nio.file.Path;

/** Evaluates a model with as many samples as the time allows. */
public final class Judge {
    /** Enough for two digits of an ESS. */
    static final int WANTED = 2000;

    private static final int LEAST = 200;
    private static final int PILOT_STEPS = 4;
    /** Apart from the stream that made the weights, so that the first paths do not repeat their random numbers. */
    private static final long OFFSET = 1_000_003;

    private Judge() {}

    /** The stream that evaluates and samples a model of these settings. */
    public static Rng rng(RunSettings settings) {
        return Rng.seeded(settings.seed() + OFFSET, settings.hardware());
    }

    /**
     * Measures the pace of a newly trained model and keeps it in its folder, then evaluates with {@value #WANTED} samples,
     * or fewer where they would take longer than {@code seconds}.
     */
    static Evaluation.Result judge(Model model, Path folder, double seconds) throws IOException {
        pace(model, folder);
        int count = affordable(model, seconds);
        try (Rng rng = rng(model.settings())) {
            return Evaluation.of(model, count, rng);
        }
    }

    /** Measures the pace of a model and keeps it in its folder, unless its steps shall be equal. */
    public static void pace(Model model, Path folder) throws IOException {
        if (!model.settings().sampling().paced()) {
            return;
        }
        // Apart from the stream of the samples: the pace must not depend on them.
        try (Rng rng = Rng.seeded(
                model.settings().seed() + 2 * OFFSET, model.settings().hardware())) {
            model.measurePace(folder, rng);
        }
    }

    private static int affordable(Model model, double seconds) {
        SamplingSettings sampling = model.settings().sampling();
        int steps = Math.min(PILOT_STEPS, sampling.timeSteps());
        // As many at once as there will be: for few, most of the time would go into calling the operations.
        int paths = Math.min(WANTED, sampling.batch());
        FlowSampler pilot = new FlowSampler(sampling.with(steps, paths).simulator(model.flow()), paths);
        try (Rng rng = rng(model.settings())) {
            double point = pilot.sample(paths, rng).cost().seconds() / paths / (steps + 1);
            // The upper bound of log Z runs as many paths again, backwards from exact samples.
            double budget = Enumeration.fits(model.target().space()) ? seconds / 2 : seconds;
            double affordable = budget / (point * (sampling.timeSteps() + 1));
            return (int) Math.max(LEAST, Math.min(WANTED, affordable));
        }
    }
}
