package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.torch.Rng;

/** Evaluates a model with as many samples as the time allows. */
public final class Judge {
    /** Enough for two digits of an ESS. */
    static final int WANTED = 2000;

    /** Enough for one: worth a longer wait. */
    private static final int ENOUGH = 1000;

    private static final double PATIENCE = 3;
    private static final int LEAST = 200;
    private static final int PILOT = 128;
    /** Apart from the stream that made the weights, so that the first paths do not repeat their random numbers. */
    private static final long OFFSET = 1_000_003;

    private Judge() {}

    /** The stream that evaluates and samples a model of these settings. */
    public static Rng rng(RunSettings settings) {
        return Rng.seeded(settings.seed() + OFFSET, settings.hardware());
    }

    /**
     * Evaluates with {@value #WANTED} samples, or fewer where they would take longer than {@code seconds}; with fewer than
     * {@value #ENOUGH} only where these would take three times as long.
     */
    static Evaluation.Result judge(Model model, double seconds) {
        int count = affordable(model, seconds);
        try (Rng rng = rng(model.settings())) {
            return Evaluation.of(model, count, rng);
        }
    }

    static int count(double affordable) {
        double count = Math.max(affordable, Math.min(ENOUGH, PATIENCE * affordable));
        return (int) Math.max(LEAST, Math.min(WANTED, count));
    }

    private static int affordable(Model model, double seconds) {
        int pilot = Math.min(PILOT, model.sampler().batch());
        try (Rng rng = rng(model.settings())) {
            double path = model.sampler().sample(pilot, rng).cost().seconds() / pilot;
            // The upper bound of log Z runs as many paths again, backwards from exact samples.
            double budget = Enumeration.fits(model.target().space()) ? seconds / 2 : seconds;
            return count(budget / path);
        }
    }
}
