package io.github.dnfs4j.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.train.Tiny;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        assertThat(s.train().batch()).isEqualTo(99);
        assertThat(s.train().ema()).isEqualTo(0.5);
        assertThat(s.network().readout()).isEqualTo(Readout.PLAIN);
        assertThat(s.target()).isEqualTo(new TargetSettings.Ising(6, -0.1, 0));
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
        for (String key : new String[] {"device", "precision", "train.kernel", "train.batch", "network.kind"}) {
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

    @Test
    void symmetryIsRefusedWhereTheTargetHasNone() {
        SettingsFile symmetric = SettingsFile.of(DEFAULTS).set("network.symmetric", "true");
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
