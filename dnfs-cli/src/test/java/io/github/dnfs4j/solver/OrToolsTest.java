package io.github.dnfs4j.solver;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.ortools.linearsolver.MPSolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OrToolsTest {
    /** What lies in /tmp while it runs is what a killed process leaves there. */
    @Test
    void theLibrariesAreNotUnpackedToTheTemporaryFolder() throws IOException {
        Set<Path> before = unpacked();
        OrTools.load();
        assertThat(MPSolver.createSolver("SCIP")).isNotNull();
        assertThat(unpacked()).isEqualTo(before);
        OrTools.load();
    }

    private static Set<Path> unpacked() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(file -> file.getFileName().toString().matches("(ortools|jna).*"))
                    .collect(Collectors.toSet());
        }
    }
}
