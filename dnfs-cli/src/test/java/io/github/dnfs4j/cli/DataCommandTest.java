package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataCommandTest {
    @TempDir
    Path folder;

    @Test
    void dataAreShown() {
        Path png = folder.resolve("all.png");
        Cli shown = Cli.run("data", "show", "all", "--bits=6", "--points=500", "--out=" + png);
        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(png).isNotEmptyFile();
        assertThat(show(png).err()).contains("already exists and is not overwritten");
        assertThat(show(folder.resolve("a.txt")).err()).contains("--out must end in .png, not ");
        assertThat(show(folder.resolve("none/a.png")).err()).contains("its folder does not exist");
        assertThat(folder.resolve("none")).doesNotExist();
        assertThat(Cli.run("data", "--version").out()).isNotBlank();
    }

    private static Cli show(Path out) {
        Cli refused = Cli.run("data", "show", "moons", "--points=10", "--out=" + out);
        assertThat(refused.code()).isNotZero();
        assertThat(refused.errLines()).hasSize(1);
        return refused;
    }
}
