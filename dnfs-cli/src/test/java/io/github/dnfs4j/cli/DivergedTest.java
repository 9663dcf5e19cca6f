package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.torch.Torch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A training that diverged says so, wherever its numbers are shown, and is no success. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DivergedTest {
    /** One state has nearly all the weight; how nearly, and of how many, depends on the machine. */
    private static final String FEW = "few effective samples, about [1-9]\\.\\d of";

    @TempDir
    static Path folder;

    private Path run;
    private Cli trained;

    @BeforeAll
    void train() {
        run = folder.resolve("run");
        trained = Cli.train("--steps=50", "--learning-rate=1000", "--out=" + run);
    }

    @Test
    void trainingEndsWithAVerdictAndCodeOne() throws Exception {
        assertThat(trained.code()).isEqualTo(1);
        assertThat(trained.err()).contains("dnfs: diverged: log Z cannot be");
        assertThat(trained.out())
                .contains("log Z, exact weights", "verdict: diverged", "report: ")
                .doesNotContain("next:");
        JsonNode result = new ObjectMapper().readTree(run.resolve("result.json").toFile());
        assertThat(result.path("verdict").asText()).startsWith("diverged: log Z cannot be");
        assertThat(result.at("/evaluation/warning").asText()).containsPattern("^" + FEW);
        assertThat(result.path("threads").asInt()).isEqualTo(Torch.threads());
        assertThat(Files.readString(run.resolve("report.html"))).contains("Warning: diverged:", "Warning: few");
    }

    @Test
    void soDoesItsEvaluation() throws Exception {
        Cli text = Cli.run("eval", run.toString(), "--samples=200");
        assertThat(text.code()).isEqualTo(1);
        assertThat(text.err()).contains("dnfs: diverged: log Z cannot be");
        Cli json = Cli.run("eval", run.toString(), "--samples=200", "--json");
        assertThat(json.code()).isEqualTo(1);
        assertThat(new ObjectMapper().readTree(json.out()).path("warning").asText())
                .containsPattern("^" + FEW + " 200");
    }

    @Test
    void samplesAndComparisonsWarn() throws Exception {
        Cli sampled = Cli.run("sample", run.toString(), "--count=200", "--weighted");
        assertThat(sampled.code()).isZero();
        assertThat(sampled.err()).containsPattern(FEW + " 200");
        Path out = folder.resolve("compared");
        Cli compared = Cli.run(
                "compare", "--samplers=dnfs:" + run + ",gibbs", "--samples=200", "--time-steps=4", "--out=" + out);
        assertThat(compared.code()).isZero();
        assertThat(compared.err())
                .contains("dnfs: dnfs: diverged: log Z cannot be")
                .doesNotContain("gibbs: few", "gibbs: diverged");
        assertThat(Files.readString(out.resolve("report.html"))).contains("diverged: log Z cannot be");
    }

    /** One path set, many temperatures: the worst of them is named. */
    @Test
    void curvesWarn() throws Exception {
        Path out = folder.resolve("curve");
        Cli curve = Cli.run("curve", run.toString(), "--samples=200", "--points=3", "--out=" + out);
        assertThat(curve.code()).isZero();
        assertThat(curve.err()).containsPattern("dnfs: at inverse temperature 0\\.[0-9]+: " + FEW + " 200");
        assertThat(new ObjectMapper()
                        .readTree(out.resolve("curve.json").toFile())
                        .path("warning")
                        .asText())
                .containsPattern(FEW + " 200");
    }

    @Test
    void whatIsFineIsNotWarnedOf() throws Exception {
        String model = Cli.trained().toString();
        for (Cli fine : List.of(
                Cli.run("eval", model, "--samples=2000"), Cli.run("curve", model, "--samples=2000", "--points=3"))) {
            assertThat(fine.code()).isZero();
            assertThat(fine.err()).doesNotContain("dnfs: "); // a busy machine gets a sign of life
        }
    }
}
