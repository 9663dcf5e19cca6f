package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.io.problem.GraphFiles;
import io.github.dnfs4j.io.problem.ProblemFormat;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code dnfs solve --model} and the time it was given. */
class SolveClockTest {
    /** Far more than the second that is given, far less than a million cells take. */
    private static final Duration SOON = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    private Path model(GraphProblem problem, boolean feasible, int cells) throws IOException {
        AmortisedSettings settings = AmortisedSettings.defaults(problem, "er:6-8")
                .with(Map.of(
                        "feasible",
                        String.valueOf(feasible),
                        "network.hidden",
                        "8",
                        "network.layers",
                        "1",
                        "sampling.cells",
                        String.valueOf(cells)));
        Path model = folder.resolve("model");
        try (Rng rng = Rng.seeded(1, Device.CPU);
                AmortisedModel untrained = AmortisedModel.untrained(settings, rng)) {
            untrained.save(model);
        }
        return model;
    }

    /** A million cells are too many on any machine, two of a few vertices on none. */
    @ParameterizedTest
    @CsvSource({
        "MIS, false, 1500, 1000000, true",
        "MIS, true, 1500, 1000000, true",
        "MAXCUT, false, 30, 1000000, true",
        "MIS, false, 10, 2, false"
    })
    void theAnswerComesInTime(GraphProblem problem, boolean feasible, int vertices, int cells, boolean late)
            throws IOException {
        Path model = model(problem, feasible, cells);
        Path graph = folder.resolve("g.col");
        GraphFiles.write(graph, GraphGenerator.parse("er:" + vertices + ":0.02").graph(0, 5), ProblemFormat.DIMACS);
        String[] solve = {
            "solve",
            problem.toString(),
            graph.toString(),
            "--model",
            model.toString(),
            "--device",
            "cpu",
            "--seconds",
            "1",
            "--json"
        };
        Cli result = assertTimeoutPreemptively(SOON, () -> Cli.run(solve));
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode answer = new ObjectMapper().readTree(result.out());
        assertThat(answer.path("feasible").asBoolean()).isTrue();
        assertThat(answer.path("objective").asInt()).isPositive();
        if (late) {
            assertThat(result.errLines()).hasSize(1);
            assertThat(result.err())
                    .containsPattern(
                            "no time for a path of .*: on " + vertices + " vertices one takes at least \\d+ s");
        } else {
            assertThat(result.err()).isEmpty();
        }
    }
}
