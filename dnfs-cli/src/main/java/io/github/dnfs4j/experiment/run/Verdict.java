package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.settings.SamplingSettings.By;
import java.util.Locale;

/**
 * One line about a trained sampler for who wants to know what to do next. Good is an ESS of a half and more: then two paths
 * buy one sample. Below, cells are blamed where half of them lose much of the ESS, else the training.
 */
final class Verdict {
    private static final double GOOD = 0.5;
    /** More than chance moves an ESS of the paths that the curve has. */
    private static final double GAIN = 1.15;

    private Verdict() {}

    static String of(Evaluation evaluation, CallsCurve curve) {
        double ess = evaluation.ess().exact();
        String effective = String.format(
                Locale.ROOT, "%,.0f of %,d samples count", ess * evaluation.samples(), evaluation.samples());
        if (ess >= GOOD) {
            return "good: " + effective;
        }
        double[] byCells = curve.ess(By.JUMPS);
        int last = byCells.length - 1;
        return last > 0 && byCells[last] > GAIN * byCells[last - 1] && evaluation.cells() != null
                ? "more cells: " + effective + "; try --cells " + 2 * evaluation.cells()
                : "train longer: " + effective;
    }
}
