package io.github.dnfs4j.io.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            EnergyFiles.write(file, Energy.numbered(form, ProblemFormat.COO, 0), format);
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

    @Test
    void formatsAreKnownByNameAndByExtension() throws IOException {
        assertThat(GraphFiles.format(Path.of("x.unknown"), "dimacs")).isEqualTo(ProblemFormat.DIMACS);
        assertThatThrownBy(() -> GraphFiles.format(Path.of("x.txt"), ""))
                .hasMessage(
                        "x.txt: cannot tell the format from the name; say --format, one of dimacs, metis, rudy, mtx, edges");
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
                .isThrownBy(() -> EnergyFiles.write(
                        folder.resolve("a"), Energy.numbered(form, ProblemFormat.COO, 0), ProblemFormat.COO));
        assertThat(folder).isEmptyDirectory();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.replace(";", "\n"));
    }
}
