package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dnfs4j.run.RunFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A run in a process of its own, stopped by signals. */
@DisabledOnOs(OS.WINDOWS)
class SignalTest {
    private static final String STEPS = "--steps=200";

    @TempDir
    Path folder;

    @Test
    void aTerminatedRunEndsInTheSameBits() throws Exception {
        Path run = folder.resolve("run");
        assertThat(stopped(run, "TERM")).isEqualTo(143);
        assertThat(Files.readString(folder.resolve("err")))
                .contains("Continue with: dnfs train --out " + run + " --resume");
        Path checkpoint = RunFolder.snapshots(run).latest().orElseThrow();
        assertThat(checkpoint.getFileName().toString()).isLessThan("000000200");
        assertThat(run.resolve("result.json")).doesNotExist();

        assertThat(Cli.run("train", "ising", "--resume", "--out=" + run).code()).isZero();
        Path whole = folder.resolve("whole");
        assertThat(Cli.train(STEPS, "--out=" + whole).code()).isZero();
        for (String file : List.of("model.safetensors", "state.safetensors")) {
            assertThat(run.resolve("checkpoint/000000200").resolve(file))
                    .hasSameBinaryContentAs(
                            whole.resolve("checkpoint/000000200").resolve(file));
        }
        try (Stream<String> lines = Files.lines(run.resolve("metrics.jsonl"))) {
            assertThat(lines).isEqualTo(Files.readAllLines(whole.resolve("metrics.jsonl")));
        }
    }

    @Test
    void anInterruptedRunSaysSo() throws Exception {
        assumeTrue(interruptible(), "this build ignores SIGINT, as in the background, and so do its processes");
        Path run = folder.resolve("run");
        assertThat(stopped(run, "INT")).isEqualTo(130);
        assertThat(RunFolder.snapshots(run).latest()).isPresent();
    }

    /** What comes through a pipe is kept to be read twice, but not for those who come after. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aKilledProcessLeavesNothingOfItsInput() throws Exception {
        List<String> command = new ArrayList<>(ChildJava.command());
        command.add(1, "-Djava.io.tmpdir=" + folder);
        command.addAll(List.of("solve", "mis", "-"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write("p edge 3 2\ne 1 2\n".getBytes(StandardCharsets.US_ASCII));
            in.flush();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
            while (process.isAlive() && kept(process.pid()).isEmpty() && System.nanoTime() < end) {
                Thread.sleep(20);
            }
            assertThat(kept(process.pid())).as("the beginning of its input").hasSize(1);
            process.destroyForcibly().waitFor();
        }
        assertThat(folder).isEmptyDirectory();
    }

    private static List<String> kept(long pid) throws IOException {
        List<String> kept = new ArrayList<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (Path file : open.toList()) {
                String target = Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                        ? Files.readSymbolicLink(file).toString()
                        : "";
                if (target.contains("dnfs-input") && Files.size(file) > 0) {
                    kept.add(target);
                }
            }
        }
        return kept;
    }

    /** Whether SIGINT, bit 1 of the kernel's mask of ignored signals, reaches what this process starts. */
    private static boolean interruptible() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return true;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .noneMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
        }
    }

    private int stopped(Path run, String signal) throws Exception {
        Process process = start(run);
        try {
            Path metrics = run.resolve("metrics.jsonl");
            long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
            while (!Files.exists(metrics) || Files.size(metrics) < 2000) {
                assertThat(process.isAlive())
                        .as(Files.readString(folder.resolve("err")))
                        .isTrue();
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.sleep(5);
            }
            new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(Path run) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
                "-Dorg.bytedeco.javacpp.noPointerGC=true",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(Cli.training(STEPS, "--out=" + run));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("err").toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
    }
}
