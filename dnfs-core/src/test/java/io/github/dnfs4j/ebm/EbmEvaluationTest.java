package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.settings.LearnedEnergy;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.bytedeco.pytorch.Tensor;
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
        try (EbmRun training = EbmRun.create(run, tree.settings(), Ranks.ALONE)) {
            training.train(r -> {}, () -> false);
        }
        try (EbmModel model = EbmModel.load(run, Device.CPU);
                Data data = model.settings().data().open(Device.CPU);
                Rng rng = Rng.seeded(5, Device.CPU)) {
            EbmEvaluation e = EbmEvaluation.of(model, data, new EbmEvaluation.Effort(6000, 200_000, 2000, 60), rng);
            double exact = value(e.nllExact());
            assertThat(exact).isBetween(3.0, 5.3); // uniform: 5.55
            near(e.nllImportance(), e.nllExact(), 0.01);
            near(e.nllAnnealed(), e.nllExact(), 0.03);
            near(e.nllFlow(), e.nllExact(), 0.01);
            assertThat(value(e.nllBound())).isGreaterThan(exact - 0.05);
            exactNumbersAreThoseOfTheTable(e, model, data);
            assertThat(Objects.requireNonNull(e.ess())).isBetween(0.05, 1.0);
        }
        LearnedEnergy target = LearnedEnergy.of(run);
        assertThat(target.sites()).isEqualTo(8);
        assertThat(ExactValues.of(target.build())).isPresent();
    }

    private static double value(@Nullable Estimate e) {
        return Objects.requireNonNull(e).value();
    }

    /** All have the same mean U(x): they differ by their log Z alone, whose error is what the exact one has not. */
    private static void near(@Nullable Estimate e, @Nullable Estimate exact, double largestError) {
        double of = Objects.requireNonNull(exact).standardError();
        double error = Math.sqrt(Math.pow(Objects.requireNonNull(e).standardError(), 2) - of * of);
        assertThat(error).isLessThan(largestError);
        assertThat(e.value()).isCloseTo(exact.value(), Offset.offset(4.5 * error));
    }

    /**
     * The mean over the law p of the data of log Z - U(x), of -log p(x) and of their difference, by sums over the table:
     * the numbers of states that were held out must be as near as their errors say.
     */
    private static void exactNumbersAreThoseOfTheTable(EbmEvaluation e, EbmModel model, Data data) {
        try (Scope scope = Scope.open()) {
            Tensor states = Enumeration.states(model.target().space());
            double[] logp = Tensors.doubles(data.logProbability(states).orElseThrow());
            double[] u = Tensors.doubles(model.target().logDensity(states));
            double z = 0;
            for (double v : u) {
                z += Math.exp(v);
            }
            double nll = 0;
            double entropy = 0;
            for (int k = 0; k < u.length; k++) {
                double p = Math.exp(logp[k]);
                nll += p == 0 ? 0 : p * (Math.log(z) - u[k]);
                entropy -= p == 0 ? 0 : p * logp[k];
            }
            meets(e.nllExact(), nll);
            meets(e.entropy(), entropy);
            meets(e.excess(), nll - entropy);
        }
    }

    private static void meets(@Nullable Estimate e, double expected) {
        assertThat(Objects.requireNonNull(e).standardError()).isBetween(1e-4, 0.02);
        assertThat(e.value()).isCloseTo(expected, Offset.offset(4.5 * e.standardError()));
    }
}
