package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in the folder of a release, with a Java that writes down how it was started: when the archive of classes is
 * made, and what is handed on. {@code scripts/try-dist} does it with a true one.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final String JAVA = """
            #!/usr/bin/env bash
            printf '%s\\n' "$*" >>"$STARTS"
            if [[ ${STOP:-} == 1 && $* == *rehearse ]]; then
                launcher=$(awk '/^PPid/ { print $2 }' "/proc/$PPID/status")
                if grep -q bin/dnfs "/proc/$launcher/cmdline"; then kill -TERM "$launcher"; fi
            fi
            for word; do
                if [[ $word == -XX:SharedArchiveFile=* ]]; then archive=${word#*=}; fi
                if [[ $word == -Xshare:dump ]]; then dump=1; fi
            done
            if [[ ${dump:-} == 1 ]]; then
                [[ ${NO_DUMP:-} != 1 ]] || exit 1
                echo "the classes, ready to load" >"$archive"
            fi
            """;

    @TempDir
    Path folder;

    private Path home;
    private Path archive;

    @BeforeEach
    void makeARelease() throws IOException {
        home = folder.resolve("dnfs4j");
        Path launcher = Files.createDirectories(home.resolve("bin")).resolve("dnfs");
        Files.copy(Path.of("..", "dnfs"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(home.resolve("lib/native"));
        Files.writeString(Files.createDirectories(home.resolve("lib/app")).resolve("dnfs.jar"), "");
        Path java = Files.createDirectories(home.resolve("runtime/bin")).resolve("java");
        Files.writeString(java, JAVA);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(home.resolve("runtime/release"), "JAVA_VERSION=\"17.0.1\"\n");
        archive = home.resolve("lib/cds/dnfs.jsa");
    }

    @Test
    void theArchiveOfClassesIsMadeOnce() throws Exception {
        assertThat(start("models")).containsExactly("rehearse", "dump", "models with it");
        assertThat(start("models")).containsExactly("models with it");
        assertThat(archive.resolveSibling("dnfs.jsa.key")).exists();
        assertThat(archive.getParent())
                .isDirectoryContaining("glob:**/dnfs.jsa")
                .isDirectoryNotContaining("glob:**/.new*");
    }

    @Test
    void aDamagedArchiveIsMadeAgain() throws Exception {
        start("models");
        Files.writeString(archive, "the classes");
        assertThat(start("models")).contains("dump");
        assertThat(start("models")).containsExactly("models with it");

        Files.writeString(archive, "the classes, xxxxx to load\n");
        Files.setLastModifiedTime(archive, FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(start("models")).contains("dump");

        Files.delete(archive);
        assertThat(start("models")).contains("dump");
        Files.delete(archive.resolveSibling("dnfs.jsa.key"));
        assertThat(start("models")).contains("dump");
    }

    @Test
    void aStaleArchiveIsMadeAgain() throws Exception {
        start("models");
        Path jar = home.resolve("lib/app/dnfs.jar");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(60)));
        assertThat(start("models")).containsExactly("models with it");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(start("models")).contains("dump");

        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(60)));
        Files.writeString(home.resolve("lib/app/more.jar"), "");
        assertThat(start("models")).contains("dump");

        Files.writeString(home.resolve("runtime/release"), "JAVA_VERSION=\"21.0.1\"\n");
        assertThat(start("models")).contains("dump");
    }

    /** A Java that cannot make one is not asked each time. */
    @Test
    void itGoesWithoutAnArchiveToo() throws Exception {
        assertThat(start("models", "NO_DUMP=1")).containsExactly("rehearse", "dump", "models");
        assertThat(start("models", "NO_DUMP=1")).containsExactly("models");
    }

    /** A signal to the launcher itself, while it waits for the archive. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aSignalBeforeJavaRunsEndsInALine() throws Exception {
        assertThat(start("models", "STOP=1")).containsExactly("rehearse", "dump");
        assertThat(folder.resolve("said")).content().isEqualTo("dnfs: stopped before it began\n");
    }

    @Test
    void anOldJavaIsRefused() throws Exception {
        Files.writeString(home.resolve("runtime/release"), "JAVA_VERSION=\"11.0.2\"\n");
        assertThat(start("models")).isEmpty();
        assertThat(folder.resolve("said"))
                .content()
                .contains("java 17 or later is needed")
                .hasLineCount(1);
    }

    /** Java would say three lines of its own, or that there is no class of that name. */
    @Test
    void whatJavaCannotTakeIsSaidInALine() throws Exception {
        for (String heap : List.of("4GB", "much", "0", "-1g")) {
            assertThat(start("models", "DNFS_HEAP=" + heap)).isEmpty();
            assertThat(folder.resolve("said"))
                    .content()
                    .isEqualTo(
                            "dnfs: DNFS_HEAP is a number with k, m or g behind it, such as 4g, not '" + heap + "'\n");
        }
        assertThat(start("models", "DNFS_HEAP=3G")).contains("models with it");
        assertThat(folder.resolve("starts")).content().contains(" -Xmx3G ");

        home = Files.move(home, folder.resolve("a:b"));
        assertThat(start("models")).isEmpty();
        assertThat(folder.resolve("said"))
                .content()
                .contains("a colon in its name")
                .hasLineCount(1);
    }

    @Test
    void aFolderThatIsGoneIsSaidToBe() throws Exception {
        Process shell = new ProcessBuilder(
                        "bash", "-c", "mkdir gone && cd gone && rmdir ../gone && exec " + home.resolve("bin/dnfs"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .endsWith("dnfs: the folder this was called in is gone; change to another\n");
        assertThat(shell.waitFor()).isEqualTo(1);
    }

    /** What a killed launcher left of its archive goes with the next that is made; another may still be at work. */
    @Test
    void halfAnArchiveIsRemoved() throws Exception {
        Path left = Files.createDirectories(archive.resolveSibling(".new-left"));
        Files.writeString(left.resolve("classes"), "half");
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minusSeconds(7200)));
        Path works = Files.createDirectories(archive.resolveSibling(".new-works"));
        start("models");
        assertThat(left).doesNotExist();
        assertThat(works).exists();
    }

    @Test
    void sparkIsOnTheClassPathOfItsCommandAlone() throws Exception {
        assertThat(start("spark")).isEmpty();
        assertThat(folder.resolve("said"))
                .content()
                .contains("Spark is not in this archive")
                .hasLineCount(1);

        Files.writeString(Files.createDirectories(home.resolve("lib/spark")).resolve("dnfs-spark.jar"), "");
        assertThat(start("spark")).contains("spark with it");
        Path starts = folder.resolve("starts");
        assertThat(starts).content().contains("dnfs-spark.jar:" + home.resolve("lib/spark/jars/*"), "--add-opens=");
        assertThat(start("models")).containsExactly("models with it");
        assertThat(starts).content().doesNotContain("dnfs-spark.jar", "--add-opens=");
    }

    /** Each start of Java in a word: what it was to do, and with the archive or without. */
    private List<String> start(String command, String... environment) throws Exception {
        Path starts = folder.resolve("starts");
        Files.deleteIfExists(starts);
        ProcessBuilder builder = new ProcessBuilder(home.resolve("bin/dnfs").toString(), command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("STARTS", starts.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("DNFS_") || name.equals("GPU_CLASSPATH"));
        for (String variable : environment) {
            builder.environment().put(variable.split("=")[0], variable.split("=")[1]);
        }
        builder.start().waitFor();
        if (!Files.exists(starts)) {
            return List.of();
        }
        return Files.readAllLines(starts, StandardCharsets.UTF_8).stream()
                .map(line -> line.contains("-Xshare:dump")
                        ? "dump"
                        : line.substring(line.lastIndexOf(' ') + 1)
                                + (line.contains("SharedArchiveFile=" + archive) ? " with it" : ""))
                .toList();
    }
}
