package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.result.RunResult.CallsPoint;
import io.github.dnfs4j.settings.SamplingSettings.By;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * One line about a trained sampler for who wants to know what to do next. Good is an ESS of a half and more: then two paths
 * buy one sample. Below, cells are blamed where half of them lose much of the ESS, a quarter more, and the paths that were
 * compared say so beyond chance; else the training.
 */
final class Verdict {
    private static final double GOOD = 0.5;
    /** More than chance moves an ESS of the paths that the curve has. */
    private static final double GAIN = 1.15;
    /** So many effective paths, or their ESS is chance. */
    private static final double FEW = 30;

    private static final String LONGER = "train longer";

    private Verdict() {}

    static String of(Evaluation evaluation, CallsCurve curve) {
        double ess = evaluation.ess().exact();
        String effective = String.format(
                Locale.ROOT, "%,.0f of %,d samples count", ess * evaluation.samples(), evaluation.samples());
        if (ess >= GOOD) {
            return "good: " + effective;
        }
        return evaluation.cells() != null && cellsLose(curve)
                ? "more cells: " + effective + "; try --cells " + 2 * evaluation.cells()
                : LONGER + ": " + effective;
    }

    static boolean asksForMore(String verdict) {
        return verdict.startsWith(LONGER);
    }

    /** The option that asks for twice the budget. */
    static String twice(Budget budget) {
        return budget.steps() > 0
                ? "--steps " + 2L * budget.steps()
                : "--minutes "
                        + BigDecimal.valueOf(2 * budget.minutes())
                                .stripTrailingZeros()
                                .toPlainString();
    }

    private static boolean cellsLose(CallsCurve curve) {
        List<CallsPoint> byCells = curve.points(By.JUMPS);
        int last = byCells.size() - 1;
        for (int k = 1; k <= last; k++) {
            if (byCells.get(k).ess() <= byCells.get(k - 1).ess()) {
                return false;
            }
        }
        return last > 0
                && byCells.get(last).ess() * byCells.get(last).paths() >= FEW
                && byCells.get(last).ess() > GAIN * byCells.get(last - 1).ess();
    }
}
