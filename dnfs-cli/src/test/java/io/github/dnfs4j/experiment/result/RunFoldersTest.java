package io.github.dnfs4j.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
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

    /** Killed before it said which experiment it holds, a folder holds none. */
    @Test
    void aFolderOfNothingButLeftoversIsTaken() throws Exception {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        RunFolders.claim(empty, "tiny", "quick");
        Path half = Files.createDirectory(folder.resolve("half"));
        Path left = Files.writeString(half.resolve(".experiment.txt.tmp-1"), "ti");
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        RunFolders.claim(half, "tiny", "quick");
        assertThat(left).doesNotExist();
        for (Path claimed : List.of(empty, half)) {
            RunFolders.claim(claimed, "tiny", "quick");
            assertThat(claimed.resolve("experiment.txt")).hasContent("tiny quick");
        }
    }

    /** Of jobs that begin in the same moment, each would take what the others are writing for what is left. */
    @Test
    void aClaimLeavesTheWritingOfAnotherJobAlone() throws Exception {
        Path writing = Files.writeString(folder.resolve(".experiment.txt.tmp-1"), "ti");
        RunFolders.claim(folder, "tiny", "quick");
        assertThat(writing).exists();
        assertThat(folder.resolve("experiment.txt")).hasContent("tiny quick");
    }

    @Test
    void aFolderOfSomethingElseIsRefusedAndKept() throws Exception {
        Path others = Files.createDirectory(folder.resolve("others"));
        Path note = Files.writeString(others.resolve("note.txt"), "mine");
        Path left = Files.writeString(others.resolve(".note.txt.tmp-1"), "mi");
        assertThatThrownBy(() -> RunFolders.claim(others, "tiny", "quick"))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("already exists and does not hold tiny quick");
        assertThat(note).exists();
        assertThat(left).exists();
    }
}
