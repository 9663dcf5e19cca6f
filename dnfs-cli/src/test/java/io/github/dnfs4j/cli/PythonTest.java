package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the Python client, with the classes of this build; skipped where there is no Python with numpy. */
class PythonTest {
    @TempDir
    Path folder;

    @Test
    void itsOwnTestsPass() throws IOException, InterruptedException {
        assumeTrue(python("-c", "import sys, numpy; assert sys.version_info >= (3, 9)") == 0, "no python3 with numpy");
        assertThat(python(
                        "-B",
                        "-m",
                        "unittest",
                        "discover",
                        "-s",
                        Path.of("../python").toRealPath().toString()))
                .as(Files.readString(folder.resolve("said")))
                .isZero();
        assertThat(folder.resolve("said")).content().contains("OK");
    }

    private int python(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("python3"));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("DNFS_HOME", Path.of("..").toRealPath().toString());
        builder.environment().put("DNFS_COMMAND", String.join(" ", ChildJava.command()));
        try {
            return builder.start().waitFor();
        } catch (IOException absent) {
            return -1;
        }
    }
}
