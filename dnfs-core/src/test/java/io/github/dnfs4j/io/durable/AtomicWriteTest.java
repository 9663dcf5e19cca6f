package io.github.dnfs4j.io.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicWriteTest {
    @TempDir
    Path folder;

    private List<String> names() throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aFolderAppearsOnlyWhenItIsFull() throws IOException {
        Path target = folder.resolve("run");
        AtomicDirectory.write(target, temporary -> {
            Files.writeString(Files.createDirectory(temporary.resolve("sub")).resolve("a"), "one");
            assertThat(target).doesNotExist();
            assertThat(temporary.getParent()).isEqualTo(folder);
            assertThat(temporary.getFileName().toString()).startsWith(".run.tmp-");
        });
        assertThat(target.resolve("sub/a")).hasContent("one");
        assertThat(names()).containsExactly("run");
    }

    @Test
    void missingParentsAreMade() throws IOException {
        AtomicDirectory.write(folder.resolve("a/b/c"), temporary -> {});
        assertThat(folder.resolve("a/b/c")).isEmptyDirectory();
    }

    @Test
    void aFailedWriterLeavesNothing() throws IOException {
        Path outside = Files.writeString(folder.resolve("outside"), "stays");
        Path there = folder.resolve("there");
        for (Throwable failure :
                List.of(new FileSystemException(there.toString()), new IllegalStateException("bug"), new Error("vm"))) {
            assertThatThrownBy(() -> AtomicDirectory.write(folder.resolve("run"), temporary -> {
                        Files.writeString(temporary.resolve("a"), "half");
                        Files.createSymbolicLink(temporary.resolve("link"), outside);
                        sneak(failure);
                    }))
                    .isSameAs(failure);
            assertThat(names()).containsExactly("outside");
        }
        assertThat(outside).hasContent("stays");
    }

    /** A write to an open file fails without its name, as where no space is left. */
    @Test
    void aFailureNamesWhatWasWritten() {
        Path target = folder.resolve("run");
        IOConsumer<Path> full = temporary -> {
            throw new IOException("No space left on device");
        };
        assertThatThrownBy(() -> AtomicDirectory.write(target, full)).hasMessage(target + ": No space left on device");
        assertThatThrownBy(() -> AtomicFile.write(target, full)).hasMessage(target + ": No space left on device");
    }

    /** Renamed once more it would have a name that no file can have, and that no later writer would look for. */
    @Test
    void theTemporaryFolderIsRemovedUnderItsOwnName() throws IOException {
        assertThatThrownBy(() -> AtomicDirectory.write(folder.resolve("n".repeat(230)), temporary -> {
                    Files.writeString(temporary.resolve("a"), "half");
                    throw new IOException("disk");
                }))
                .hasMessageEndingWith("disk");
        assertThat(names()).isEmpty();
    }

    @Test
    void anExistingFolderIsRefusedBeforeTheWriterRuns() throws IOException {
        Path target = Files.createDirectory(folder.resolve("run"));
        assertThatThrownBy(() -> AtomicDirectory.write(target, temporary -> {
                    throw new AssertionError("not reached");
                }))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessage(target + ": already exists");
    }

    @Test
    void aFolderMadeMeanwhileIsNotReplaced() {
        Path target = folder.resolve("run");
        // Linux would rename onto an empty folder without a word.
        assertThatThrownBy(() -> AtomicDirectory.write(target, temporary -> Files.createDirectory(target)))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(target).isEmptyDirectory();
    }

    /** All find nothing there and write; the names of all but one come too late. */
    @Test
    void ofWritersAtOnceOneWinsAndTheOthersHearOfIt() throws Exception {
        int writers = 4;
        for (int round = 0; round < 10; round++) {
            Path target = folder.resolve("run-" + round);
            CyclicBarrier together = new CyclicBarrier(writers);
            List<CompletableFuture<String>> said = new ArrayList<>();
            ExecutorService threads = Executors.newFixedThreadPool(writers);
            for (int k = 0; k < writers; k++) {
                said.add(CompletableFuture.supplyAsync(() -> write(target, together), threads));
            }
            List<String> all = said.stream().map(CompletableFuture::join).toList();
            threads.shutdown();
            assertThat(all).containsOnlyOnce("").containsOnly("", target + ": already exists");
            assertThat(target.resolve("file")).hasContent("all");
        }
        assertThat(names()).hasSize(10);
    }

    private static String write(Path target, CyclicBarrier together) {
        try {
            AtomicDirectory.write(target, temporary -> {
                Files.writeString(temporary.resolve("file"), "all");
                try {
                    together.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IOException(e);
                }
            });
            return "";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void aFileIsReplacedWhole() throws IOException {
        Path target = folder.resolve("result.json");
        AtomicFile.write(target, new byte[] {1, 2, 3});
        AtomicFile.write(target, new byte[] {4});
        assertThat(target).hasBinaryContent(new byte[] {4});
        assertThat(names()).containsExactly("result.json");
    }

    @Test
    void aFailedReplacementKeepsTheOldFile() throws IOException {
        Path target = folder.resolve("result.json");
        AtomicFile.write(target, new byte[] {1});
        assertThatThrownBy(() -> AtomicFile.write(target, temporary -> {
                    Files.write(temporary, new byte[100]);
                    throw new IOException("disk full");
                }))
                .hasMessageEndingWith("disk full");
        assertThat(target).hasBinaryContent(new byte[] {1});
        assertThat(names()).containsExactly("result.json");
        assertThatThrownBy(() -> AtomicFile.write(folder, new byte[1])).hasMessage(folder + ": is a folder");
    }

    @Test
    void relativeNamesWork() {
        assertThat(Durable.parent(Path.of("x"))).isEqualTo(Path.of("").toAbsolutePath());
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }
}
