package io.github.dnfs4j.io.durable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A training process killed at any time leaves its last announced snapshot, or a later one, whole. */
class SnapshotsKillTest {
    private static final int ROUNDS = 8;
    private static final int FILES = 6;
    private static final int FILE_BYTES = 1 << 20;

    @TempDir
    Path folder;

    @TempDir
    Path logs;

    @Test
    @Timeout(600)
    void aKilledProcessLeavesAWholeSnapshot() throws Exception {
        Random random = new Random(3);
        Snapshots snapshots = new Snapshots(folder);
        long announced = -1;
        for (int round = 0; round < ROUNDS; round++) {
            Path said = logs.resolve("round" + round);
            Process child = start(said);
            try {
                // Every other round is killed while it starts up or writes its first one.
                while (round % 2 == 1 && lastAnnounced(said) < 0 && child.isAlive()) {
                    Thread.sleep(5);
                }
                Thread.sleep(random.nextInt(400));
                assertThat(child.isAlive()).isTrue();
            } finally {
                assertThat(child.destroyForcibly().waitFor(60, TimeUnit.SECONDS))
                        .isTrue();
            }
            announced = Math.max(announced, lastAnnounced(said));
            Optional<Path> latest = snapshots.latest();
            if (announced >= 0) {
                assertThat(latest).isPresent();
                assertThat(Snapshots.numberOf(latest.orElseThrow())).isGreaterThanOrEqualTo(announced);
            }
            for (Path snapshot : snapshots.list()) {
                assertWhole(snapshot);
            }
        }
        assertThat(announced).isNotNegative();
    }

    private static long lastAnnounced(Path said) throws IOException {
        String text = Files.readString(said);
        // What follows the last line feed is an announcement that did not arrive.
        String arrived = text.substring(0, text.lastIndexOf('\n') + 1);
        return arrived.lines().mapToLong(Long::parseLong).max().orElse(-1);
    }

    private static void assertWhole(Path snapshot) throws IOException {
        for (int i = 0; i < FILES; i++) {
            byte[] bytes = Files.readAllBytes(snapshot.resolve("part" + i));
            assertThat(Files.readString(snapshot.resolve("crc" + i))).isEqualTo(crc(bytes));
            assertThat(bytes).hasSize(FILE_BYTES);
            assertThat(bytes[0]).isEqualTo((byte) Snapshots.numberOf(snapshot));
        }
    }

    private static String crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return Long.toHexString(crc.getValue());
    }

    private Process start(Path said) throws Exception {
        // The folders of the two classes that the child needs, not java.class.path: surefire puts a stub there.
        String classPath = location(Snapshots.class) + File.pathSeparator + location(Child.class);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        Child.class.getName(),
                        folder.toString())
                .redirectOutput(said.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Path location(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Saves snapshots until it is killed, and says so after each. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws IOException {
            Snapshots snapshots = new Snapshots(Path.of(args[0]));
            long number = snapshots.latest().map(Snapshots::numberOf).orElse(-1L) + 1;
            for (; ; number++) {
                byte[] bytes = new byte[FILE_BYTES];
                Arrays.fill(bytes, (byte) number);
                snapshots.save(number, snapshot -> {
                    for (int i = 0; i < FILES; i++) {
                        bytes[1] = (byte) i;
                        Files.write(snapshot.resolve("part" + i), bytes);
                        Files.writeString(snapshot.resolve("crc" + i), crc(bytes));
                    }
                });
                System.out.println(number);
            }
        }
    }
}
