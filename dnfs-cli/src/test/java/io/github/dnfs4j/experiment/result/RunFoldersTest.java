package io.github.dnfs4j.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFoldersTest {
    @TempDir
    Path folder;

    @Test
    void aTakenNameGetsANumber() throws Exception {
        LocalDateTime now = LocalDateTime.of(2026, 11, 15, 23, 15, 0);
        Path first = RunFolders.fresh(folder, "ising-6x6", now);
        assertThat(first).isEqualTo(folder.resolve("ising-6x6-20261115-231500"));
        Files.createDirectory(first);
        Path second = RunFolders.fresh(folder, "ising-6x6", now);
        assertThat(second).isEqualTo(folder.resolve("ising-6x6-20261115-231500-2"));
        Files.createDirectory(second);
        assertThat(RunFolders.fresh(folder, "ising-6x6", now).toString()).endsWith("-3");
    }
}
