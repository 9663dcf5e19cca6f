package io.github.dnfs4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SolveTest {
    private static final int GRAPHS = 12;

    @TempDir
    Path folder;

    private Path graphs() {
        Path graphs = folder.resolve("graphs");
        Ran made = Ran.dnfs("graphs", "generate", "er:20-40", "--count=" + GRAPHS, "--out=" + graphs);
        assertThat(made.code()).as(made.err()).isZero();
        return graphs;
    }

    private static Map<String, Row> byName(List<Row> rows) {
        return rows.stream().collect(Collectors.toMap(row -> row.<String>getAs("name"), row -> row));
    }

    /** The answers of dnfs solve, by file. */
    private static Map<String, JsonNode> local(String problem, Path graphs) throws IOException {
        Map<String, JsonNode> answers = new HashMap<>();
        for (String line : Ran.dnfs("solve", problem, graphs.toString(), "--json", "--threads=1")
                .out()
                .lines()
                .toList()) {
            JsonNode answer = new ObjectMapper().readTree(line);
            answers.put(answer.get("file").asText(), answer);
        }
        return answers;
    }

    /** Distinct optima have the same value, and a proof leaves no other one. */
    @ParameterizedTest
    @ValueSource(strings = {"mis", "maxcut"})
    void provenAnswersAreThoseOfTheLocalSolver(String problem) throws IOException {
        Path graphs = graphs();
        Path out = folder.resolve("rows");
        Ran ran = Ran.spark("solve", problem, graphs.toString(), "--seconds=20", "--out=" + out);
        assertThat(ran.code()).as(ran.err()).isZero();
        Map<String, Row> rows = byName(Ran.rows(out));
        Map<String, JsonNode> local = local(problem, graphs);
        assertThat(rows.keySet()).isEqualTo(local.keySet()).hasSize(GRAPHS);
        local.forEach((file, answer) -> {
            Row row = rows.get(file);
            assertThat(answer.get("optimal").asBoolean()).as(file).isTrue();
            assertThat(row.<Boolean>getAs("proven")).as(file).isTrue();
            assertThat(row.<Double>getAs("objective"))
                    .as(file)
                    .isEqualTo(answer.get("objective").asDouble())
                    .isEqualTo(row.<Double>getAs("bound"));
            if (problem.equals("mis")) {
                assertThat(row.getList(row.fieldIndex("solution")))
                        .hasSize(row.<Double>getAs("objective").intValue());
            }
        });
        assertThat(ran.out().lines()).hasSize(GRAPHS);
        assertThat(ran.err()).contains(GRAPHS + " files, " + GRAPHS + " proven, 0 with errors");
    }

    @Test
    void aMalformedFileIsARow() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.col"), "p edge 3 x\n");
        Path good = Files.writeString(folder.resolve("good {1}.col"), "p edge 3 2\ne 1 2\ne 2 3\n");
        Files.writeString(folder.resolve("read.md"), "not a graph");
        Path out = folder.resolve("rows");
        Ran ran = Ran.spark("solve", "mis", folder.toString(), folder + "/*.col", "--out=" + out);
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).contains(bad + ":1: the number of edges must be an integer, not 'x'");
        assertThat(ran.err()).contains("2 files, 1 proven, 1 with errors").doesNotContain("Exception");
        Map<String, Row> rows = byName(Ran.rows(out));
        assertThat(rows).containsOnlyKeys(bad.toString(), good.toString());
        assertThat(rows.get(good.toString()).getList(4)).isEqualTo(List.of("1", "3"));
        assertThat(rows.get(good.toString()).<String>getAs("error")).isNull();
        assertThat(rows.get(bad.toString()).<String>getAs("error")).contains("must be an integer");
        assertThat(rows.get(bad.toString()).<Double>getAs("objective")).isNull();
    }

    @Test
    void badInputIsALine() throws IOException {
        Path graph = Files.writeString(folder.resolve("a.col"), "p edge 2 1\ne 1 2\n");
        Path kept = Files.createDirectory(folder.resolve("kept"));
        String missing = folder.resolve("missing-*.col").toString();
        assertThat(Ran.spark("solve", "mis", missing))
                .isEqualTo(new Ran(1, "", "dnfs: " + missing + ": no such file\n"));
        assertThat(Ran.spark("solve", "mis", graph.toString(), "--out=" + kept))
                .isEqualTo(new Ran(1, "", "dnfs: " + kept + ": already exists and is not overwritten\n"));
        assertThat(Ran.spark("solve", "tsp", graph.toString()).code()).isEqualTo(2);
        assertThat(Ran.spark("solve", "mis", graph.toString(), "--seconds=0").code())
                .isEqualTo(2);
        try (Stream<Path> inside = Files.list(kept)) {
            assertThat(inside).isEmpty();
        }
    }
}
