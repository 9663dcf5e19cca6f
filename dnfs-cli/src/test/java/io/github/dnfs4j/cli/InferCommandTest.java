package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class InferCommandTest {
    private static final String ASIA = "../examples/networks/asia.bif";

    @TempDir
    Path folder;

    private static JsonNode json(String... args) throws IOException {
        Cli run = Cli.run(args);
        assertThat(run.code()).as(run.err()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    /** A Bayesian network sums to one, and its sampler agrees with elimination within its errors. */
    @Test
    void exactAndSampledAnswersAgree() throws IOException {
        JsonNode exact = json("infer", ASIA, "--json");
        assertThat(exact.at("/logZ/exact").asBoolean()).isTrue();
        assertThat(exact.at("/logZ/value").asDouble()).isCloseTo(0, within(1e-12));
        JsonNode sampled = json("infer", ASIA, "--sampled", "--steps=150", "--samples=2000", "--json");
        assertThat(sampled.at("/logZ/exact").asBoolean()).isFalse();
        assertThat(sampled.at("/logZ/value").asDouble())
                .isCloseTo(0, within(5 * sampled.at("/logZ/standardError").asDouble()));
        for (int i = 0; i < exact.path("marginals").size(); i++) {
            for (int v = 0; v < 2; v++) {
                String at = "/" + i + "/" + v;
                assertThat(sampled.path("marginals").at(at).asDouble())
                        .isCloseTo(
                                exact.path("marginals").at(at).asDouble(),
                                within(5 * sampled.path("marginalErrors").at(at).asDouble() + 2e-3));
            }
        }
        assertThat(exact.path("best").path("state")).hasSize(8);
        for (JsonNode answer : List.of(exact, sampled)) {
            assertThat(answer.fieldNames())
                    .toIterable()
                    .containsExactlyInAnyOrder(
                            "logZ", "marginals", "marginalErrors", "best", "ess", "warning", "seconds");
            assertThat(answer.path("logZ").fieldNames())
                    .toIterable()
                    .containsExactlyInAnyOrder("value", "standardError", "lower", "upper", "exact");
            assertThat(answer.path("best").fieldNames()).toIterable().containsExactlyInAnyOrder("state", "logDensity");
            assertThat(answer.at("/logZ/lower").asDouble()).isLessThan(1e-12);
            assertThat(answer.at("/logZ/upper").asDouble()).isGreaterThan(-1e-12);
        }
    }

    @Test
    void evidenceAndSolutionFilesAreThoseOfUai() throws IOException {
        Path model = Files.writeString(folder.resolve("two.uai"), "MARKOV\n2\n2 3\n1\n2 0 1\n6\n 1 2 3\n 4 5 0\n");
        Path evidence = Files.writeString(folder.resolve("two.evid"), "1 0 1\n");
        Path solution = folder.resolve("two.PR");
        Cli run = Cli.run("infer", model.toString(), "--evidence=" + evidence, "--task=pr", "--out=" + solution);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Double.parseDouble(Files.readString(solution).split("\\s+")[1]))
                .isCloseTo(Math.log10(9), within(1e-9));
        Cli again = Cli.run("infer", model.toString(), "--task=pr", "--out=" + solution);
        assertThat(again.code()).isNotZero();
        assertThat(again.err()).contains("already exists");
    }

    @Test
    void impossibleEvidenceIsOneLine() throws IOException {
        Path model = Files.writeString(folder.resolve("two.uai"), "MARKOV\n2\n2 3\n1\n2 0 1\n6\n 1 2 3\n 4 5 0\n");
        Path evidence = Files.writeString(folder.resolve("two.evid"), "2 0 1 1 2\n");
        Cli run = Cli.run("infer", model.toString(), "--evidence=" + evidence);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err()).contains("no state agrees with the evidence");
        assertThat(Cli.run("infer", model.toString(), "--task=map").err()).contains("unknown task 'map'");
    }

    /** Nearly all of the mass is one state, which a flow that learnt nothing meets once in a while. */
    @Test
    void fewEffectiveSamplesAreWarnedOf() throws IOException {
        StringBuilder chain = new StringBuilder("MARKOV 10");
        chain.append(" 2".repeat(10)).append(" 9");
        for (int i = 0; i < 9; i++) {
            chain.append(" 2 ").append(i).append(' ').append(i + 1);
        }
        Path model = Files.writeString(folder.resolve("chain.uai"), chain.append(" 4 1 1e-3 1e-3 1e-6".repeat(9)));
        Cli words = Cli.run("infer", model.toString(), "--sampled", "--steps=1", "--samples=50", "--cells=1");
        assertThat(words.code()).as(words.err()).isZero();
        assertThat(words.err()).contains("dnfs: few effective samples, about ").contains(" of 50: ");
        JsonNode tree =
                json("infer", model.toString(), "--sampled", "--steps=1", "--samples=50", "--cells=1", "--json");
        assertThat(tree.path("warning").asText()).startsWith("few effective samples");
        assertThat(json("infer", model.toString(), "--json").path("warning").isNull())
                .isTrue();
    }

    /** The same files train samplers that live in run folders. */
    @Test
    void aModelIsTrainedAndJudged() throws IOException {
        Path out = folder.resolve("run");
        Cli trained = Cli.run("train", "--target=" + ASIA, "--steps=30", "--out=" + out);
        assertThat(trained.code()).as(trained.err()).isZero();
        JsonNode eval = json("eval", out.toString(), "--samples=500", "--json");
        assertThat(eval.at("/logZ/exact").asDouble())
                .isCloseTo(
                        eval.at("/logZ/reference").asDouble(),
                        within(5 * eval.at("/logZ/standardError").asDouble() + 1e-3));
    }

    /** The model comes through a pipe, so that something happens between the first look at the file and the answer. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatAnotherCommandWroteMeanwhileIsNotOverwritten() throws Exception {
        Path pipe = folder.resolve("model.uai");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path out = folder.resolve("model.PR");
        FutureTask<Cli> running =
                new FutureTask<>(() -> Cli.run("infer", pipe.toString(), "--task=pr", "--out=" + out));
        new Thread(running).start();
        try (Writer model = Files.newBufferedWriter(pipe)) { // waits until it is read
            Files.writeString(out, "of another command");
            model.write("MARKOV 1 2 1 1 0 2 1 2");
        }
        assertThat(running.get().errLines()).singleElement().asString().contains("already exists");
        assertThat(running.get().code()).isEqualTo(1);
        assertThat(out).hasContent("of another command");
    }
}
