package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.run.RunFolder;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Training by processes of their own, which die, stop and do not fit. */
@EnabledOnOs(OS.LINUX)
class ProcessesTest {
    private static final int SIGKILL = 137;
    private static final long PATIENCE = 600; // for a busy machine
    private static final String STEPS = "--steps=400";
    private static final String OFTEN = "--set=train.checkpointSeconds=0.05";

    @TempDir
    Path folder;

    private final List<Rank> started = new ArrayList<>();

    private record Rank(Process process, Path err) {
        String said() throws IOException {
            return Files.readString(err);
        }

        int code() throws Exception {
            assertThat(process.waitFor(PATIENCE, TimeUnit.SECONDS)).as(said()).isTrue();
            return process.exitValue();
        }
    }

    private Rank start(Map<String, String> environment, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(ChildJava.command());
        command.addAll(arguments);
        int number = started.size();
        Path err = folder.resolve("err" + number);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(err.toFile())
                .redirectOutput(folder.resolve("out" + number).toFile());
        builder.environment().put("TORCH_CPP_LOG_LEVEL", "FATAL");
        builder.environment().putAll(environment);
        Rank rank = new Rank(builder.start(), err);
        started.add(rank);
        return rank;
    }

    @AfterEach
    void nobodyIsLeft() {
        started.forEach(rank -> rank.process.destroyForcibly());
    }

    private static Map<String, String> rank(int rank, int size, int port) {
        return Map.of(
                "RANK", String.valueOf(rank),
                "WORLD_SIZE", String.valueOf(size),
                "MASTER_PORT", String.valueOf(port));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void awaitCheckpoint(Path run, Rank rank) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (RunFolder.snapshots(run).latest().isEmpty()) {
            assertThat(rank.process.isAlive()).as(rank.said()).isTrue();
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.sleep(20);
        }
    }

    /** A killed rank stops the others, which name it; what the last checkpoint had goes on to the same bits. */
    @Test
    void aRunWhoseRankWasKilledEndsInTheSameBits() throws Exception {
        Path run = folder.resolve("run");
        Rank first = start(Map.of(), Cli.training(STEPS, OFTEN, "--processes=2", "--out=" + run));
        awaitCheckpoint(run, first);
        ProcessHandle second = first.process.toHandle().children().findFirst().orElseThrow();
        assertThat(second.destroyForcibly()).isTrue();
        assertThat(first.code()).isEqualTo(1);
        assertThat(first.said().lines().filter(line -> line.startsWith("dnfs:")))
                .containsExactly("dnfs: rank 1 was killed by signal 9");
        assertThat(run.resolve("result.json")).doesNotExist();

        Rank again =
                start(Map.of(), List.of("train", "ising", "--resume", "--processes", "2", "--json", "--out=" + run));
        Path whole = folder.resolve("whole");
        Rank at = start(Map.of(), Cli.training(STEPS, OFTEN, "--processes=2", "--quiet", "--out=" + whole));
        assertThat(again.code()).as(again.said()).isZero();
        assertThat(at.code()).as(at.said()).isZero();
        for (String file : List.of("model.safetensors", "state.safetensors", "state-1.safetensors")) {
            assertThat(run.resolve("checkpoint/000000400").resolve(file))
                    .hasSameBinaryContentAs(
                            whole.resolve("checkpoint/000000400").resolve(file));
        }
        assertThat(new ObjectMapper()
                        .readTree(run.resolve("result.json").toFile())
                        .path("evaluation")
                        .isObject())
                .isTrue();
    }

    /** Others are told of a first rank that is gone, too, in a line that names it. */
    @Test
    void whoseFirstRankIsKilledEndsAsWell() throws Exception {
        int port = freePort();
        Path run = folder.resolve("run");
        List<String> arguments = Cli.training("--steps=100000", OFTEN, "--out=" + run);
        Rank second = start(rank(1, 2, port), arguments);
        Rank first = start(rank(0, 2, port), arguments);
        awaitCheckpoint(run, first);
        first.process.destroyForcibly();
        assertThat(first.code()).isEqualTo(SIGKILL);
        assertThat(second.code()).isEqualTo(1);
        assertThat(second.said()).isEqualTo("dnfs: rank 0 is lost: its store does not answer any more\n");
    }

    /** Stopped by a signal to either, all end with its code and leave a checkpoint. */
    @Test
    void aSignalToOneRankStopsAll() throws Exception {
        int port = freePort();
        Path run = folder.resolve("run");
        List<String> arguments = Cli.training("--steps=100000", OFTEN, "--out=" + run);
        Rank second = start(rank(1, 2, port), arguments);
        Rank first = start(rank(0, 2, port), arguments);
        awaitCheckpoint(run, first);
        second.process.destroy();
        assertThat(second.code()).isEqualTo(143);
        assertThat(first.code()).isEqualTo(143);
        assertThat(first.said()).contains("stopped; checkpoint saved");
    }

    @Test
    void whoWasAskedForSomethingElseIsToldAtTheStart() throws Exception {
        int port = freePort();
        Path run = folder.resolve("run");
        Rank first = start(rank(0, 2, port), Cli.training(STEPS, "--out=" + run));
        Rank second = start(rank(1, 2, port), Cli.training(STEPS, "--seed=5", "--out=" + run));
        assertThat(second.code()).isEqualTo(2);
        assertThat(first.code()).isEqualTo(1);
        String why = "its command line is another than that of rank 0, which has seed: 1, not 5";
        assertThat(second.said()).isEqualTo("dnfs: " + why + "\n");
        assertThat(first.said()).endsWith("dnfs: rank 1 failed: " + why + "\n");
        assertThat(run).doesNotExist();
    }

    /** Two ranks that draw 60 states, and what they print between them: the second nothing. */
    @Test
    void twoDrawAndJudgeTogether() throws Exception {
        Path model = Cli.trained();
        int port = freePort();
        Path out = folder.resolve("states.json");
        List<String> sample =
                List.of("sample", model.toString(), "--count=60", "--weighted", "--batch=8", "--out=" + out);
        Rank second = start(rank(1, 2, port), sample);
        Rank first = start(rank(0, 2, port), sample);
        assertThat(first.code()).as(first.said()).isZero();
        assertThat(second.code()).as(second.said()).isZero();
        assertThat(second.said()).isEmpty();
        JsonNode states = new ObjectMapper().readTree(out.toFile());
        assertThat(states.path("logWeights")).hasSize(60);

        int another = freePort();
        Rank asked = start(rank(1, 2, another), List.of("eval", model.toString(), "--samples=200"));
        Rank judge = start(rank(0, 2, another), List.of("eval", model.toString(), "--samples=300"));
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.said()).isEqualTo("dnfs: its command line or model is another than that of rank 0\n");
        assertThat(judge.code()).isEqualTo(1);

        int number = started.size();
        Rank both = start(Map.of(), List.of("eval", model.toString(), "--samples=300", "--processes=2"));
        assertThat(both.code()).as(both.said()).isZero();
        assertThat(folder.resolve("out" + number)).content().contains("from 300 samples");
    }
}
