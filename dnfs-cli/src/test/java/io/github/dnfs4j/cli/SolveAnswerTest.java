package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.io.problem.GraphFiles;
import io.github.dnfs4j.io.problem.ProblemFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code dnfs solve} gives back, and what one can ask of it. */
class SolveAnswerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SchemaCheck SCHEMA = SchemaCheck.ofSolve();

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.replace(";", "\n"));
    }

    private static Cli run(Object... words) {
        List<String> args = new ArrayList<>(List.of("solve"));
        for (Object w : words) {
            args.addAll(w instanceof String text ? List.of(text.split(" ")) : List.of(w.toString()));
        }
        return Cli.run(args.toArray(String[]::new));
    }

    private static JsonNode json(Object... words) throws IOException {
        Cli result = run(words);
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode tree = JSON.readTree(result.out().lines().reduce((a, b) -> b).orElseThrow());
        SCHEMA.holds(tree);
        return tree;
    }

    private Path graph(String family, String name) throws IOException {
        Path file = folder.resolve(name);
        GraphFiles.write(file, GraphGenerator.parse(family).graph(0, 5), ProblemFormat.DIMACS);
        return file;
    }

    @Test
    void theSchemaTellsRightFromWrong() throws IOException {
        JsonNode good = json("mis", file("a.col", "p edge 2 1;e 1 2"), "--json");
        for (String name : List.of("objective", "gap", "samples", "ended")) {
            ObjectNode bad = good.deepCopy();
            bad.remove(name);
            SCHEMA.fails(bad);
        }
        SCHEMA.fails(((ObjectNode) good.deepCopy()).put("more", 1));
        SCHEMA.fails(((ObjectNode) good.deepCopy()).put("ended", "luck"));
        SCHEMA.fails(((ObjectNode) good.deepCopy()).put("objective", "1"));
    }

    /** Two triangles: nine ways to take one of each, then six single vertices and nothing. */
    @Test
    void theBestFewAreAllThereAre() throws IOException {
        Path file = file("a.col", "p edge 6 6;e 1 2;e 2 3;e 1 3;e 4 5;e 5 6;e 4 6");
        JsonNode tree = json("mis", file, "--json --best 12");
        assertThat(tree.path("complete").asBoolean()).isTrue();
        Set<String> distinct = new HashSet<>();
        List<Integer> sizes = new ArrayList<>();
        for (JsonNode s : tree.path("samples")) {
            distinct.add(s.path("solution").toString());
            sizes.add(s.path("objective").asInt());
        }
        assertThat(distinct).hasSize(12);
        assertThat(sizes).containsExactly(2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1);
        assertThat(json("mis", file, "--json --best 100").path("samples")).hasSize(16);
    }

    @Test
    void everyImprovementIsPrintedAtOnce() throws IOException {
        Cli result = run("maxcut", graph("er:60:0.3", "g.col"), "--stream --seconds 1");
        List<String> lines = result.out().lines().toList();
        assertThat(lines).hasSizeGreaterThan(1);
        double before = Double.NEGATIVE_INFINITY;
        for (String line : lines.subList(0, lines.size() - 1)) {
            JsonNode tree = JSON.readTree(line);
            SCHEMA.holds(tree);
            assertThat(tree.path("objective").asDouble()).isGreaterThan(before);
            before = tree.path("objective").asDouble();
        }
        JsonNode answer = JSON.readTree(lines.get(lines.size() - 1));
        assertThat(answer.path("objective").asDouble()).isEqualTo(before);
    }

    @Test
    void whatIsGoodEnoughEndsTheSearch() throws IOException {
        Path graph = graph("er:300:0.1", "g.col");
        JsonNode tree = json("mis", graph, "--json --seconds 100 --stop-at 5");
        assertThat(tree.path("ended").asText()).isEqualTo("target");
        assertThat(tree.path("seconds").asDouble()).isLessThan(50);
        Path qubo = file("q.qubo", "p qubo 0 3 3 1;0 0 1;1 1 -2;2 2 -1;1 2 5;");
        assertThat(json("qubo", qubo, "--json --stop-at -1").path("objective").asDouble())
                .isLessThanOrEqualTo(-1);
    }

    /** Times apart, the same bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"mis", "maxcut", "clique", "vertex-cover"})
    void aLimitOnMovesMakesAnswersTheSame(String problem) throws IOException {
        Path graph = graph("er:150:0.1", "g.col");
        Set<String> answers = new HashSet<>();
        for (int k = 0; k < 2; k++) {
            ObjectNode tree = (ObjectNode) json(problem, graph, "--json --moves-limit 300000 --threads 1 --seed 7");
            tree.remove(List.of("seconds", "secondsToBest"));
            answers.add(tree.toString());
        }
        assertThat(answers).hasSize(1);
    }

    @Test
    void aStartIsCheckedRepairedAndNeverLost() throws IOException {
        Path graph = graph("er:400:0.05", "g.col");
        JsonNode good = json("mis", graph, "--json --seconds 1");
        Path answer = Files.writeString(folder.resolve("answer.json"), good.toString());
        JsonNode again = json("mis", graph, "--json --moves-limit 1 --threads 1 --start", answer);
        assertThat(again.path("objective").asInt())
                .isGreaterThanOrEqualTo(good.path("objective").asInt());
        assertThat(again.path("method").asText()).isIn("start", "walk");
        Cli repaired = run("mis", file("path.col", "p edge 3 2;e 1 2;e 2 3"), "--start", file("s.sol", "2;3"));
        assertThat(repaired.err()).contains("the start is not feasible and was repaired");
        assertThat(repaired.code()).isZero();
        Cli partial = run("maxcut", folder.resolve("path.col"), "--start", file("p.sol", "2 1"));
        assertThat(partial.err()).contains("the start names 1 of 3 variables");
        Cli newer = run(
                "mis", folder.resolve("path.col"), "--start", file("n.json", "{\"version\": 2, \"solution\": [1]}"));
        assertThat(newer.err())
                .contains("n.json: its version is 2; this program knows 1")
                .hasLineCount(1);
        Cli wrong = run("mis", folder.resolve("path.col"), "--start", file("w.sol", "1;9"));
        assertThat(wrong.err()).contains("w.sol:2: the problem has no '9'");
        assertThat(wrong.code()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // The path 1-2-3-4-5 with weights 1 2 3 4 5 of its vertices.
                "mis | --fix fix.txt | [2,5] | 7",
                "mis | --apart pairs.txt | [2,4] | 6",
                "mis | --exactly 2 | [3,5] | 8",
                "mis | --at-most 1 | [5] | 5",
                "maxcut | --fix fix.txt --exactly 3 | [] | 3",
                "maxcut | --apart pairs.txt --fix fix.txt | [] | 3",
            })
    void constraintsHoldInTheAnswer(String problem, String options, String solution, int objective) throws IOException {
        Path graph = file("g.col", "p edge 5 4;n 1 1;n 2 2;n 3 3;n 4 4;n 5 5;e 1 2;e 2 3;e 3 4;e 4 5");
        Path fix = file("fix.txt", "2 1;3 0");
        Path pairs = file("pairs.txt", problem.equals("mis") ? "3 5;1 5;2 5" : "3 5");
        String given = options.replace("fix.txt", fix.toString()).replace("pairs.txt", pairs.toString());
        JsonNode tree = json(problem, graph, "--json --seconds 2", given);
        assertThat(tree.path("objective").asInt()).isEqualTo(objective);
        assertThat(tree.path("feasible").asBoolean()).isTrue();
        if (!problem.equals("maxcut")) {
            assertThat(tree.path("solution")).hasToString(solution);
        }
        assertThat(tree.path("optimal").asBoolean()).isTrue();
    }

    @Test
    void whatCannotBeSatisfiedIsSaid() throws IOException {
        Path graph = file("g.col", "p edge 3 3;e 1 2;e 2 3;e 1 3");
        Cli result = run("mis", graph, "--json --exactly 2 --seconds 1");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("no solution that satisfies all constraints was found");
        assertThat(JSON.readTree(result.out()).path("feasible").asBoolean()).isFalse();
        SCHEMA.holds(JSON.readTree(result.out()));
        Cli both = run("mis", graph, "--fix", file("f.txt", "1 1;2 1"));
        assertThat(both.errLines()).hasSize(1);
        assertThat(both.err()).contains("two vertices that are fixed to 1 cannot be in one solution");
    }

    @Test
    void fixedSpinsOfAnEnergyArePutIn() throws IOException {
        Path ising = file("a.coo", "# vartype=SPIN;0 1 -1;1 2 -1;2 3 -1;");
        JsonNode tree = json("qubo", ising, "--json --fix", file("f.txt", "0 1;3 -1"));
        assertThat(tree.path("objective").asDouble()).isEqualTo(-1);
        assertThat(tree.path("optimal").asBoolean()).isTrue();
        assertThat(run("qubo", ising, "--fix", file("g.txt", "0 0")).err())
                .contains("a value must be -1 or 1, not '0'");
    }

    @Test
    void severalFilesAreOneLineEach() throws IOException {
        Path many = Files.createDirectory(folder.resolve("many"));
        Files.writeString(many.resolve("a.col"), "p edge 2 1\ne 1 2\n");
        Files.writeString(many.resolve("b.gph"), "p edge 2 1\ne 1 7\n");
        Files.writeString(many.resolve("c.txt"), "3 1\n1 2\n");
        Files.writeString(many.resolve("README.md"), "hello");
        Path out = folder.resolve("out");
        Cli result = run("mis", many, "--json --seconds 1 --out", out);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.errLines()).hasSize(1);
        List<JsonNode> lines = new ArrayList<>();
        for (String line : result.out().lines().toList()) {
            lines.add(JSON.readTree(line));
        }
        assertThat(lines).hasSize(3).allSatisfy(SCHEMA::holds);
        assertThat(lines.get(1).path("error").asText()).contains("b.gph:2: vertex must be 1 to 2, not 7");
        assertThat(lines.get(2).path("objective").asInt()).isEqualTo(2);
        assertThat(out.resolve("c.txt.sol")).exists();
        assertThat(out.resolve("b.gph.sol")).doesNotExist();
    }

    @Test
    void aMaximisedEnergyIsMaximised() throws IOException {
        Path bqp = file("a.txt", "3 4;1 1 5;2 2 -1;3 3 1;1 3 -4");
        assertThat(json("qubo", bqp, "--json --maximise").path("objective").asInt())
                .isEqualTo(5);
        JsonNode least = json("qubo", bqp, "--json");
        assertThat(least.path("objective").asInt()).isEqualTo(-3);
        assertThat(least.path("maximised").asBoolean()).isFalse();
        assertThat(run("mis", file("a.col", "p edge 1 0"), "--maximise").err()).contains("--maximise is for qubo");
    }

    @Test
    void solutionsAreWrittenAsTheFilesWorldHasThem() throws IOException {
        Path lp = file("a.lp", "max 2 x - y;binary;x y;end");
        Path out = folder.resolve("a.sol");
        json("qubo", lp, "--json --out", out);
        assertThat(out).hasContent("# Objective value = 2\nx 1\ny 0\n");
    }

    /** As dimod's from_serializable wants it: arrays with their shapes, spins as -1 and 1. */
    @Test
    void aSampleSetOfDimodHasItsForm() throws IOException {
        Path file = file(
                "a.json",
                "{\"variable_type\":\"SPIN\",\"linear_biases\":[1,0],\"variable_labels\":[[0,1],\"b\"],"
                        + "\"quadratic_biases\":[1],\"quadratic_head\":[0],\"quadratic_tail\":[1]}");
        JsonNode tree =
                JSON.readTree(run("qubo", file, "--json-format dimod --best 2").out());
        assertThat(tree.path("type").asText()).isEqualTo("SampleSet");
        assertThat(tree.path("variable_labels")).hasToString("[[0,1],\"b\"]");
        assertThat(tree.path("variable_type").asText()).isEqualTo("SPIN");
        assertThat(tree.path("sample_packed").asBoolean()).isFalse();
        assertThat(tree.at("/sample_data/data/0")).hasToString("[-1,1]");
        assertThat(tree.at("/sample_data/shape")).hasToString("[2,2]");
        assertThat(tree.at("/vectors/energy/data/0").asDouble()).isEqualTo(-2);
        assertThat(tree.at("/vectors/num_occurrences/shape")).hasToString("[2]");
    }

    @Test
    void aLimitOnMemoryIsKeptOrRefused() throws IOException {
        Path graph = graph("er:400:0.05", "g.col");
        assertThat(json("mis", graph, "--json --seconds 1 --memory 1g")
                        .path("ended")
                        .asText())
                .isIn("time", "proof");
        Cli little = run("mis", graph, "--memory 1m");
        assertThat(little.code()).isEqualTo(2);
        assertThat(little.errLines()).hasSize(1);
        assertThat(little.err()).contains("--memory 1m is too little; this problem takes about");
        assertThat(run("mis", graph, "--memory 900g").err()).contains("is more than Java's heap");
        assertThat(run("mis", graph, "--memory lots").err()).contains("must be a size such as 500m");
    }

    /** Memory that somebody else takes counts; the search ends long before its time, and has an answer. */
    @Test
    void aSearchThatExceedsItsMemoryEndsWithAnAnswer() throws IOException {
        Path graph = graph("er:400:0.05", "g.col");
        System.gc();
        long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        byte[] others = new byte[64 << 20];
        JsonNode answer = json("mis", graph, "--json --seconds 300 --memory " + ((used >> 20) + 48) + "m");
        assertThat(answer.path("ended").asText()).isEqualTo("memory");
        assertThat(answer.path("feasible").asBoolean()).isTrue();
        assertThat(answer.path("seconds").asDouble()).isLessThan(100);
        assertThat(others).hasSize(64 << 20);
    }

    /** A million solutions of 400 vertices would take gigabytes to keep and to print. */
    @Test
    void noMoreSolutionsThanThereIsRoomFor() throws IOException {
        Path graph = graph("er:400:0.05", "g.col");
        long most = 3000L << 10;
        Cli result = run("mis", graph, "--json --best 1000000 --seconds 3 --memory 60m");
        assertThat(result.code()).isZero();
        assertThat(result.err()).contains("--memory 60m leaves room for ");
        assertThat(JSON.readTree(result.out()).path("samples").size()).isBetween(1, 1200);
        assertThat((long) result.out().length()).isLessThan(most);
    }

    @Test
    void namesOfOthersDoNotCommandTheTerminal() throws IOException {
        Path file = file(
                "a.json",
                "{\"variable_type\":\"BINARY\",\"linear_biases\":[-1],\"variable_labels\":[\"\\u001b[2J\\u009b\"]}");
        Cli text = run("qubo", file);
        assertThat(text.out()).contains("1 selected: ?[2J?").doesNotContain("\u001b");
        assertThat(run("qubo", file, "--json").out()).doesNotContain("\u001b").doesNotContain("\u009b");
    }
}
