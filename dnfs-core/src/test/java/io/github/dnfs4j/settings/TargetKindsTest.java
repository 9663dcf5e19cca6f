package io.github.dnfs4j.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.target.Clock;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Potts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetKindsTest {
    /** A kind that another jar brings stands beside those of dnfs4j. */
    @Test
    void everyKindIsFoundByItsName() {
        assertThat(TargetKinds.all().keySet()).containsExactly("clock", "ebm", "file", "ising", "model", "own", "potts");
        TargetKinds.all().forEach((name, kind) -> assertThat(kind.type()).isAssignableTo(TargetSettings.class));
    }

    @Test
    void whatIsNotGivenHasItsDefault() throws IOException {
        assertThat(TargetKinds.parse("ising")).isEqualTo(new TargetSettings.Ising(6, Ising.CRITICAL, 0));
        assertThat(TargetKinds.parse("ising:sigma=0.1")).isEqualTo(new TargetSettings.Ising(6, 0.1, 0));
        assertThat(TargetKinds.parse("clock:beta=1")).isEqualTo(new Clock(3, 1));
        // The critical beta is that of the states that were chosen.
        assertThat(TargetKinds.parse("potts:states=5")).isEqualTo(new TargetSettings.Potts(6, 5, Potts.critical(5)));
        assertThat(TargetKinds.parse("potts:states=5,beta=1")).isEqualTo(new TargetSettings.Potts(6, 5, 1));
    }

    @Test
    void textsAreReadBack() throws IOException {
        for (TargetSettings target : new TargetSettings[] {
            new Clock(5, 0.125), new TargetSettings.Potts(4, 3, 0.7), new TargetSettings.Ising(8, 0.2, -1)
        }) {
            assertThat(TargetKinds.parse(TargetKinds.text(target))).isEqualTo(target);
        }
    }

    @Test
    void settingsOfAnOwnKindAreWrittenAndRead(@TempDir Path folder) throws IOException {
        RunSettings settings = RunSettings.defaults(new Clock(4, 0.25));
        assertThat(settings.network().kind()).isEqualTo("lelattice");
        Path file = folder.resolve("config.yaml");
        SettingsFile.of(settings).write(file);
        assertThat(Files.readString(file)).contains("kind: clock").contains("side: 4");
        assertThat(SettingsFile.read(file)).isEqualTo(settings);
        assertThat(SettingsFile.of(settings)
                        .set("target.kind", "potts")
                        .settings()
                        .target())
                .isEqualTo(TargetSettings.defaults("potts"));
    }

    @Test
    void mistakesAreToldInOneLine() {
        refused("sudoku:n=9", "unknown target 'sudoku'; possible: clock, ebm, file, ising, model, potts");
        refused("clock:bta=1", "unknown setting 'bta'; possible: beta, kind, side");
        refused("clock:beta", "a target is KIND:KEY=VALUE,KEY=VALUE; 'beta' is not");
        refused("clock:beta=1,beta=2", "'beta' is given twice");
        refused("clock:side=x", "'x' is not of type int");
        refused("ising:side=2", "side must be at least 3");
        refused("own", "register a TargetKind");
        refused("file", "name the file: file:PATH");
    }

    private static void refused(String text, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TargetKinds.parse(text))
                .withMessageStartingWith("target '" + text + "': ")
                .withMessageContaining(reason)
                .withMessageNotContaining("\n");
    }
}
