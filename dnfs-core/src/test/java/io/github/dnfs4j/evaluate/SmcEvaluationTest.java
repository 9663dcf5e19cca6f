package io.github.dnfs4j.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.MethodTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sequential Monte Carlo: moves and resampling change the paths, not what they estimate. */
class SmcEvaluationTest {
    @ParameterizedTest
    @ValueSource(strings = {"jumps", "steps"})
    void estimatesLogZWithErrorsThatHold(String by) {
        RunSettings settings = MethodTest.settings(
                1,
                "target.sigma=0.25 sampling.cells=8 sampling.sweeps=1 sampling.resampleBelow=0.9 sampling.batch=100"
                        + " sampling.by=" + by);
        try (Rng rng = Rng.seeded(4, Device.CPU);
                Model model = Model.create(settings, rng)) {
            Evaluation evaluation = Evaluation.of(model, 4000, rng).evaluation();
            Evaluation.LogZ logZ = evaluation.logZ();
            assertThat(logZ.standardError()).isBetween(1e-4, 0.1);
            assertThat(logZ.exact()).isCloseTo(logZ.reference(), within(5 * logZ.standardError()));
            assertThat(logZ.upperBound()).isGreaterThan(logZ.reference() - 0.05);
            assertThat(evaluation.internalEnergyPerSite().value())
                    .isCloseTo(
                            evaluation.internalEnergyPerSite().reference(),
                            within(5 * evaluation.internalEnergyPerSite().standardError()));
            // One batch says nothing about its own error.
            assertThat(Evaluation.of(model, 100, rng).evaluation().logZ().standardError())
                    .isNaN();
        }
    }
}
