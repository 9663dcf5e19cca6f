package io.github.dnfs4j.gfn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.optim.DivergedException;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.SamplerConformance;
import io.github.dnfs4j.testkit.SmallTargets;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GfnTest {
    private static final GfnSettings SMALL =
            GfnSettings.DEFAULT.withNetwork(32, 2).withBudget(30, 0);

    @TempDir
    Path folder;

    /** A policy of random weights, neither uniform nor trained; wilder ones have weights too skewed for the test. */
    private static FillPolicy random(Target target, Rng rng) {
        FillPolicy policy = FillPolicy.of(target.space(), SMALL, rng);
        try (Scope scope = Scope.open()) {
            Tensor values = policy.parameters().values();
            values.add_(rng.normal(values.numel()).mul(Ops.scalar(0.05)));
        }
        return policy;
    }

    @Test
    void weightsAreUnbiasedForAnyPolicy() {
        SmallTargets.all().forEach((name, target) -> {
            try (Rng rng = Rng.seeded(51, Device.CPU);
                    FillPolicy policy = random(target, rng)) {
                SamplerConformance.checkWeights(
                        "GFlowNet, " + name, new GfnSampler(policy, target, 1024), target, 100, rng);
            }
        });
    }

    /** The likelihoods of all vectors sum to one, and are how often the policy draws them. */
    @Test
    void likelihoodIsThatOfTheSamples() {
        Target target = SmallTargets.all().get("Potts, 3 states");
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(52, Device.CPU);
                FillPolicy policy = random(target, rng)) {
            GfnSampler sampler = new GfnSampler(policy, target, 1024);
            double[] q = sampler.logLikelihood(Enumeration.states(target.space()), 300, rng);
            assertThat(Arrays.stream(q).map(Math::exp).sum()).isCloseTo(1, within(0.02));
            int n = 20_000;
            double[] seen = new double[81];
            var set = sampler.sample(n, rng);
            for (int row = 0; row < n; row++) {
                int k = 0;
                for (byte v : set.state(row)) {
                    k = 3 * k + v;
                }
                seen[k]++;
            }
            double statistic = 0;
            for (int k = 0; k < 81; k++) {
                double expected = n * Math.exp(q[k]);
                statistic += (seen[k] - expected) * (seen[k] - expected) / expected;
            }
            // 300 orders leave an error of their own; a likelihood that is wrong by 10 % gives some hundreds.
            assertThat(statistic).isLessThan(2 * 81);
        }
    }

    @Test
    void aNewPolicyIsUniform() {
        Target target = SmallTargets.all().get("Potts with fields, 4 states");
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(53, Device.CPU);
                FillPolicy policy = FillPolicy.of(target.space(), SMALL, rng)) {
            GfnSampler sampler = new GfnSampler(policy, target, 7);
            double[] q = sampler.logLikelihood(Enumeration.states(target.space()), 1, rng);
            double[] uniform = new double[64];
            Arrays.fill(uniform, -Math.log(64));
            assertThat(q).containsExactly(uniform, within(1e-6));
            assertThat(sampler.sample(20, rng).count()).isEqualTo(20);
        }
    }

    /** 4x4 at sigma 0.1: log Z to 0.05, by the scalar and by the weights; and the file gives the same model back. */
    @Test
    void learnsTheLattice() throws Exception {
        TargetSettings lattice = new TargetSettings.Ising(4, 0.1, 0);
        try (Rng rng = Rng.seeded(54, Device.CPU)) {
            GfnSettings settings = GfnSettings.DEFAULT.withNetwork(128, 2).withBudget(400, 0);
            try (GfnModel model = GfnModel.train(lattice, settings, rng, (k, loss, z) -> {}, () -> false)) {
                double[] w = model.sampler().sample(5000, rng).logWeights();
                assertThat(Weights.logMean(w)).isCloseTo(11.771470, within(0.05));
                assertThat(model.logZ()).isCloseTo(11.771470, within(0.05));
                assertThat(Weights.ess(w)).isGreaterThan(0.6);
                model.save(folder.resolve("gfn"));
                try (Rng a = Rng.seeded(1, Device.CPU);
                        Rng b = Rng.seeded(1, Device.CPU);
                        Rng c = Rng.seeded(2, Device.CPU);
                        GfnModel loaded = GfnModel.load(folder.resolve("gfn"), c)) {
                    assertThat(loaded.targetSettings()).isEqualTo(lattice);
                    assertThat(loaded.training()).isEqualTo(model.training());
                    assertThat(loaded.sampler().sample(50, a).logWeights())
                            .containsExactly(model.sampler().sample(50, b).logWeights());
                }
            }
        }
    }

    /** A folder is there whole or not at all, and none is overwritten; those of older versions are read. */
    @Test
    void aFolderIsWrittenAtOnce() throws Exception {
        TargetSettings lattice = new TargetSettings.Ising(3, 0.1, 0);
        try (Rng rng = Rng.seeded(54, Device.CPU);
                GfnModel model =
                        GfnModel.train(lattice, SMALL.withBudget(2, 0), rng, (k, loss, z) -> {}, () -> false)) {
            Path made = folder.resolve("gfn");
            Files.createDirectories(folder.resolve(".gfn.tmp-1"));
            model.save(made);
            assertThat(made.resolve("config.yaml")).content().startsWith("kind: gfn\n");
            assertThatThrownBy(() -> model.save(made)).isInstanceOf(FileAlreadyExistsException.class);
            Path older = Files.createDirectory(folder.resolve("older"));
            Safetensors.Contents now = Safetensors.read(made.resolve("model.safetensors"));
            Map<String, String> meta = new HashMap<>(now.metadata());
            meta.put("target", "{\"kind\":\"ising\",\"side\":3,\"sigma\":0.1,\"field\":0.0}");
            meta.put(
                    "settings",
                    new com.fasterxml.jackson.databind.ObjectMapper().writeValueAsString(SMALL.withBudget(2, 0)));
            Safetensors.write(older.resolve("gfn.safetensors"), now.tensors(), meta);
            try (GfnModel loaded = GfnModel.load(older, rng)) {
                assertThat(loaded.targetSettings()).isEqualTo(lattice);
                assertThat(loaded.logZ()).isEqualTo(model.logZ());
            }
        }
    }

    /** A run that was stopped, and one that was not, end with the same weights; its folder is a model at any time. */
    @Test
    void aStoppedRunGoesOnToTheSameBits() throws Exception {
        TargetSettings lattice = new TargetSettings.Ising(3, 0.1, 0);
        Path whole = folder.resolve("whole");
        Path halves = folder.resolve("halves");
        try (GfnRun run = GfnRun.create(whole, lattice, SMALL, 7, Device.CPU)) {
            run.train((k, loss, z) -> {}, () -> false);
        }
        int[] steps = {0};
        try (GfnRun run = GfnRun.create(halves, lattice, SMALL, 7, Device.CPU)) {
            run.train((k, loss, z) -> steps[0]++, () -> steps[0] == 13);
            assertThat(run.trainer().progress()).isLessThan(1);
        }
        try (GfnRun run = GfnRun.resume(halves)) {
            run.train((k, loss, z) -> steps[0]++, () -> false);
            assertThat(run.trainer().progress()).isEqualTo(1);
        }
        assertThat(steps[0]).isEqualTo(30);
        try (Rng rng = Rng.seeded(1, Device.CPU);
                GfnModel a = GfnModel.load(whole, rng);
                GfnModel b = GfnModel.load(halves, rng)) {
            assertThat(b.logZ()).isEqualTo(a.logZ());
            assertThat(b.training().targetEvaluations())
                    .isEqualTo(a.training().targetEvaluations())
                    .isEqualTo(30L * 128);
            assertThat(Tensors.floats(b.policy().parameters().values()))
                    .containsExactly(Tensors.floats(a.policy().parameters().values()));
        }
        assertThat(Files.readString(halves.resolve("metrics.jsonl")))
                .isEqualTo(Files.readString(whole.resolve("metrics.jsonl")));
    }

    /** A finished run goes on where it ended, and ends with the same bits however often it is stopped on the way. */
    @Test
    void aLargerBudgetIsSpentFromTheEndOfTheSmaller() throws Exception {
        TargetSettings lattice = new TargetSettings.Ising(3, 0.1, 0);
        Path whole = folder.resolve("whole");
        Path parts = folder.resolve("parts");
        for (Path each : List.of(whole, parts)) {
            try (GfnRun run = GfnRun.create(each, lattice, SMALL, 7, Device.CPU)) {
                run.train((k, loss, z) -> {}, () -> false);
            }
        }
        String config = Files.readString(parts.resolve("config.yaml"));
        assertThatThrownBy(() -> GfnRun.resume(parts, 30, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has trained for 30 steps")
                .hasMessageContaining("give a larger budget");
        assertThat(parts.resolve("config.yaml")).hasContent(config);
        try (GfnRun run = GfnRun.resume(whole, 60, 0)) {
            run.train((k, loss, z) -> {}, () -> false);
        }
        try (GfnRun run = GfnRun.resume(parts, 60, 0)) {
            assertThat(run.trainer().steps()).isEqualTo(30);
            run.train((k, loss, z) -> {}, () -> run.trainer().steps() == 41);
        }
        try (GfnRun run = GfnRun.resume(parts)) {
            run.train((k, loss, z) -> {}, () -> false);
            assertThat(run.trainer().steps()).isEqualTo(60);
        }
        try (Rng rng = Rng.seeded(1, Device.CPU);
                GfnModel a = GfnModel.load(whole, rng);
                GfnModel b = GfnModel.load(parts, rng)) {
            assertThat(b.logZ()).isEqualTo(a.logZ());
            assertThat(Tensors.floats(b.policy().parameters().values()))
                    .containsExactly(Tensors.floats(a.policy().parameters().values()));
        }
        assertThat(Files.readString(parts.resolve("metrics.jsonl")))
                .isEqualTo(Files.readString(whole.resolve("metrics.jsonl")))
                .contains("\"step\":60");
    }

    /** Of another temperature, and also after a crash before the first checkpoint. */
    @Test
    void aRunCanBeginWithTheWeightsOfAnother() throws Exception {
        Path first = folder.resolve("first");
        try (GfnRun run = GfnRun.create(first, new TargetSettings.Ising(3, 0.1, 0), SMALL, 7, Device.CPU)) {
            run.train((k, loss, z) -> {}, () -> false);
        }
        Path second = folder.resolve("second");
        TargetSettings colder = new TargetSettings.Ising(3, 0.15, 0);
        GfnRun.create(second, colder, SMALL, first, 8, Device.CPU).close();
        try (Rng rng = Rng.seeded(1, Device.CPU);
                GfnModel model = GfnModel.load(first, rng);
                GfnRun run = GfnRun.resume(second)) {
            assertThat(run.trainer().logZ()).isEqualTo(model.logZ());
            assertThat(Tensors.floats(run.model().policy().parameters().values()))
                    .containsExactly(Tensors.floats(model.policy().parameters().values()));
            run.train((k, loss, z) -> {}, () -> false);
            assertThat(run.model().logZ()).isNotEqualTo(model.logZ());
        }
    }

    /** A target that is nowhere finite changes nothing, and a hundred such steps end the training. */
    @Test
    void aTargetThatIsNotFiniteEndsTheTraining() {
        Target nowhere = new Target() {
            @Override
            public StateSpace space() {
                return new StateSpace(3, 2);
            }

            @Override
            public Tensor logDensity(Tensor x) {
                return Tensors.full(Double.NaN, Device.CPU, x.size(0));
            }
        };
        try (Rng rng = Rng.seeded(55, Device.CPU);
                FillPolicy policy = FillPolicy.of(nowhere.space(), SMALL, rng);
                GfnTrainer trainer = new GfnTrainer(nowhere, policy, SMALL.withBudget(300, 0), rng)) {
            float[] before = Tensors.floats(policy.parameters().values());
            assertThatThrownBy(() -> trainer.run((k, loss, z) -> {}, () -> false))
                    .isInstanceOf(DivergedException.class);
            assertThat(trainer.steps()).isEqualTo(100);
            assertThat(trainer.logZ()).isEqualTo(nowhere.space().logSize());
            assertThat(Tensors.floats(policy.parameters().values())).containsExactly(before);
        }
    }

    @Test
    void trainingImprovesCategoricalTargetsToo() {
        Target target = SmallTargets.all().get("Potts with fields, 4 states");
        double exact = Enumeration.of(target).logZ();
        try (Rng rng = Rng.seeded(55, Device.CPU);
                FillPolicy policy = FillPolicy.of(target.space(), SMALL, rng);
                GfnTrainer trainer = new GfnTrainer(target, policy, SMALL.withBudget(300, 0), rng)) {
            double before = Weights.ess(
                    new GfnSampler(policy, target, 1024).sample(4000, rng).logWeights());
            trainer.run((k, loss, z) -> {}, () -> false);
            double[] w = new GfnSampler(policy, target, 1024).sample(4000, rng).logWeights();
            assertThat(before).isLessThan(0.75);
            assertThat(Weights.ess(w)).isGreaterThan(0.97);
            assertThat(trainer.logZ()).isCloseTo(exact, within(0.05));
        }
    }

    @Test
    void whatIsNoModelIsSaidSo() throws Exception {
        try (Rng rng = Rng.seeded(56, Device.CPU)) {
            assertThatThrownBy(() -> GfnModel.load(folder, rng))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("no config.yaml");
            Files.writeString(folder.resolve("gfn.safetensors"), "nonsense that is long enough for a header");
            assertThatThrownBy(() -> GfnModel.load(folder, rng)).isInstanceOf(FormatException.class);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> GfnSettings.DEFAULT.withBudget(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> GfnSettings.DEFAULT.withNetwork(0, 1));
    }
}
