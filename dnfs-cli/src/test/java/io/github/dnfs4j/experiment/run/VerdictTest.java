package io.github.dnfs4j.experiment.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.Evaluations;
import io.github.dnfs4j.experiment.result.RunResult.CallsPoint;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.settings.SamplingSettings.By;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void halfOfThePathsIsGoodWhateverTheCellsDo() {
        assertEquals("good: 1,000 of 2,000 samples count", Verdict.of(judged(0.5), curve(0.1, 0.5)));
    }

    @Test
    void cellsAreBlamedWhereHalfOfThemLoseMuch() {
        assertEquals(
                "more cells: 600 of 2,000 samples count; try --cells 32", Verdict.of(judged(0.3), curve(0.1, 0.3)));
    }

    @Test
    void theTrainingIsBlamedWhereMoreCellsGainLittle() {
        assertEquals("train longer: 600 of 2,000 samples count", Verdict.of(judged(0.3), curve(0.29, 0.3)));
    }

    @Test
    void chanceIsNoReasonForMoreCells() {
        // 20 effective of 500 paths say nothing of cells, and what goes up and down is no trend.
        assertEquals("train longer: 80 of 2,000 samples count", Verdict.of(judged(0.04), curve(0.02, 0.04)));
        assertEquals("train longer: 600 of 2,000 samples count", Verdict.of(judged(0.3), curve(0.2, 0.1, 0.3)));
    }

    @Test
    void withoutACurveTheTrainingIsBlamed() {
        assertEquals("train longer: 600 of 2,000 samples count", Verdict.of(judged(0.3), curve()));
    }

    @Test
    void moreIsTwiceTheBudget() {
        assertTrue(Verdict.asksForMore(Verdict.of(judged(0.3), curve())));
        assertFalse(Verdict.asksForMore(Verdict.of(judged(0.6), curve())));
        assertEquals("--steps 80", Verdict.twice(new Budget(40, 0, 60)));
        assertEquals("--minutes 3", Verdict.twice(new Budget(0, 1.5, 60)));
        assertEquals("--minutes 20", Verdict.twice(new Budget(0, 10, 60)));
    }

    private static CallsCurve curve(double... ess) {
        List<CallsPoint> points = new ArrayList<>();
        for (int k = 0; k < ess.length; k++) {
            points.add(new CallsPoint(By.JUMPS, 8 << k, 500, 20 << k, ess[k]));
        }
        // Steps are no cells: what they gain says nothing.
        points.add(new CallsPoint(By.STEPS, 64, 500, 64, 0.01));
        points.add(new CallsPoint(By.STEPS, 128, 500, 128, 0.2));
        return new CallsCurve(points, List.of());
    }

    private static Evaluation judged(double ess) {
        return Evaluations.of(ess, new Estimate(0, 0, null));
    }
}
