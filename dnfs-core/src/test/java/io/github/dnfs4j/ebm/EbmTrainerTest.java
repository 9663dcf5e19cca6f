package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.gfn.GfnSettings;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.EnergySettings;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.target.PairEnergy;
import io.github.dnfs4j.torch.Crew;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EbmTrainerTest {
    /** Sixteen states of four bits in these numbers, so that the best possible NLL is their entropy. */
    private static final int[] COUNTS = {9, 1, 0, 4, 2, 2, 7, 1, 0, 3, 12, 1, 5, 8, 1, 4};

    @TempDir
    Path folder;

    private Path table() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int s = 0; s < 16; s++) {
            String row = String.format(Locale.ROOT, "%d,%d,%d,%d%n", s >> 3 & 1, s >> 2 & 1, s >> 1 & 1, s & 1);
            rows.append(row.repeat(COUNTS[s]));
        }
        return Files.writeString(folder.resolve("table.csv"), rows.toString());
    }

    private EbmSettings settings(Method method, int steps) throws IOException {
        EbmSettings s = EbmSettings.defaults(DataSettings.Table.of(table(), 0), method);
        s = new EbmSettings(
                s.data(),
                new EnergySettings("mlp", 16, 2, 0, 0),
                method,
                s.fit(),
                new NegativeSettings(16, 1, 0.3, "gibbs", 2, 0.2, 256, 64),
                s.sampler(),
                new GfnSettings(16, 1, 1, 0, 32, 1e-2, 0.1, 10),
                3,
                "cpu");
        SettingsFile<EbmSettings> tree = SettingsFile.of(s);
        Map.of(
                        "fit.steps", String.valueOf(steps),
                        "fit.minutes", "0",
                        "fit.batch", "64",
                        "fit.learningRate", "0.04",
                        "sampler.network.hidden", "8",
                        "sampler.network.heads", "1",
                        "sampler.train.batch", "32",
                        "sampler.train.trajectories", "64",
                        "sampler.train.timeSteps", "6",
                        "sampler.train.stepsPerRound", "3")
                .forEach(tree::set);
        return tree.settings();
    }

    private static double entropy() {
        double total = 0;
        for (int c : COUNTS) {
            total += c;
        }
        double h = 0;
        for (int c : COUNTS) {
            h -= c == 0 ? 0 : c / total * Math.log(c / total);
        }
        return h;
    }

    private static double nll(EnergyNet net) {
        Enumeration all = Enumeration.of(NeuralEnergy.live(net));
        double[] p = all.probabilities();
        double total = 0;
        double sum = 0;
        for (int s = 0; s < 16; s++) {
            total += COUNTS[s];
            sum -= COUNTS[s] == 0 ? 0 : COUNTS[s] * Math.log(p[s]);
        }
        return sum / total;
    }

    /** Every method comes near the entropy of the data, from log 16 = 2.77; the entropy is 2.39. */
    @ParameterizedTest
    @EnumSource
    void everyMethodFitsASmallTable(Method method) throws IOException {
        EbmSettings s = settings(method, 160);
        try (Rng rng = Rng.seeded(s.seed(), Device.CPU);
                Data data = s.data().open(Device.CPU);
                EbmTrainer trainer = new EbmTrainer(s, data, Ranks.ALONE, rng)) {
            assertThat(nll(trainer.net())).isGreaterThan(entropy() + 0.3);
            trainer.run(r -> {}, () -> false);
            try (Scope scope = Scope.open()) {
                trainer.net().parameters().values().copy_(trainer.averagedWeights());
            }
            assertThat(nll(trainer.net())).isLessThan(entropy() + 0.1);
        }
    }

    /** Stopped and resumed, the run ends in the same weights to the last bit. */
    @ParameterizedTest
    @EnumSource(names = {"PCD", "ALOE", "EB_DNFS", "EB_DNFS_MH", "EB_GFN"})
    void resumedRunsEndAsUninterruptedOnes(Method method) throws IOException {
        EbmSettings s = settings(method, 24);
        Path whole = folder.resolve("whole");
        try (EbmRun run = EbmRun.create(whole, s, Ranks.ALONE)) {
            run.train(r -> {}, () -> false);
        }
        Path parts = folder.resolve("parts");
        try (EbmRun run = EbmRun.create(parts, s, Ranks.ALONE)) {
            run.train(r -> {}, () -> run.trainer().steps() >= 11);
        }
        try (EbmRun run = EbmRun.resume(parts, Ranks.ALONE)) {
            run.train(r -> {}, () -> false);
        }
        try (EbmModel a = EbmModel.load(whole, Device.CPU);
                EbmModel b = EbmModel.load(parts, Device.CPU)) {
            assertThat(Tensors.floats(b.net().parameters().values()))
                    .containsExactly(Tensors.floats(a.net().parameters().values()));
        }
    }

    /** Two ranks share data and negatives: they end in the same weights, and resume to the same bits. */
    @ParameterizedTest
    @EnumSource(names = {"ED_GRID", "PCD", "EB_DNFS", "EB_DNFS_MH"})
    @EnabledOnOs(OS.LINUX)
    void severalRanksResumeToTheSameBits(Method method) throws Exception {
        EbmSettings s = settings(method, 24);
        Path whole = folder.resolve("whole");
        Path parts = folder.resolve("parts");
        byRanks(whole, s, 1000);
        byRanks(parts, s, 11);
        byRanks(parts, s, 1000);
        for (String file : List.of("energy.safetensors", "state.safetensors", "state-1.safetensors")) {
            assertThat(parts.resolve("checkpoint/000000024").resolve(file))
                    .hasSameBinaryContentAs(
                            whole.resolve("checkpoint/000000024").resolve(file));
        }
    }

    private static void byRanks(Path folder, EbmSettings s, int stopAt) throws Exception {
        List<float[]> weights = Crew.of(2, ranks -> {
            boolean begun = Files.exists(folder);
            try (EbmRun run = !ranks.first()
                    ? EbmRun.follow(ranks, given -> {})
                    : begun ? EbmRun.resume(folder, ranks) : EbmRun.create(folder, s, ranks)) {
                run.train(r -> {}, () -> ranks.rank() == 1 && run.trainer().steps() >= stopAt);
                return Tensors.floats(run.trainer().net().parameters().values());
            }
        });
        assertThat(weights.get(1)).containsExactly(weights.get(0));
    }

    /** Its sampler would be another one on each rank. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whatOnlyOneProcessCanLearnIsRefused() {
        assertThatThrownBy(() -> byRanks(folder.resolve("run"), settings(Method.ALOE, 5), 5))
                .hasMessageContaining("aloe trains a sampler that one process knows only");
        assertThat(folder.resolve("run")).doesNotExist();
    }

    /** What is loaded to be used has averaged weights, energy and sampler alike; what goes on has the raw ones. */
    @Test
    void loadedModelsAreAveragedAndResumedRunsAreNot() throws IOException {
        Path run = folder.resolve("run");
        float[] raw;
        float[] energy;
        float[] sampler;
        try (EbmRun training = EbmRun.create(run, settings(Method.EB_DNFS, 24), Ranks.ALONE)) {
            training.train(r -> {}, () -> training.trainer().steps() >= 12);
            raw = Tensors.floats(training.trainer().net().parameters().values());
            energy = Tensors.floats(training.trainer().averagedWeights());
            Trainer flow = ((FlowContrast) training.trainer().contrast()).trainer();
            sampler = Tensors.floats(flow.averagedWeights());
            assertThat(energy).isNotEqualTo(raw);
            assertThat(sampler)
                    .isNotEqualTo(Tensors.floats(flow.flow().net().parameters().values()));
        }
        try (EbmModel model = EbmModel.load(run, Device.CPU)) {
            assertThat(Tensors.floats(model.net().parameters().values())).containsExactly(energy);
            assertThat(Tensors.floats(Objects.requireNonNull(model.sampler())
                            .simulator()
                            .flow()
                            .net()
                            .parameters()
                            .values()))
                    .containsExactly(sampler);
        }
        try (EbmRun training = EbmRun.resume(run, Ranks.ALONE)) {
            assertThat(Tensors.floats(training.trainer().net().parameters().values()))
                    .containsExactly(raw);
            assertThat(Tensors.floats(training.trainer().averagedWeights())).containsExactly(energy);
        }
    }

    /** Older runs counted no steps left out and wrote no digests. */
    @Test
    void aRunOfAnOlderVersionGoesOn() throws IOException {
        Path run = folder.resolve("run");
        try (EbmRun first = EbmRun.create(run, settings(Method.EB_GFN, 24), Ranks.ALONE)) {
            first.train(r -> {}, () -> first.trainer().steps() >= 5);
        }
        Path checkpoint = run.resolve("checkpoint/000000005");
        Files.delete(checkpoint.resolve("SHA256SUMS"));
        Path state = checkpoint.resolve("state.safetensors");
        Map<String, Array> tensors = new HashMap<>(Safetensors.read(state).tensors());
        assertThat(tensors.keySet().removeIf(name -> name.endsWith("skipped"))).isTrue();
        Safetensors.write(state, tensors, Map.of());
        Path progress = checkpoint.resolve("progress.json");
        Path config = run.resolve("config.yaml");
        for (Path file : new Path[] {progress, config}) {
            String old = Files.readString(file)
                    .replaceFirst("\"format\":2,", "")
                    .replaceFirst("^kind: ebm\n", "")
                    .replaceFirst("sha256: [0-9a-f]{64}", "")
                    .replaceFirst("  \n", "");
            Files.writeString(file, old.replace("\\n  \\n", "\\n"));
        }
        assertThat(config).content().doesNotContain("sha256").startsWith("data:");
        try (EbmRun second = EbmRun.resume(run, Ranks.ALONE)) {
            assertThat(second.trainer().steps()).isEqualTo(5);
            second.train(r -> {}, () -> false);
            assertThat(second.trainer().steps()).isEqualTo(24);
        }
    }

    /** A run keeps to the data it began with. */
    @Test
    void aTableThatChangedIsRefused() throws IOException {
        Path run = folder.resolve("run");
        EbmSettings s = settings(Method.PCD, 10);
        try (EbmRun first = EbmRun.create(run, s, Ranks.ALONE)) {
            first.train(r -> {}, () -> first.trainer().steps() >= 5);
        }
        Files.writeString(folder.resolve("table.csv"), "1,1,1,1\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> EbmRun.resume(run, Ranks.ALONE))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("table.csv")
                .hasMessageContaining("changed");
        assertThatThrownBy(() -> EbmRun.create(folder.resolve("other"), s, Ranks.ALONE))
                .hasMessageContaining("changed");
        assertThat(folder.resolve("other")).doesNotExist();
    }

    @Test
    void settingsComeBackFromTheirText() throws IOException {
        EbmSettings s = settings(Method.EB_DNFS_MH, 5);
        Path file = folder.resolve("config.yaml");
        RunFolder.write(folder, Kind.EBM, s);
        assertThat(EbmModel.settings(folder)).isEqualTo(s);
        // A folder from before networks could be symmetric.
        Files.writeString(file, Files.readString(file).replaceFirst("(?m)^ *symmetric: false\\n", ""));
        assertThat(file).content().doesNotContain("symmetric");
        assertThat(EbmModel.settings(folder)).isEqualTo(s);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SettingsFile.of(s).set("fit.speed", "1"))
                .withMessageContaining("possible: data.file");
        assertThatIllegalArgumentException().isThrownBy(() -> NetworkSettings.defaults("none"));
    }

    /** A penalty pulls couplings to zero, those beyond its shape less than others. */
    @Test
    void latticesAreRecoveredAndPenaltiesShrink() {
        EbmSettings s = IsingFit.settings(4, 0.15, 1500, Method.PCD, 2, "cpu");
        SettingsFile<EbmSettings> tree = SettingsFile.of(s).set("fit.steps", "120");
        double fitted = score(tree.settings());
        double shrunk = score(tree.set("fit.l1", "10").settings());
        double zero = new IsingFit(IsingFit.lattice(4, 0.15), new double[256]).negativeLogRmse();
        assertThat(fitted).isGreaterThan(zero + 1);
        assertThat(shrunk).isBetween(zero - 0.2, zero + 0.2);
    }

    private static double score(EbmSettings s) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(s.seed(), Device.CPU);
                Data data = s.data().open(Device.CPU);
                EbmTrainer trainer = new EbmTrainer(s, data, Ranks.ALONE, rng)) {
            trainer.run(r -> {}, () -> false);
            double[] learned =
                    Tensors.doubles(PairEnergy.matrix(trainer.averagedWeights().view(16, 16)));
            return new IsingFit(IsingFit.lattice(4, 0.15), learned).negativeLogRmse();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
