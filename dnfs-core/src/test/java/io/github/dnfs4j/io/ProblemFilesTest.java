package io.github.dnfs4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemFilesTest {
    private static final int MOST = 1000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = ProblemFormat.class,
            names = {"DIMACS", "METIS", "RUDY", "MTX"})
    void graphsComeBackAsTheyWent(ProblemFormat format) throws IOException {
        boolean vertexWeights = format == ProblemFormat.DIMACS || format == ProblemFormat.METIS;
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            Graph graph = RandomProblems.graph(random, seed % 2 == 1, vertexWeights && seed % 3 == 1);
            Path file = folder.resolve("g." + format.extension());
            GraphFiles.write(file, graph, format);
            assertThat(GraphFiles.read(file, GraphFiles.format(file, ""), MOST)).isEqualTo(graph);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ProblemFormat.class,
            names = {"QBSOLV", "COO", "MTX", "BQM"})
    void energiesComeBackAsTheyWent(ProblemFormat format) throws IOException {
        boolean spins = format == ProblemFormat.COO || format == ProblemFormat.BQM;
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            Variables variables = spins && seed % 2 == 1 ? Variables.SPIN : Variables.BINARY;
            double offset = format == ProblemFormat.BQM ? random.nextGaussian() : 0;
            QuadraticForm form = RandomProblems.energy(random, variables, offset);
            Path file = folder.resolve("q." + format.extension());
            EnergyFiles.write(file, new Energy(form, 0, List.of()), format);
            Energy read = EnergyFiles.read(file, EnergyFiles.format(file, ""), MOST);
            assertThat(read.form()).isEqualTo(form);
            assertThat(read.label(0)).hasToString(format == ProblemFormat.MTX ? "1" : "0");
        }
    }

    /** One graph with edges 1-2, 2-3 and vertex 4 alone, as other programs write it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.col | c hello;p col 4 2;e 1 2;e 3 2",
                "a.clq | c both ways;p edge 4 4;e 1 2;e 2 1;e 3 2;e 2 3",
                "a.mis | p edge 4 2;;e 1 2;c in between;e 2 3;",
                "a.graph | % hello;4 2;2;1 3;% in between;2;;",
                "a.graph | 4 2;2;1 3;2",
                "a.graph | 4 2 001;2 1;1 1 3 1;2 1;;",
                "a.mc | # hello;4 2;1 2 1;2 3 1.0;",
                "G22 | 4 2;1 2 1;2 3 1;;",
                "a.mtx | %%MatrixMarket matrix coordinate pattern symmetric;% c;4 4 2;2 1;3 2",
                "a.mtx | %%MatrixMarket matrix coordinate real general;4 4 5;2 1 1;1 2 1e0;3 2 1;2 3 1;4 4 7"
            })
    void theSameGraphInEveryDress(String name, String text) throws IOException {
        Path file = file(name, text);
        Graph graph = GraphFiles.read(file, GraphFiles.format(file, ""), MOST);
        assertThat(graph).isEqualTo(Graph.of(4, new int[][] {{0, 1}, {1, 2}}));
    }

    /** E = 3 x_0 - 2.5 x_1 + 4 x_0 x_2. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.qubo | c hello;p qubo 0 3 2 1;0 0 3;1 1 -2.5;0 2 4",
                "a.coo | 0 0 3;1 1 -2.5;0 2 4",
                "a.coo | # vartype=BINARY;0 2 1;0 0 3;1 1 -2.5;2 0 3",
                "a.mtx | %%MatrixMarket matrix coordinate real symmetric;3 3 3;1 1 3;2 2 -2.5;3 1 2",
                "a.mtx | %%MatrixMarket matrix coordinate real general;3 3 4;1 1 3;2 2 -2.5;3 1 1;1 3 3",
            })
    void theSameEnergyInEveryDress(String name, String text) throws IOException {
        Path file = file(name, text);
        QuadraticForm form =
                EnergyFiles.read(file, EnergyFiles.format(file, ""), MOST).form();
        for (int state = 0; state < 8; state++) {
            byte[] x = {(byte) (state & 1), (byte) (state >> 1 & 1), (byte) (state >> 2)};
            assertThat(form.energy(x)).isEqualTo(3 * x[0] - 2.5 * x[1] + 4 * x[0] * x[2]);
        }
    }

    @Test
    void labelsOfVariablesAreKept() throws IOException {
        Path file = file(
                "a.json",
                "{\"version\":{\"bqm_schema\":\"3.0.0\"},\"variable_labels\":[\"b\",7],\"offset\":1.5,"
                        + "\"quadratic_head\":[1],\"quadratic_tail\":[0],\"quadratic_biases\":[-1],"
                        + "\"info\":{\"linear_biases\":[9]},\"variable_type\":\"SPIN\",\"linear_biases\":[0.5,0]}");
        Energy energy = EnergyFiles.read(file, ProblemFormat.BQM, MOST);
        assertThat(energy.label(0)).isEqualTo("b");
        assertThat(energy.label(1)).isEqualTo(7L);
        assertThat(energy.form().energy(new byte[] {1, 0})).isEqualTo(1.5 + 0.5 + 1);
        EnergyFiles.write(file, energy, ProblemFormat.BQM);
        assertThat(EnergyFiles.read(file, ProblemFormat.BQM, MOST)).isEqualTo(energy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.col | c only | 1: the line 'p edge N M' is missing",
                "a.col | p edge 3 1;e 1 4 | 2: vertex must be 1 to 3, not 4",
                "a.col | p edge 3 1;e 1 x | 2: vertex must be an integer, not 'x'",
                "a.col | p edge 3 1;c;e 1 | 3: vertex is missing",
                "a.col | p edge 3 1;e 2 2 | 2: an edge from vertex 2 to itself",
                "a.col | p edge 3 1;e 1 2 3 4 | 2: nothing should follow, but there is '4'",
                "a.col | p edge 3 1;q 1 2 | 2: a line must begin with c, e or n, not 'q'",
                "a.col | p edge 3 5;e 1 2 | 2: 5 edges are announced, 1 are there",
                "a.col | p edge 1001 0 | 1: 1001 vertices are more than the limit of 1000; --max-vertices raises it",
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

    @Test
    void formatsAreKnownByNameAndByExtension() throws IOException {
        assertThat(GraphFiles.format(Path.of("x.unknown"), "dimacs")).isEqualTo(ProblemFormat.DIMACS);
        assertThatThrownBy(() -> GraphFiles.format(Path.of("x.txt"), ""))
                .hasMessage("x.txt: cannot tell the format from the name; say --format, one of dimacs, metis, rudy, mtx");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GraphFiles.format(Path.of("x.qubo"), ""))
                .withMessageContaining("holds an energy, not a graph");
        assertThatIllegalArgumentException().isThrownBy(() -> EnergyFiles.format(Path.of("x.col"), ""));
        assertThatIllegalArgumentException().isThrownBy(() -> ProblemFormat.parse("xml"));
    }

    @Test
    void whatAFormatCannotHoldIsNotWritten() {
        Graph weighted = Graph.of(2, new int[][] {{0, 1}}).withVertexWeights(new double[] {1, 2});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GraphFiles.write(folder.resolve("a.mc"), weighted, ProblemFormat.RUDY));
        QuadraticForm form = RandomProblems.energy(new Random(1), Variables.BINARY, 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        EnergyFiles.write(folder.resolve("a"), new Energy(form, 0, List.of()), ProblemFormat.COO));
        assertThat(folder).isEmptyDirectory();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.replace(";", "\n"));
    }
}
