package io.github.dnfs4j.io.problem;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a file is said with the line where it is wrong. */
class ProblemErrorsTest {
    private static final int MOST = 1000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.col | c only | 1: the line 'p edge N M' is missing",
                "a.col | p edge 3 1;e 1 4 | 2: vertex must be 1 to 3, not 4",
                "a.col | p edge 3 1;e 0 1 | 2: vertex must be 1 to 3, not 0",
                "a.col | p edge 3 1;e 1 0 | 2: vertex must be 1 to 3, not 0",
                "a.col | p edge 3 1;n 0 2;e 1 2 | 2: vertex must be 1 to 3, not 0",
                "a.col | p edge 3 1;n 4 2;e 1 2 | 2: vertex must be 1 to 3, not 4",
                "a.col | p edge 3 1;e 1 x | 2: vertex must be an integer, not 'x'",
                "a.col | p edge 3 1;c;e 1 | 3: vertex is missing",
                "a.col | p edge 3 1;e 2 2 | 2: an edge from vertex 2 to itself",
                "a.col | p edge 3 1;e 1 2 3 4 | 2: nothing should follow, but there is '4'",
                "a.col | p edge 3 1;q 1 2 | 2: a line must begin with c, e or n, not 'q'",
                "a.col | p edge 3 5;e 1 2 | 2: 5 edges are announced, 1 are there",
                "a.col | p edge 1001 0 | 1: 1001 vertices are more than the limit of 1000; --max-vertices raises it",
                "a.mc | 2 1;0 1 1 | 2: vertex must be 1 to 2, not 0",
                "a.mc | 2 1;1 0 1 | 2: vertex must be 1 to 2, not 0",
                "a.graph | 2 1;2;0 | 3: neighbour must be 1 to 2, not 0",
                "a.mtx | %%MatrixMarket matrix coordinate real general;2 2 1;0 1 1 | 3: row must be 1 to 2, not 0",
                "a.mtx | %%MatrixMarket matrix coordinate real general;2 2 1;1 0 1 | 3: column must be 1 to 2, not 0",
                "a.graph | 2 1;2;1;x | 4: there are more lines than 2 vertices",
                "a.graph | 2 1 7;2;1 | 1: the format must be 0, 1, 10 or 11, not 7",
                "a.graph | 2 1 10;5 2 | 2: the file ends after 1 of 2 vertices",
                "a.mc | 2 1;1 2 NaN | 2: weight must be a finite number, not 'NaN'",
                "a.mc | 2 1;1 2 1e999 | 2: weight must be a finite number, not '1e999'",
                "a.mc | 2 2;1 2 1 | 2: 2 edges are announced, 1 are there",
                "a.mtx | 2 2 1;1 2 | 1: the first line must begin with %%MatrixMarket",
                "a.mtx | %%MatrixMarket matrix array real general | 1: the layout must be coordinate, not 'array'",
                "a.mtx | %%MatrixMarket matrix coordinate real general;2 3 0 | 2: the matrix is not square"
            })
    void aMalformedLineIsNamed(String name, String text, String reason) throws IOException {
        Path file = file(name, text);
        assertThatThrownBy(() -> GraphFiles.read(file, GraphFiles.format(file, ""), MOST))
                .isInstanceOf(FormatException.class)
                .hasMessage(file + ":" + reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.qubo | p qubo 0 2 0 1;-1 1 1 | :2: variable must be 0 to 1, not -1",
                "a.qubo | p qubo 0 2 0 1;0 2 1 | :2: variable must be 0 to 1, not 2",
                "a.qubo | p qubo 0 2 1 1;0 1 1 | :2: 1 nodes and 1 couplers are announced, 0 and 1 are there",
                "a.coo | # vartype=DOG;0 1 1 | :1: vartype must be SPIN or BINARY, not 'DOG'",
                "a.coo | 0 1000 1 | :1: variable 1000 is beyond the limit of 1000; --max-vertices raises it",
                "a.coo | 0 0 1e308;1 1 1e308 | : the terms of the energy must be finite, and so must their sum",
                "a.json | {;\"linear_biases\": [1, x] } | :2: not valid JSON",
                "a.json | {\"linear_biases\": [1]} | :1: variable_type is missing",
                "a.json | {\"use_bytes\": true} | :1: biases as bytes are not supported"
            })
    void aMalformedEnergyIsNamed(String name, String text, String reason) throws IOException {
        Path file = file(name, text);
        assertThatThrownBy(() -> EnergyFiles.read(file, EnergyFiles.format(file, ""), MOST))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith(file + reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"3 1;2;;", "3 2;2;1 3;3", "3 1 1;2 5;1 6;;", "2 2;2 2;1 1"})
    void listsThatDoNotAgreeAreRefused(String text) throws IOException {
        Path file = file("a.graph", text);
        assertThatThrownBy(() -> GraphFiles.read(file, ProblemFormat.METIS, MOST))
                .isInstanceOf(FormatException.class);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.replace(";", "\n"));
    }
}
