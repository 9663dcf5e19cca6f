package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchSolveCommandTest {
    @TempDir
    Path folder;

    private void table(String lines) throws IOException {
        Files.createDirectories(folder.resolve("mis"));
        Files.writeString(folder.resolve("mis/star.col"), "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\n");
        Files.writeString(folder.resolve("q.sparse"), "2 2\n1 1 5\n2 2 -3\n");
        Files.writeString(folder.resolve("best-known.csv"), "problem,file,best,proven,source\n" + lines);
    }

    @Test
    void answersStandBesideWhatIsKnown() throws IOException {
        table("mis,star.col,3,yes,somebody\nqubo-max,q.sparse,5,,x\nmaxcut,q.sparse,1,,not meant\n");
        Cli text = Cli.run("bench", "solve", folder.toString(), "--seconds", "1", "--match", "mis");
        assertThat(text.code()).as(text.err()).isZero();
        assertThat(text.out())
                .contains("star.col")
                .contains("3*")
                .contains("proven")
                .contains("1 of 1 reach");
        Cli json = Cli.run("bench", "solve", folder.toString(), "--seconds", "1", "--match", "qubo", "--json");
        JsonNode row = new ObjectMapper().readTree(json.out()).path("files").path(0);
        assertThat(row.path("objective").asInt()).isEqualTo(5);
        assertThat(row.path("behind").asDouble()).isZero();
        assertThat(row.path("optimal").asBoolean()).isTrue();
    }

    @Test
    void processorSecondsAreSaid() throws IOException {
        table("mis,star.col,3,yes,somebody\n");
        Cli text = Cli.run("bench", "solve", folder.toString(), "--seconds", "1", "--cpu");
        assertThat(text.out()).contains("3*").contains("1 processor s a file");
        Cli json = Cli.run("bench", "solve", folder.toString(), "--seconds", "1", "--cpu", "--json");
        assertThat(new ObjectMapper().readTree(json.out()).path("processor").asBoolean())
                .isTrue();
    }

    /** Where a value that is called best is not, the table says so. */
    @Test
    void wrongValuesAreNamed() throws IOException {
        table("mis,star.col,4,,x\nqubo-max,q.sparse,4,yes,x\n");
        String out =
                Cli.run("bench", "solve", folder.toString(), "--seconds", "1").out();
        assertThat(out).contains("proven below what is known").contains("better than what is called proven");
    }

    @Test
    void badTablesAreOneLine() throws IOException {
        table("mis,star.col,many,,x\n");
        Cli bad = Cli.run("bench", "solve", folder.toString());
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.errLines()).hasSize(1);
        assertThat(bad.err()).contains("best-known.csv:2: a line must be problem,file,best,proven,source");
        assertThat(Cli.run("bench", "solve", folder.resolve("mis").toString()).err())
                .contains("no such file");
    }
}
