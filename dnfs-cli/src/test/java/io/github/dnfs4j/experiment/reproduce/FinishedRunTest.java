package io.github.dnfs4j.experiment.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.experiment.Evaluations;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.metric.Estimate;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Errors of what is judged several times. */
class FinishedRunTest {
    private static final double OWN = 1e-3;

    @Test
    void evaluationsThatAgreeByChanceAreNoMoreExactThanTheirSamples() {
        FinishedRun run = judged(2, 2, 2 + 1e-6, 2 - 1e-6);
        assertThat(run.error(Quantity.FREE_ENERGY)).isCloseTo(OWN / 2, within(1e-12));
    }

    @Test
    void evaluationsThatDifferByMoreThanTheySayAreAsExactAsTheirSpread() {
        assertThat(judged(1, 3).error(Quantity.FREE_ENERGY)).isCloseTo(1, within(1e-12));
    }

    @Test
    void theErrorOfOneEvaluationIsItsOwn() {
        assertThat(judged(2).error(Quantity.FREE_ENERGY)).isEqualTo(OWN);
    }

    private static FinishedRun judged(double... freeEnergies) {
        return new FinishedRun(
                null,
                null,
                Arrays.stream(freeEnergies)
                        .mapToObj(f -> Evaluations.of(1, new Estimate(f, OWN, null)))
                        .toList());
    }
}
