package io.github.dnfs4j.io.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a kill, a bad disk or a training beside leaves to readers and to those who come after. */
class DamageTest {
    private static final List<String> FILES = List.of("w");

    @TempDir
    Path folder;

    private Path save(long number) throws IOException {
        return new Snapshots(folder).save(number, s -> Files.writeString(s.resolve("w"), "weights " + number));
    }

    private String read() throws IOException {
        return new Snapshots(folder)
                .read(FILES, s -> Files.readString(s.resolve("w")))
                .orElse("none");
    }

    private static final class Told extends Handler implements AutoCloseable {
        private final Logger logger = Logger.getLogger(Snapshots.class.getName());
        private final List<String> lines = new ArrayList<>();

        Told() {
            logger.addHandler(this);
            logger.setUseParentHandlers(false);
        }

        @Override
        public void publish(LogRecord entry) {
            lines.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
            logger.setUseParentHandlers(true);
        }
    }

    @Test
    void theOlderOneTakesThePlaceOfADamagedOneAndThatIsTold() throws IOException {
        save(1);
        Path damaged = save(2);
        Files.writeString(damaged.resolve("w"), "weights 3");
        try (Told told = new Told()) {
            assertThat(read()).isEqualTo("weights 1");
            assertThat(told.lines)
                    .singleElement()
                    .asString()
                    .contains("000000002")
                    .contains("damaged")
                    .contains("000000001");
        }
        Files.delete(damaged.resolve("w"));
        try (Told told = new Told()) {
            assertThat(read()).isEqualTo("weights 1");
            assertThat(told.lines).singleElement().asString().contains("missing");
        }
        new Snapshots(folder).forgetAfter(folder.resolve("000000001"));
        assertThat(damaged).doesNotExist();
        assertThat(folder)
                .isDirectoryNotContaining(p -> p.getFileName().toString().contains(".tmp-"));
        save(2);
        assertThat(read()).isEqualTo("weights 2");
    }

    @Test
    void whereAllAreDamagedTheNewestIsNamed() throws IOException {
        for (int number : new int[] {1, 2}) {
            Files.writeString(save(number).resolve("w"), "");
        }
        assertThatThrownBy(this::read)
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("000000002")
                .hasMessageContaining("damaged");
        assertThat(new Snapshots(folder.resolve("no")).read(FILES, s -> s)).isEmpty();
    }

    /** Older versions wrote no list; a list that is none is damage. */
    @Test
    void listsOfDigests() throws IOException {
        Path snapshot = save(1);
        Path list = snapshot.resolve(Digests.LIST);
        assertThat(list).content().isEqualTo(Digests.of(snapshot.resolve("w")) + "  w\n");
        assertThat(Digests.of("abc".getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        Files.writeString(list, "../w is fine\n");
        assertThatThrownBy(this::read).isInstanceOf(FormatException.class).hasMessageContaining("list of digests");
        Files.write(list, new byte[(1 << 20) + 1]);
        assertThatThrownBy(this::read).isInstanceOf(FormatException.class).hasMessageContaining("too long");
        Files.delete(list);
        Files.writeString(snapshot.resolve("w"), "old");
        assertThat(read()).isEqualTo("old");
    }

    /** A training beside saves twice while a slow reader has just found the newest: the reader takes the newer one. */
    @Test
    void aReaderNeverMeetsWhatATrainingRemoves() throws IOException {
        save(1);
        List<Path> tried = new ArrayList<>();
        String read = new Snapshots(folder)
                .read(FILES, s -> {
                    tried.add(s);
                    if (tried.size() == 1) {
                        save(2);
                        save(3);
                    }
                    return Files.readString(s.resolve("w"));
                })
                .orElseThrow();
        assertThat(read).isEqualTo("weights 3");
        assertThat(tried).hasSize(2);
        assertThatThrownBy(() -> Files.readString(tried.get(0).resolve("w"))).isInstanceOf(NoSuchFileException.class);
    }

    /** Written by a process that was killed long ago; one of this moment may still be written. */
    @Test
    void leftoversBesideAFileOrFolderGoWithItsNextWriting() throws IOException {
        for (String name : new String[] {"file", "dir"}) {
            Path old = Files.createDirectory(folder.resolve("." + name + ".tmp-1"));
            Files.writeString(old.resolve("half"), "x");
            Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
            Files.writeString(folder.resolve("." + name + ".tmp-2"), "at work");
            if (name.equals("file")) {
                AtomicFile.write(folder.resolve(name), new byte[1]);
            } else {
                AtomicDirectory.write(folder.resolve(name), made -> {});
            }
            assertThat(old).doesNotExist();
            assertThat(folder.resolve("." + name + ".tmp-2")).exists();
        }
        Durable.clean(folder);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("file", "dir");
    }
}
