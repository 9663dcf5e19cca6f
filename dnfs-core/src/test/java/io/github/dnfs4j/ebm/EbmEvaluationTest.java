package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.settings.LearnedEnergy;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EbmEvaluationTest {
    @TempDir
    Path folder;

    /** Four ways to the same log Z, and a bound on the right side of it. */
    @Test
    void estimatesOfTheLikelihoodAgreeWithEnumeration() throws IOException {
        EbmSettings s = EbmSettings.defaults(DataSettings.parse("moons", 4, 0), Method.EB_DNFS);
        SettingsFile<EbmSettings> tree = SettingsFile.of(s);
        Map.of(
                        "fit.steps", "60",
                        "fit.minutes", "0",
                        "energy.hidden", "32",
                        "fit.learningRate", "0.01",
                        "sampler.network.hidden", "8",
                        "sampler.network.heads", "1",
                        "sampler.train.timeSteps", "8",
                        "sampler.sampling.cells", "16",
                        "device", "cpu")
                .forEach(tree::set);
        Path run = folder.resolve("run");
        try (EbmRun training = EbmRun.create(run, tree.settings())) {
            training.train(r -> {}, () -> false);
        }
        try (EbmModel model = EbmModel.load(run, Device.CPU);
                Data data = model.settings().data().open(Device.CPU);
                Rng rng = Rng.seeded(5, Device.CPU)) {
            EbmEvaluation e = EbmEvaluation.of(model, data, new EbmEvaluation.Effort(1000, 20_000, 300, 60), rng);
            double exact = value(e.nllExact());
            assertThat(exact).isBetween(3.0, 5.3); // uniform: 5.55
            near(e.nllImportance(), exact);
            near(e.nllAnnealed(), exact);
            near(e.nllFlow(), exact);
            assertThat(value(e.nllBound())).isGreaterThan(exact - 0.05);
            assertThat(Objects.requireNonNull(e.ess())).isBetween(0.05, 1.0);
        }
        LearnedEnergy target = LearnedEnergy.of(run);
        assertThat(target.sites()).isEqualTo(8);
        assertThat(ExactValues.of(target.build())).isPresent();
    }

    private static double value(@Nullable Estimate e) {
        return Objects.requireNonNull(e).value();
    }

    private static void near(@Nullable Estimate e, double exact) {
        double error = Objects.requireNonNull(e).standardError();
        assertThat(e.value()).isCloseTo(exact, within(5 * error + 1e-9));
        assertThat(error).isLessThan(0.2);
    }
}
