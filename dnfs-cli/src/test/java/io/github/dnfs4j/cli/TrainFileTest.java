package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dnfs train --target FILE}: the run folder has all that judging needs. */
class TrainFileTest {
    @TempDir
    Path folder;

    private Cli train(String... more) {
        List<String> args = new ArrayList<>(List.of("train"));
        Cli.TINY.stream().filter(a -> !a.startsWith("--side")).forEach(args::add);
        args.addAll(List.of(more));
        return Cli.run(args.toArray(String[]::new));
    }

    @Test
    void aRunKeepsItsProblem() throws IOException {
        Path file = Files.writeString(
                folder.resolve("my problem.coo"), "# vartype=SPIN\n0 0 0.3\n0 1 -1\n1 2 0.5\n2 3 1\n3 0 -0.7\n");
        Path run = folder.resolve("run");
        Cli trained = train("--target=" + file, "--temperature=2", "--steps=20", "--out=" + run);
        assertThat(trained.code()).as(trained.err()).isZero();
        Files.writeString(file, "# vartype=SPIN\n0 0 0.3\n");
        double z = 0;
        for (int state = 0; state < 16; state++) {
            int[] s = new int[4];
            for (int i = 0; i < 4; i++) {
                s[i] = 2 * (state >> i & 1) - 1;
            }
            z += Math.exp(-(0.3 * s[0] - s[0] * s[1] + 0.5 * s[1] * s[2] + s[2] * s[3] - 0.7 * s[3] * s[0]) / 2);
        }
        Cli eval = Cli.run("eval", run.toString(), "--samples=2000", "--json");
        assertThat(eval.code()).as(eval.err()).isZero();
        JsonNode logZ = new ObjectMapper().readTree(eval.out()).path("logZ");
        assertThat(logZ.path("reference").asDouble()).isCloseTo(Math.log(z), within(1e-9));
        assertThat(logZ.path("exact").asDouble())
                .isCloseTo(Math.log(z), within(5 * logZ.path("standardError").asDouble() + 1e-3));

        Cli resumed = Cli.run("train", "--out=" + run, "--resume");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.err()).contains("finished after 20 steps");
        Cli other = Cli.run("train", "--out=" + run, "--resume", "--target=" + file);
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("target.sha256");

        Files.writeString(run.resolve("target.coo"), "0 1 1\n");
        Cli changed = Cli.run("eval", run.toString());
        assertThat(changed.code()).isEqualTo(1);
        assertThat(changed.errLines()).singleElement().asString().contains("it has changed");
    }

    @Test
    void whatIsNoEnergyIsRefused() throws IOException {
        Path graph = Files.writeString(folder.resolve("g.col"), "p edge 2 1\ne 1 2\n");
        Path bad = Files.writeString(folder.resolve("b.qubo"), "p qubo 0 2 1 0\n0 5 1\n");
        String out = "--out=" + folder.resolve("run");
        assertThat(train("--target=" + graph, out).err()).contains("holds a graph, not an energy");
        assertThat(train("--target=" + bad, out).err()).contains("b.qubo:2: variable must be 0 to 1, not 5");
        assertThat(train("--target=" + folder.resolve("none.coo"), out).err()).contains("none.coo: no such file");
        Path large = Files.writeString(folder.resolve("large.coo"), "0 99999 1\n");
        assertThat(train("--target=" + large, out).err())
                .contains("a sampler can have 1 to 4096 variables, not 100000")
                .doesNotContain("--max-vertices") // which is no option here
                .hasLineCount(1);
        assertThat(train(out).err()).contains("say what to train: ising");
        assertThat(folder.resolve("run")).doesNotExist();
    }
}
