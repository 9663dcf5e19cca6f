package io.github.dnfs4j.io.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTest {
    @TempDir
    Path folder;

    private List<String> names() throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    private static void fill(Path snapshot) throws IOException {
        Files.writeString(snapshot.resolve("w"), "weights");
    }

    @Test
    void theNewestStay() throws IOException {
        Snapshots two = new Snapshots(folder);
        for (int step = 0; step <= 400; step += 100) {
            assertThat(two.save(step, SnapshotsTest::fill))
                    .isEqualTo(two.latest().orElseThrow());
        }
        assertThat(names()).containsExactly("000000300", "000000400");
        Snapshots three = new Snapshots(folder, 3);
        three.save(500, SnapshotsTest::fill);
        assertThat(three.list())
                .containsExactly(folder.resolve("000000300"), folder.resolve("000000400"), folder.resolve("000000500"));
        assertThat(Snapshots.numberOf(three.latest().orElseThrow())).isEqualTo(500);
    }

    @Test
    void numbersAreComparedAsNumbers() throws IOException {
        Snapshots snapshots = new Snapshots(folder);
        snapshots.save(999_999_999, SnapshotsTest::fill);
        snapshots.save(1_000_000_000, SnapshotsTest::fill);
        assertThat(snapshots.latest()).contains(folder.resolve("1000000000"));
    }

    @Test
    void nothingThereIsNoSnapshot() throws IOException {
        assertThat(new Snapshots(folder.resolve("missing")).latest()).isEmpty();
        Files.writeString(folder.resolve("000000009"), "a file, not a folder");
        Files.createDirectory(folder.resolve(".000000008.tmp-1234"));
        Files.createDirectory(folder.resolve("best"));
        assertThat(new Snapshots(folder).list()).isEmpty();
    }

    @Test
    void leftoversGoAndStrangersStay() throws IOException {
        Files.writeString(
                Files.createDirectory(folder.resolve(".000000008.tmp-1234")).resolve("x"), "x");
        Files.createDirectory(folder.resolve("best"));
        Files.createDirectory(folder.resolve(".best.tmp-1"));
        new Snapshots(folder).save(9, SnapshotsTest::fill);
        assertThat(names()).containsExactly(".best.tmp-1", "000000009", "best");
    }

    @Test
    void aFailedSaveChangesNothing() throws IOException {
        Snapshots one = new Snapshots(folder, 1);
        one.save(1, SnapshotsTest::fill);
        assertThatThrownBy(() -> one.save(2, snapshot -> {
                    fill(snapshot);
                    throw new IOException("disk full");
                }))
                .hasMessageEndingWith("disk full");
        assertThat(names()).containsExactly("000000001");
    }

    @Test
    void numbersMustGrow() throws IOException {
        Snapshots snapshots = new Snapshots(folder);
        snapshots.save(5, SnapshotsTest::fill);
        for (long number : new long[] {4, 5}) {
            assertThatThrownBy(() -> snapshots.save(number, SnapshotsTest::fill))
                    .isInstanceOf(FileAlreadyExistsException.class)
                    .hasMessageContaining("growing numbers");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> snapshots.save(-1, SnapshotsTest::fill));
        assertThatIllegalArgumentException().isThrownBy(() -> new Snapshots(folder, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Snapshots.numberOf(Path.of("best")));
    }
}
