package io.github.dnfs4j.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.train.Tiny;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsFileTest {
    private static final RunSettings DEFAULTS = RunSettings.defaults(new TargetSettings.Ising(6, 0.2, 0));

    @TempDir
    Path dir;

    @Test
    void writtenSettingsReadBackEqual() throws IOException {
        Path file = dir.resolve("config.yaml");
        SettingsFile.of(Tiny.run(5)).write(file);
        assertThat(SettingsFile.read(file)).isEqualTo(Tiny.run(5));
    }

    @Test
    void keysAreSet() {
        RunSettings s = SettingsFile.of(DEFAULTS)
                .set("train.batch", "99")
                .set("train.ema", "0.5")
                .set("network.readout", "plain")
                .set("target.sigma", "-0.1")
                .settings();
        assertThat(s.train().optimiser().batch()).isEqualTo(99);
        assertThat(s.train().optimiser().ema()).isEqualTo(0.5);
        assertThat(s.network().readout()).isEqualTo(Readout.PLAIN);
        assertThat(s.target()).isEqualTo(new TargetSettings.Ising(6, -0.1, 0));
    }

    /** Groups are for programs: as text every key of training lies in one map, and each is read into its own place. */
    @ParameterizedTest
    @CsvSource({
        "budget, steps minutes checkpointSeconds",
        "optimiser, batch learningRate warmup finalRate weightDecay gradientClip ema",
        "paths, trajectories stepsPerRound replayRounds timeSteps rule reversibleFloor sweeps clusters randomTimes denseTimes",
        "horizon, horizonStart horizonGrowth",
        "ladder, ladder ladderDrop",
        "'', estimator link ratios logRatioClip"
    })
    void everyKeyOfAGroupIsReadAndWritten(String group, String keys) throws IOException {
        Map<String, String> other = new LinkedHashMap<>(Map.of("rule", "euler", "ladder", "[0.5]"));
        other.putAll(Map.of("estimator", "learned", "link", "softplus", "ratios", "taylor"));
        other.putAll(Map.of("clusters", "true", "randomTimes", "true", "denseTimes", "true", "minutes", "0"));
        SettingsFile<RunSettings> changed = SettingsFile.of(DEFAULTS).set("network.readout", "plain");
        if (keys.contains("clusters")) {
            changed.set("train.sweeps", "3");
        }
        for (String key : keys.split(" ")) {
            String value = other.getOrDefault(
                    key, key.matches("steps|batch|traj.*|.*Round.*|.*Steps|sweeps|check.*") ? "3" : "0.5");
            changed.set("train." + key, value);
            assertThat(changed.yaml()).containsPattern("(?m)^  " + key + ":");
        }
        Path file = dir.resolve("config.yaml");
        changed.write(file);
        RunSettings read = SettingsFile.read(file);
        assertThat(SettingsFile.of(read).yaml())
                .isEqualTo(SettingsFile.of(changed.settings()).yaml());
        Set<String> expected = new TreeSet<>();
        Arrays.stream(keys.split(" ")).map(k -> "train." + k).forEach(expected::add);
        expected.add("network.readout");
        assertThat(SettingsFile.changes(read, DEFAULTS)).containsOnlyKeys(expected);
        assertThat(read.train().budget().equals(DEFAULTS.train().budget())).isEqualTo(!group.equals("budget"));
        assertThat(read.train().optimiser().equals(DEFAULTS.train().optimiser()))
                .isEqualTo(!group.equals("optimiser"));
        assertThat(read.train().paths().equals(DEFAULTS.train().paths())).isEqualTo(!group.equals("paths"));
        assertThat(read.train().horizon().equals(DEFAULTS.train().horizon())).isEqualTo(!group.equals("horizon"));
        assertThat(read.train().ladder().equals(DEFAULTS.train().ladder())).isEqualTo(!group.equals("ladder"));
    }

    /** Neither a word that is no key nor the name of a group, which is none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bach: 1",
                "budget: {steps: 1, minutes: 0, checkpointSeconds: 9}",
                "rungs: {ladder: [], ladderDrop: 1}"
            })
    void filesWithUnknownKeysOfTrainingAreRefused(String line) throws IOException {
        Path file = dir.resolve("bad.yaml");
        String whole = SettingsFile.of(DEFAULTS).yaml();
        Files.writeString(
                file, whole.replaceFirst("(?m)^train:\n", "train:\n  " + Matcher.quoteReplacement(line) + "\n"));
        String key = line.substring(0, line.indexOf(':'));
        assertThatThrownBy(() -> SettingsFile.read(file))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("train." + key + ": unknown key; possible: batch, checkpointSeconds, clusters")
                .hasMessageNotContaining("\n");
    }

    @Test
    void unknownKeysListThePossibleOnes() {
        assertThatThrownBy(() -> SettingsFile.of(DEFAULTS).set("train.bach", "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'train.bach'")
                .hasMessageContaining("train.batch");
        assertThatThrownBy(() -> SettingsFile.of(DEFAULTS).set("train", "1"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void valuesAreCheckedAndNamed() {
        assertThatThrownBy(
                        () -> SettingsFile.of(DEFAULTS).set("train.batch", "0").settings())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("batch must be at least 1");
        assertThatThrownBy(() ->
                        SettingsFile.of(DEFAULTS).set("train.batch", "many").settings())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("train.batch");
        assertThatThrownBy(() -> SettingsFile.of(DEFAULTS)
                        .set("network.kind", "letf")
                        .set("network.heads", "2")
                        .set("network.hidden", "31")
                        .settings())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("divisible");
        assertThatThrownBy(
                        () -> SettingsFile.of(DEFAULTS).set("target.side", "2").settings())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("side must be at least 3");
        assertThatThrownBy(() ->
                        SettingsFile.of(DEFAULTS).set("target.sigma", "NaN").settings())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sigma must be finite");
    }

    @Test
    void nullsAndFractionsOfWholeNumbersAreRefused() {
        for (String key : new String[] {"device", "precision", "train.rule", "train.batch", "network.kind"}) {
            assertThatThrownBy(() -> SettingsFile.of(DEFAULTS).set(key, "null").settings())
                    .as(key)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() ->
                        SettingsFile.of(DEFAULTS).set("train.batch", "12.9").settings())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("train.batch");
        assertThatThrownBy(() -> SettingsFile.of(DEFAULTS)
                        .set("train.minutes", "Infinity")
                        .settings())
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Of two values for one key neither may win in silence. */
    @Test
    void aKeyThatIsThereTwiceIsRefused() throws IOException {
        Path file = dir.resolve("twice.yaml");
        Files.writeString(file, SettingsFile.of(DEFAULTS).yaml() + "seed: 1\nseed: 2\n");
        assertThatThrownBy(() -> SettingsFile.read(file))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("Duplicate field 'seed'");
    }

    @Test
    void brokenFilesAreRefusedByName() throws IOException {
        Path file = dir.resolve("bad.yaml");
        String whole = SettingsFile.of(DEFAULTS).yaml();
        String cut = whole.substring(0, whole.indexOf("sampling:"));
        for (String text : new String[] {"", "just words", "a: [1, 2", "- 1", cut, whole + "more: 1\n"}) {
            Files.writeString(file, text);
            assertThatThrownBy(() -> SettingsFile.read(file))
                    .as(text)
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("bad.yaml");
        }
    }

    /** Models outlive versions: what was written before a key existed has its default. */
    /** Before there were others, all lattices were square and periodic, with one coupling. */
    @Test
    void latticesOfOlderVersionsAreTheTorus(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("older.yaml");
        String now = SettingsFile.of(DEFAULTS).yaml();
        String then = now.replaceAll("(?m)^  (lattice|boundary|bonds|bondSeed|directions):.*\n", "");
        assertThat(then).isNotEqualTo(now).doesNotContain("bondSeed");
        Files.writeString(file, then);
        assertThat(SettingsFile.read(file)).isEqualTo(DEFAULTS);
    }

    @Test
    void filesOfOlderVersionsAreRead() throws IOException {
        Path file = dir.resolve("old.yaml");
        RunSettings mine = SettingsFile.of(DEFAULTS)
                .set("sampling.timeSteps", "77")
                .set("train.batch", "99")
                .settings();
        String old = SettingsFile.of(mine)
                .yaml()
                .replaceFirst("(?m)^  resampleBelow: .*\n", "")
                .replaceFirst("(?m)^  ladderDrop: .*\n", "");
        assertThat(old).doesNotContain("resampleBelow", "ladderDrop");
        Files.writeString(file, old);
        assertThat(SettingsFile.read(file)).isEqualTo(mine);
    }

    /** Samples were drawn along a measured pace and on sublattices once; what is left of that in files means nothing. */
    @Test
    void keysThatAreGoneAreIgnored() throws IOException {
        Path file = dir.resolve("old.yaml");
        String now = SettingsFile.of(DEFAULTS).yaml();
        String old = now.replaceFirst("(?m)^sampling:\n", "sampling:\n  sublattices: true\n  paced: true\n")
                .replaceFirst("(?m)^train:\n", "train:\n  pace: []\n")
                .replaceFirst("(?m)^  by: .*\n", "")
                .replaceFirst("(?m)^  cells: .*\n", "");
        assertThat(old).contains("sublattices", "paced", "pace:").doesNotContain("by:", "cells:");
        Files.writeString(file, old);
        assertThat(SettingsFile.read(file)).isEqualTo(DEFAULTS);
        for (String key : new String[] {"sampling.paced", "sampling.sublattices", "train.pace"}) {
            assertThatThrownBy(() -> SettingsFile.of(DEFAULTS).set(key, "true"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(key);
        }
    }

    /** The rule of a step was called a kernel once, as are Markov moves, whose name stays. */
    @Test
    void theRuleOfAStepIsReadByItsOlderName() throws IOException {
        Path file = dir.resolve("old.yaml");
        RunSettings mine = SettingsFile.of(DEFAULTS)
                .set("train.kernel", "euler")
                .set("sampling.rule", "euler")
                .settings();
        assertThat(mine.train().paths().rule()).isEqualTo(StepRule.EULER);
        String now = SettingsFile.of(mine).yaml();
        assertThat(now).contains("  rule: euler").doesNotContain("kernel");
        String old = now.replace("  rule: euler", "  kernel: euler");
        Files.writeString(file, old);
        assertThat(SettingsFile.read(file)).isEqualTo(mine);
        assertThat(SavedSettings.agree(old, now)).isTrue();
        assertThat(SavedSettings.agree(now, old.replace("euler", "exponential")))
                .isFalse();
        ObjectNode chains = SettingsFile.tree(Map.of("negatives", Map.of("kernel", "gibbs")));
        ObjectNode before = chains.deepCopy();
        SavedSettings.upgrade(chains);
        assertThat(chains).isEqualTo(before);
    }

    /** Networks were not symmetric before there was a setting, whatever new ones are. */
    @Test
    void networksOfOlderVersionsAreNotSymmetric() throws IOException {
        Path file = dir.resolve("old.yaml");
        RunSettings mine = DEFAULTS.with(DEFAULTS.network().withSymmetric(true));
        String now = SettingsFile.of(mine).yaml();
        Files.writeString(file, now);
        assertThat(SettingsFile.read(file).network().symmetric()).isTrue();
        Files.writeString(file, now.replaceFirst("(?m)^  symmetric: true\n", ""));
        assertThat(SettingsFile.read(file)).isEqualTo(mine.with(mine.network().withSymmetric(false)));
    }

    /** Every network had every key once; what each of them meant to a kind has a name of its own now. */
    @ParameterizedTest
    @MethodSource("networks")
    void networksOfOlderVersionsAreRead(NetworkSettings now, String shared, String isotropic) throws IOException {
        Path file = dir.resolve("old.yaml");
        RunSettings mine = DEFAULTS.with(now);
        String text = SettingsFile.of(mine).yaml();
        Files.writeString(file, text);
        assertThat(SettingsFile.read(file)).isEqualTo(mine);
        String network = "network:\n  kind: " + now.kind() + "\n  hidden: 12\n  heads: 3\n  layers: 4\n  shared: "
                + shared + "\n  readout: plain\n  symmetric: true\n  isotropic: " + isotropic + "\n";
        String old = text.replaceFirst("(?s)network:\n.*?\n(?=train:)", network);
        Files.writeString(file, old);
        assertThat(SettingsFile.read(file)).isEqualTo(mine);
        assertThat(SavedSettings.agree(old, text)).isTrue();
        assertThat(SavedSettings.agree(old.replace("hidden: 12", "hidden: 24"), text))
                .isFalse();
        assertThat(SettingsFile.of(DEFAULTS)
                        .set(Map.of("network.hidden", "12", "network.kind", now.kind()))
                        .settings()
                        .network())
                .isInstanceOf(now.getClass())
                .matches(n -> n.hidden() == 12);
    }

    static Stream<Arguments> networks() {
        return Stream.of(
                Arguments.of(new NetworkSettings.Letf(12, 3, 4, false, Readout.PLAIN, true), "false", "false"),
                Arguments.of(new NetworkSettings.Lemlp(12, 4, Readout.PLAIN, true), "true", "false"),
                Arguments.of(new NetworkSettings.Leattn(12, 3, Readout.PLAIN, true), "true", "false"),
                Arguments.of(new NetworkSettings.Leconv(12, 3, 4, Readout.PLAIN, true), "true", "false"),
                Arguments.of(new NetworkSettings.Lelattice(12, 4, Readout.PLAIN, true, true), "true", "true"));
    }

    /** A key that another kind of network has is none of this one, but for those that it had by another name. */
    @Test
    void networksHaveKeysOfTheirOwn() {
        SettingsFile<RunSettings> file = SettingsFile.of(DEFAULTS).set("network.kind", "leconv");
        assertThat(file.set("network.heads", "5").settings().network())
                .isEqualTo(new NetworkSettings.Leconv(32, 5, 1, Readout.ENERGY, false));
        assertThatThrownBy(() -> file.set("network.isotropic", "true"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "unknown setting 'network.isotropic'; possible: device, network.hidden, network.kernels,");
        assertThatThrownBy(() -> file.set("network.kind", "mlp"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "unknown network 'mlp'; possible: letf, lemlp, leattn, leconv, lelattice, lepyramid, leglass");
    }

    @Test
    void symmetryIsRefusedWhereTheTargetHasNone() {
        SettingsFile<RunSettings> symmetric = SettingsFile.of(DEFAULTS).set("network.symmetric", "true");
        assertThat(symmetric.settings().network().symmetric()).isTrue();
        assertThatThrownBy(() -> symmetric.set("target.field", "0.1").settings())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("such as potts or ising without a field; use network.symmetric=false");
    }

    @Test
    void differenceNamesTheKeyAndBothValues() {
        RunSettings other = SettingsFile.of(DEFAULTS).set("train.batch", "99").settings();
        assertThat(SettingsFile.difference(DEFAULTS, DEFAULTS)).isEmpty();
        assertThat(SettingsFile.difference(DEFAULTS, other))
                .hasValueSatisfying(d -> assertThat(d).contains("train.batch").contains("99"));
    }
}
