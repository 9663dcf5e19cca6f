package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.io.problem.GraphFiles;
import io.github.dnfs4j.io.problem.ProblemFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SolveCommandTest {
    private static final SchemaCheck SCHEMA = SchemaCheck.ofSolve();

    @TempDir
    Path folder;

    private JsonNode solve(String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of("solve"));
        all.addAll(List.of(args));
        all.add("--json");
        if (!all.contains("--seconds")) {
            all.addAll(List.of("--seconds", "2"));
        }
        Cli result = Cli.run(all.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out().lines()).hasSize(1);
        return new ObjectMapper().readTree(result.out());
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.replace(";", "\n"));
    }

    /** A star with centre 2: every vertex is numbered as in the file. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"mis | [1,3,4] | 3", "vertex-cover | [2] | 1", "maxcut | [2] | 3"})
    void theObjectIsWhatWasPromised(String problem, String solution, int objective) throws IOException {
        Path star = file("star.col", "p edge 4 3;e 1 2;e 2 3;e 2 4;");
        JsonNode tree = solve(problem, star.toString(), "--samples", "3");
        SCHEMA.holds(tree);
        assertThat(tree.path("objective").isIntegralNumber()).isTrue();
        assertThat(tree.path("objective").asInt()).isEqualTo(objective);
        assertThat(tree.path("feasible").asBoolean()).isTrue();
        assertThat(tree.path("optimal").asBoolean()).isTrue();
        assertThat(tree.path("solution")).hasToString(solution);
        assertThat(tree.path("samples").size()).isBetween(1, 3);
        JsonNode first = tree.path("samples").get(0);
        assertThat(first.fieldNames()).toIterable().containsExactly("solution", "objective", "count");
        assertThat(first.path("solution")).isEqualTo(tree.path("solution"));
        assertThat(first.path("count").asInt()).isPositive();
        double before = objective;
        for (JsonNode s : tree.path("samples")) {
            assertThat(s.path("objective").asDouble() * (problem.equals("vertex-cover") ? -1 : 1))
                    .isLessThanOrEqualTo(before * (problem.equals("vertex-cover") ? -1 : 1));
            before = s.path("objective").asDouble();
        }
    }

    @Test
    void variablesOfAnEnergyKeepTheirNames() throws IOException {
        Path qubo = file("a.qubo", "p qubo 0 3 3 1;0 0 1;1 1 -2;2 2 -1;1 2 5;");
        assertThat(solve("qubo", qubo.toString()).path("solution")).hasToString("[1]");
        assertThat(solve("qubo", qubo.toString()).path("objective").asDouble()).isEqualTo(-2);
        Path ising = file("a.coo", "# vartype=SPIN;0 0 1;0 1 1;");
        assertThat(solve("qubo", ising.toString()).path("objective").asDouble()).isEqualTo(-2);
        assertThat(solve("qubo", ising.toString()).path("solution")).hasToString("[1]");
        Path named = file(
                "a.json",
                "{\"variable_type\":\"BINARY\",\"linear_biases\":[-1,2],\"variable_labels\":[\"b\",\"a\"],"
                        + "\"quadratic_biases\":[],\"quadratic_head\":[],\"quadratic_tail\":[],\"offset\":0.5}");
        assertThat(solve("qubo", named.toString()).path("solution")).hasToString("[\"b\"]");
        assertThat(solve("qubo", named.toString()).path("objective").asDouble()).isEqualTo(-0.5);
    }

    /** 30 variables: too many to enumerate here, few enough for the integer program; both ways must agree. */
    @Test
    void exactAnswersAreProven() throws IOException {
        Path graph = folder.resolve("g.mc");
        GraphFiles.write(graph, GraphGenerator.parse("ba:28-32").graph(0, 5), ProblemFormat.RUDY);
        JsonNode proven = solve("maxcut", graph.toString(), "--exact", "--seconds", "60");
        assertThat(proven.path("optimal").asBoolean()).isTrue();
        assertThat(solve("maxcut", graph.toString()).path("objective")).isEqualTo(proven.path("objective"));
        assertThat(solve("mis", graph.toString(), "--exact").path("optimal").asBoolean())
                .isTrue();
        Random random = new Random(3);
        StringBuilder qubo = new StringBuilder();
        int terms = 0;
        for (int i = 0; i < 26; i++) {
            for (int j = i + 1; j < 26; j++) {
                if (random.nextInt(5) == 0) {
                    qubo.append(i + " " + j + " " + (random.nextInt(19) - 9) + ";");
                    terms++;
                }
            }
        }
        StringBuilder linear = new StringBuilder();
        for (int i = 0; i < 26; i++) {
            linear.append(i + " " + i + " " + (random.nextInt(9) - 4.5) + ";");
        }
        Path file = file("q.qubo", "p qubo 0 26 26 " + terms + ";" + linear + qubo);
        JsonNode best = solve("qubo", file.toString(), "--exact", "--seconds", "60");
        assertThat(best.path("optimal").asBoolean()).isTrue();
        assertThat(solve("qubo", file.toString()).path("objective").asDouble())
                .isCloseTo(best.path("objective").asDouble(), within(1e-9));
    }

    @Test
    void theSolutionGoesToAFileThatMustBeNew() throws IOException {
        Path star = file("star.col", "p edge 4 3;e 1 2;e 2 3;e 2 4;");
        Path out = folder.resolve("x.txt");
        assertThat(Cli.run("solve", "mis", star.toString(), "--out", out.toString())
                        .code())
                .isZero();
        assertThat(out).hasContent("1\n3\n4\n");
        Cli again = Cli.run("solve", "mis", star.toString(), "--out", out.toString());
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("already exists");
        Path json = folder.resolve("x.json");
        Cli text = Cli.run("solve", "mis", "--samples", star.toString(), "--out", json.toString());
        assertThat(text.out()).contains("objective  3").contains("yes, checked").contains("yes, proven");
        assertThat(new ObjectMapper().readTree(json.toFile()).path("objective").asInt())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "solve tsp FILE | unknown problem 'tsp'; possible: mis, maxcut, clique, vertex-cover, qubo | 2",
                "solve qubo FILE | the format dimacs holds a graph, not an energy | 2",
                "solve mis FILE --seconds 0 | --seconds must be above 0 | 2",
                "solve mis FILE --samples -1 | --best, --samples: must be above 0 | 2",
                "solve mis FILE --format xml | unknown format 'xml' | 2",
                "solve mis FILE --format rudy | bad.col:1: the number of vertices must be an integer, not 'p' | 1",
                "solve mis FILE | bad.col:3: vertex must be 1 to 4, not 9 | 1",
                "solve mis FILE --max-vertices 3 | bad.col:1: 4 vertices are more than the limit of 3 | 1",
                "solve mis NONE | none.col: no such file | 1",
                "graphs | say what to do: generate, evaluate | 2",
                "data | say what to do: show | 2",
                "graphs generate er:x --out NONE | unknown family of graphs 'er:x' | 2",
                "graphs generate er:5 --format coo --out NONE | holds an energy, not a graph | 2"
            })
    void badInputIsOneLine(String line, String message, int code) throws IOException {
        Path bad = file("bad.col", "p edge 4 3;e 1 2;e 2 9;");
        String none = folder.resolve("none.col").toString();
        Cli result = Cli.run(line.strip()
                .replace("FILE", bad.toString())
                .replace("NONE", none)
                .split(" "));
        assertThat(result.errLines()).as(result.err()).hasSize(1);
        assertThat(result.err()).contains(message);
        assertThat(result.out()).isEmpty();
        assertThat(result.code()).isEqualTo(code);
    }

    @Test
    void generatedGraphsAreReproducible() throws IOException {
        for (String name : List.of("a", "b")) {
            Path out = folder.resolve(name);
            Cli result =
                    Cli.run("graphs", "generate", "er:16-20", "--count", "3", "--seed", "4", "--out", out.toString());
            assertThat(result.code()).as(result.err()).isZero();
        }
        assertThat(Trees.contents(folder.resolve("a"))).hasSize(4).isEqualTo(Trees.contents(folder.resolve("b")));
        Path one = folder.resolve("one.mtx");
        assertThat(Cli.run("graphs", "generate", "ba:50", "--format=mtx", "--out=" + one)
                        .code())
                .isZero();
        assertThat(solve("clique", one.toString()).path("optimal").asBoolean()).isTrue();
    }
}
