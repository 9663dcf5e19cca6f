package io.github.dnfs4j.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverlayTest {
    private static final RunSettings DEFAULTS = RunSettings.defaults(new TargetSettings.Ising(4, 0.1, 0));

    @TempDir
    Path folder;

    @Test
    void aBudgetInStepsEndsOneInMinutesAndBack() {
        SettingsFile<RunSettings> file = SettingsFile.of(DEFAULTS);
        new Overlay(Map.of("train.steps", "10")).applyTo(file);
        assertThat(file.settings().train().budget().minutes()).isZero();
        new Overlay(Map.of("train.minutes", "2")).applyTo(file);
        assertThat(file.settings().train().budget().steps()).isZero();
    }

    @Test
    void aWholeConfigurationOverlaysToItself() throws IOException {
        Path yaml = folder.resolve("config.yaml");
        SettingsFile.of(DEFAULTS).write(yaml, "flow");
        SettingsFile<RunSettings> file = SettingsFile.of(RunSettings.defaults(new TargetSettings.Ising(9, 0.3, 1)));
        Overlay.read(yaml).applyTo(file);
        assertThat(file.settings()).isEqualTo(DEFAULTS);

        SettingsFile.of(DEFAULTS).write(yaml, "gfn");
        assertThatThrownBy(() -> Overlay.read(yaml)).hasMessageContaining("settings of a gfn, not of a flow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "- 1", "just words", "{a: ", "a: [1\n"})
    void whatIsNoMapIsNoSettings(String text) throws IOException {
        Path yaml = Files.writeString(folder.resolve("bad.yaml"), text);
        assertThatThrownBy(() -> Overlay.read(yaml))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("bad.yaml")
                .hasMessageNotContaining("\n");
    }
}
