package io.github.dnfs4j.io.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewFolderTest {
    @TempDir
    Path temp;

    @Test
    void aFailedBeginningLeavesNoFolder() {
        Path folder = temp.resolve("a/b");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() ->
                        NewFolder.begin(folder, made -> Files.writeString(made.resolve("config.yaml"), "x"), made -> {
                            throw new IllegalArgumentException("bad settings");
                        }));
        assertThat(folder).doesNotExist();
    }

    @Test
    void norDoesOneThatRanOutOfMemory() {
        Path folder = temp.resolve("large");
        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> NewFolder.begin(folder, made -> {}, made -> {
                    throw new OutOfMemoryError("too many graphs");
                }));
        assertThat(folder).doesNotExist();
    }

    /** Another process has met the new folder and works there: it is no longer of who made it. */
    @Test
    void aFolderInWhichAnotherWorksIsKept() throws Exception {
        Path folder = temp.resolve("run");
        List<FolderLock> others = new ArrayList<>();
        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() ->
                        NewFolder.begin(folder, made -> Files.writeString(made.resolve("config.yaml"), "x"), made -> {
                            others.add(FolderLock.take(made));
                            return FolderLock.take(made);
                        }))
                .withMessageContaining("another process is training in this folder");
        others.get(0).close();
        assertThat(folder.resolve("config.yaml")).exists();
    }

    @Test
    void whatIsThereIsKept() throws Exception {
        Path folder = temp.resolve("mine");
        assertThat(NewFolder.<Path>begin(folder, made -> {}, made -> Files.writeString(made.resolve("weights"), "x")))
                .exists();
        assertThatExceptionOfType(FileAlreadyExistsException.class)
                .isThrownBy(() -> NewFolder.begin(folder, made -> {}, made -> made))
                .withMessageContaining("resume it or name another");
        assertThat(folder.resolve("weights")).exists();
    }
}
