package io.github.dnfs4j.experiment;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.metric.Estimate;

/** Evaluations of which tests ask one number. */
public final class Evaluations {
    private Evaluations() {}

    public static Evaluation of(double ess, Estimate freeEnergy) {
        Estimate any = new Estimate(0, 0, null);
        return new Evaluation(
                new Evaluation.Ess(null, null, ess),
                new Evaluation.LogZ(null, null, 0, 0, null, 0, null),
                freeEnergy,
                any,
                any,
                0,
                null,
                null,
                null,
                2000,
                16,
                null,
                null,
                new Evaluation.PerPath(30, 40),
                14,
                0,
                0,
                1);
    }
}
