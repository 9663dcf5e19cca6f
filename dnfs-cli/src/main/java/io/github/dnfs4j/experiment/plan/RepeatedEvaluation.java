package io.github.dnfs4j.experiment.plan;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.run.Judge;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Evaluates a trained model several times with fresh samples, as the paper's tables do, and keeps the results in
 * {@code evaluations.json} of its run folder. What is there already is not repeated.
 *
 * @param times how often
 * @param samples of each time
 */
public record RepeatedEvaluation(int times, int samples) {
    /**
     * The file.
     *
     * @param sums whether they have the paper's weights
     * @param sampling how the samples were drawn
     */
    private record Kept(int times, int samples, boolean sums, String sampling, List<Evaluation> evaluations) {
        boolean sameAs(Kept other) {
            return times == other.times
                    && samples == other.samples
                    && sums == other.sums
                    && sampling.equals(other.sampling);
        }
    }

    public RepeatedEvaluation {
        if (times < 1 || samples < 1) {
            throw new IllegalArgumentException("evaluate needs times and samples of 1 or more");
        }
    }

    /**
     * The evaluations of a finished run.
     *
     * @param sums whether with the paper's weights, from as many paths by steps where samples are drawn by jumps
     */
    public List<Evaluation> of(Path run, boolean sums) throws IOException {
        Path file = run.resolve("evaluations.json");
        Kept wanted =
                new Kept(times, samples, sums, Model.settings(run).sampling().toString(), new ArrayList<>());
        if (Files.exists(file)) {
            Kept kept = Json.read(file, Kept.class);
            if (wanted.sameAs(kept)) {
                return kept.evaluations;
            }
        }
        try (Model model = Model.load(run);
                Rng rng = Judge.rng(model.settings())) {
            for (int k = 0; k < times; k++) {
                Evaluation evaluation = Evaluation.of(model, samples, rng).evaluation();
                wanted.evaluations.add(sums ? withSums(evaluation, model, rng) : evaluation);
            }
        }
        Json.write(file, wanted);
        return wanted.evaluations;
    }

    private Evaluation withSums(Evaluation evaluation, Model model, Rng rng) {
        if (evaluation.timeSteps() != null) {
            return evaluation;
        }
        SamplingSettings s = model.settings().sampling();
        SamplingSettings steps = s.plain().steps(s.timeSteps(), s.batch());
        FlowSampler sampler = new FlowSampler(steps.simulator(model.flow()), steps.batch());
        return evaluation.withSums(sampler.weighted(samples, rng), s.timeSteps());
    }
}
