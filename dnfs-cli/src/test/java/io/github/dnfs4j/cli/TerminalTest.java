package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.run.RunFolder;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command in a terminal, where Ctrl-C is pressed. Python lends the terminal. */
@EnabledOnOs(OS.LINUX)
class TerminalTest {
    private static final int INTERRUPTED = 130;

    @TempDir
    Path folder;

    private record Ended(int code, String shown) {}

    @BeforeAll
    static void askForPython() throws InterruptedException {
        boolean there;
        try {
            there = new ProcessBuilder("python3", "-c", "import pty, os; os.waitstatus_to_exitcode")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            there = false;
        }
        assumeTrue(there, "no python3 of version 3.9 or later that could lend a terminal");
    }

    /** Presses Ctrl-C when {@code ready}, see terminal.py. */
    private Ended interrupted(String ready, String stdout, List<String> args) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "python3",
                script().toString(),
                ready,
                stdout,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
                "-Dorg.bytedeco.javacpp.noPointerGC=true",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(args);
        Path shown = folder.resolve("shown");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(shown.toFile())
                .start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
            return new Ended(process.exitValue(), Files.readString(shown));
        } finally {
            process.destroyForcibly();
        }
    }

    private static Path script() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(TerminalTest.class.getResource("/terminal.py"))
                .toURI());
    }

    /** A random graph that nobody solves in a minute. */
    private String graph(int vertices, double density) throws IOException {
        Random random = new Random(5);
        List<String> edges = new ArrayList<>();
        for (int u = 1; u <= vertices; u++) {
            for (int v = u + 1; v <= vertices; v++) {
                if (random.nextDouble() < density) {
                    edges.add("e " + u + " " + v);
                }
            }
        }
        edges.add(0, "p edge " + vertices + " " + edges.size());
        return Files.write(folder.resolve("graph.col"), edges).toString();
    }

    @Test
    void aTrainingWithItsBarKeepsACheckpoint() throws Exception {
        Path run = folder.resolve("run");
        Ended ended = interrupted("text:[1-9][0-9]*/100000 steps", "-", Cli.training("--steps=100000", "--out=" + run));
        assertThat(ended.code).as(ended.shown).isEqualTo(INTERRUPTED);
        assertThat(ended.shown).contains("stopped; checkpoint saved. Continue with: dnfs train --out " + run);
        assertThat(RunFolder.snapshots(run).latest()).isPresent();
    }

    @Test
    void aReproductionSaysHowItGoesOn() throws Exception {
        Path out = folder.resolve("out");
        Ended ended = interrupted(
                "text:step [1-9]", "-", List.of("reproduce", "ising-quick", "--budget=quick", "--out=" + out));
        assertThat(ended.code).as(ended.shown).isEqualTo(INTERRUPTED);
        assertThat(ended.shown).contains("stopped. Continue with: dnfs reproduce ising-quick");
        assertThat(RunFolder.snapshots(out.resolve("ising-4x4-seed-1")).latest())
                .isPresent();
    }

    @Test
    void aSolverOfGraphsKeepsACheckpoint() throws Exception {
        Path run = folder.resolve("run");
        Ended ended = interrupted(
                "text:[1-9][0-9]*/100000 steps",
                "-",
                List.of("train", "mis", "--graphs=er:6-8", "--steps=100000", "--hidden=8", "--out=" + run));
        assertThat(ended.code).as(ended.shown).isEqualTo(INTERRUPTED);
        assertThat(ended.shown).contains("stopped; checkpoint saved");
        assertThat(RunFolder.snapshots(run).latest()).isPresent();
    }

    /** Lines come after twenty updates, which may take a minute: until then a second passes, and the number of updates. */
    @Test
    void anEnergyShowsThatItIsLearnt() throws Exception {
        Path run = folder.resolve("run");
        Ended ended = interrupted(
                "text:update [0-9]+, [1-9]",
                "-",
                List.of("ebm", "train", "--data=checkerboard", "--bits=6", "--steps=100000", "--out=" + run));
        assertThat(ended.code).as(ended.shown).isEqualTo(INTERRUPTED);
        assertThat(ended.shown).contains("stopped; checkpoint saved. Continue with: dnfs ebm train --resume");
    }

    @Test
    void aSearchShowsItsBest() throws Exception {
        Ended ended =
                interrupted("thread:search", "-", Arrays.asList("solve", "mis", graph(600, 0.1), "--seconds=100"));
        assertThat(ended.code).as(ended.shown).isEqualTo(INTERRUPTED);
        assertThat(ended.shown)
                .contains("feasible   yes, checked", "optimal    not proven", "stopped; this is the best")
                .containsPattern("\rbest [0-9]+ .*left ")
                .doesNotContain("?[");
    }

    @Test
    void anEvaluationSaysThatItStopped() throws Exception {
        Ended ended =
                interrupted("thread:waiting", "-", List.of("eval", Cli.trained().toString(), "--samples=1000000"));
        assertThat(ended.code).as(ended.shown).isEqualTo(INTERRUPTED);
        assertThat(ended.shown).endsWith("\nstopped before the end\r\n");
    }

    @Test
    void aTrainingThatIsJudgedIsSaved() throws Exception {
        Path run = folder.resolve("run");
        Ended ended = interrupted(
                "text:; evaluating", "-", Cli.training("--steps=10", "--set=sampling.cells=500", "--out=" + run));
        assertThat(ended.code).as(ended.shown).isEqualTo(INTERRUPTED);
        assertThat(ended.shown)
                .contains("stopped; the training is saved. Judge it with: dnfs train --out " + run + " --resume");
        assertThat(Cli.run("train", "--resume", "--out=" + run).code()).isZero();
        assertThat(run.resolve("result.json")).isNotEmptyFile();
    }

    @Test
    void theJsonOfASearchIsWhole() throws Exception {
        assertBest("thread:search", "mis", graph(600, 0.1));
    }

    @Test
    void aProofShowsItsBest() throws Exception {
        assertBest("thread:watch", "maxcut", graph(220, 0.1), "--exact"); // too large for any proof but that of SCIP
    }

    private void assertBest(String ready, String... what) throws Exception {
        Path out = folder.resolve("out.json");
        Path file = folder.resolve("file.json");
        List<String> args = new ArrayList<>(List.of("solve"));
        args.addAll(List.of(what));
        args.addAll(List.of("--seconds=100", "--json", "--out=" + file));
        Ended ended = interrupted(ready, out.toString(), args);
        assertThat(ended.code).as(ended.shown).isEqualTo(INTERRUPTED);
        JsonNode answer = new ObjectMapper().readTree(Files.readString(out));
        assertThat(answer.path("feasible").asBoolean()).isTrue();
        assertThat(answer.path("optimal").asBoolean()).isFalse();
        assertThat(answer.path("solution")).isNotEmpty();
        assertThat(answer.path("seconds").asDouble()).isLessThan(60);
        assertThat(file).hasContent(Files.readString(out));
    }
}
