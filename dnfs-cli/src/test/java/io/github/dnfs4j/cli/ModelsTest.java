package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is exported samples as the run did, alone, and by its name. */
class ModelsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path home;

    @BeforeEach
    void launcherIsHere() {
        System.setProperty("dnfs.home", home.toString());
    }

    @AfterEach
    void launcherIsNowhere() {
        System.clearProperty("dnfs.home");
    }

    @Test
    void anExportedModelDrawsWhatItsRunDraws() throws IOException {
        export("mine", "--samples=40");
        assertThat(Trees.contents(home.resolve("models/mine")).keySet())
                .containsExactly("", "config.yaml", "model.safetensors", "result.json");
        String[] how = {"--count=20", "--seed=3", "--weighted"};
        String ofRun = sample(Cli.trained().toString(), how).out();
        assertThat(sample("mine", how).out()).isEqualTo(ofRun).isNotEmpty();
        Path checkpoint = RunFolder.snapshots(Cli.trained()).latest().orElseThrow();
        assertThat(sample(checkpoint.toString(), how).out()).isEqualTo(ofRun);
    }

    @Test
    void aModelThatIsExportedAgainKnowsItsTraining() throws IOException {
        export("mine", "--samples=0");
        Cli again = Cli.run("export", "mine", home.resolve("models/again").toString(), "--samples=0");
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(result("mine").at("/training/steps").asInt()).isPositive();
        assertThat(result("again").path("training")).isEqualTo(result("mine").path("training"));
    }

    @Test
    void aModelThatCannotBeJudgedAsAskedIsNotThereAtAll() throws IOException {
        Cli failed = Cli.run(
                "export",
                Cli.trained().toString(),
                home.resolve("models/mine").toString(),
                "--samples=" + Integer.MAX_VALUE);
        assertThat(failed.code()).isEqualTo(2);
        assertThat(failed.errLines()).singleElement().asString().contains("--samples 2147483647 is too much");
        assertThat(home.resolve("models")).isEmptyDirectory();
    }

    @Test
    void roundedWeightsTakeHalfTheBytesAndAreNotTheSame() throws IOException {
        export("whole", "--samples=0");
        export("half", "--precision=bf16", "--samples=0");
        long whole = Files.size(home.resolve("models/whole/model.safetensors"));
        long half = Files.size(home.resolve("models/half/model.safetensors"));
        assertThat(half).isLessThan(whole * 3 / 4); // the names of the tensors stay as long
        double exact = logZ("whole");
        assertThat(logZ("half")).isNotEqualTo(exact).isCloseTo(exact, org.assertj.core.data.Offset.offset(0.05));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cells", "time-steps"})
    void theRecordedCommandRepeatsItsNumbers(String how) throws IOException {
        export("mine", "--samples=40", "--" + how + "=6");
        JsonNode judged = result("mine").at("/judged/0");
        String command = judged.path("command").asText();
        assertThat(command).startsWith("dnfs eval mine ");
        Cli again = Cli.run((command.substring("dnfs ".length()) + " --json").split(" "));
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(JSON.readTree(again.out()).path("logZ")).isEqualTo(judged.at("/evaluation/logZ"));
        boolean jumps = how.equals("cells");
        assertThat(judged.at("/evaluation/cells").asInt()).isEqualTo(jumps ? 6 : 0);
        assertThat(judged.at("/evaluation/timeSteps").asInt()).isEqualTo(jumps ? 0 : 6);
    }

    @Test
    void aModelIsJudgedInThePrecisionThatWasAskedFor() throws IOException {
        export("whole", "--samples=40", "--cells=6");
        export("half", "--samples=40", "--cells=6", "--set=precision=bf16");
        JsonNode half = result("half").at("/judged/0");
        assertThat(half.at("/evaluation/logZ")).isNotEqualTo(result("whole").at("/judged/0/evaluation/logZ"));
        String command = half.path("command").asText();
        Cli again = Cli.run((command.substring("dnfs ".length()) + " --json").split(" "));
        assertThat(JSON.readTree(again.out()).path("logZ")).as(command).isEqualTo(half.at("/evaluation/logZ"));
    }

    @Test
    void recordingAddsAnEvaluationAndReplacesTheSame() throws IOException {
        export("mine", "--samples=40");
        for (int twice = 0; twice < 2; twice++) {
            Cli eval = Cli.run("eval", "mine", "--samples=30", "--time-steps=4", "--record");
            assertThat(eval.code()).as(eval.err()).isZero();
        }
        assertThat(result("mine").path("judged")).hasSize(2);
        Cli listed = Cli.run("models");
        assertThat(listed.out().lines().toList()).hasSize(2);
        assertThat(listed.out().lines().findFirst().orElseThrow()).containsPattern("ESS +calls a path +log Z");
        assertThat(listed.out()).contains("mine", "ising:side=3,sigma=0.2203434", "9.020213");
        assertThat(JSON.readTree(Cli.run("models", "--json").out()).get(0)).isEqualTo(result("mine"));
        assertThat(Cli.run("eval", Cli.trained().toString(), "--record").code()).isEqualTo(2);
    }

    @Test
    void aModelIsComparedByItsName() throws IOException {
        export("mine", "--samples=0");
        Path out = home.resolve("compare");
        Cli compared =
                Cli.run("compare", "--samplers=dnfs:mine,oracle", "--samples=50", "--time-steps=4", "--out=" + out);
        assertThat(compared.code()).as(compared.err()).isZero();
        assertThat(compared.out().lines().filter(line -> line.startsWith("dnfs ")))
                .hasSize(1);
    }

    @Test
    void whatIsThereIsNotOverwrittenAndUnknownNamesListTheKnown() throws IOException {
        export("mine", "--samples=0");
        var before = Trees.contents(home);
        Cli again = Cli.run(
                "export", Cli.trained().toString(), home.resolve("models/mine").toString());
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("mine: already exists");
        for (String command : new String[] {"eval yours", "sample yours --count=1", "compare --samplers=dnfs:yours"}) {
            Cli unknown = Cli.run(command.split(" "));
            assertThat(unknown.code()).isEqualTo(1);
            assertThat(unknown.errLines()).singleElement().asString().contains("yours: no such", "models: mine");
        }
        assertThat(Trees.contents(home)).isEqualTo(before);
    }

    private void export(String name, String... more) throws IOException {
        String[] args = new String[more.length + 3];
        args[0] = "export";
        args[1] = Cli.trained().toString();
        args[2] = home.resolve("models").resolve(name).toString();
        System.arraycopy(more, 0, args, 3, more.length);
        Cli done = Cli.run(args);
        assertThat(done.code()).as(done.err()).isZero();
    }

    private static Cli sample(String model, String... how) {
        Cli done = Cli.run(
                Stream.concat(Stream.of("sample", model), Stream.of(how)).toArray(String[]::new));
        assertThat(done.code()).as(done.err()).isZero();
        return done;
    }

    private static double logZ(String model) throws IOException {
        Cli done = Cli.run("eval", model, "--samples=200", "--json");
        return JSON.readTree(done.out()).at("/logZ/exact").asDouble();
    }

    private JsonNode result(String name) throws IOException {
        return JSON.readTree(Files.readAllBytes(home.resolve("models/" + name + "/result.json")));
    }
}
