package io.github.dnfs4j.experiment.reproduce;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.result.OverSeeds;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.Statistics;
import java.util.List;

/**
 * A training of an experiment that is done.
 *
 * @param evaluations one or several
 */
record FinishedRun(Experiment.Training training, RunResult result, List<Evaluation> evaluations) {

    /** What runs of the same settings were, in words. */
    static String shown(List<FinishedRun> runs) {
        return runs.get(0).training.shown();
    }

    /** Mean over the evaluations. */
    double mean(Quantity q) {
        return Statistics.mean(values(q));
    }

    /** Variance over the evaluations; NaN for a single one. */
    double variance(Quantity q) {
        return Statistics.variance(values(q));
    }

    private double[] values(Quantity q) {
        return evaluations.stream().mapToDouble(e -> q.in(e).value()).toArray();
    }

    /** The error of the mean over evaluations, which differ by their samples alone; NaN where nobody knows it. */
    double error(Quantity q) {
        double[] own =
                evaluations.stream().mapToDouble(e -> q.in(e).standardError()).toArray();
        return OverSeeds.mean(values(q), own, null).standardError();
    }

    /** Mean over runs of the same settings, with its standard error and the exact value. */
    static Estimate mean(Quantity q, List<FinishedRun> runs) {
        return OverSeeds.mean(
                runs.stream().mapToDouble(run -> run.mean(q)).toArray(),
                runs.stream().mapToDouble(run -> run.error(q)).toArray(),
                q.in(runs.get(0).evaluations.get(0)).reference());
    }
}
