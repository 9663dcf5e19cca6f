package io.github.dnfs4j.io.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.Fuzz;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a file holds: a graph, an energy or a {@link FormatException}, without much memory. */
class ProblemFuzzTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(ProblemFormat.class)
    void onlyTheFormatExceptionComesOut(ProblemFormat format) throws IOException {
        Random random = new Random(17);
        int refused = 0;
        int trials = 1500;
        for (int trial = 0; trial < trials; trial++) {
            Path file = folder.resolve("x");
            byte[] good = good(file, format, random);
            byte[] bytes = Fuzz.mutated(good, random);
            refused += Fuzz.refuses(file, bytes, () -> read(file, format, 4_000_000)) ? 1 : 0;
        }
        assertThat(refused).isBetween(trials / 4, trials - 1);
    }

    private static byte[] good(Path file, ProblemFormat format, Random random) throws IOException {
        if (!format.written()) {
            return ReadOnlyFormats.example(format, random).getBytes(StandardCharsets.ISO_8859_1);
        }
        if (format.graphs()) {
            boolean room = format == ProblemFormat.DIMACS || format == ProblemFormat.METIS;
            GraphFiles.write(
                    file, RandomProblems.graph(random, random.nextBoolean(), room && random.nextBoolean()), format);
        } else {
            Energy energy = Energy.numbered(RandomProblems.energy(random, Variables.BINARY, 0), format, 0);
            EnergyFiles.write(file, energy, format);
        }
        return Files.readAllBytes(file);
    }

    private static void read(Path file, ProblemFormat format, int most) throws IOException {
        if (format.graphs()) {
            GraphFiles.read(file, format, most);
        }
        if (format.energies()) {
            EnergyFiles.read(file, format, most);
        }
    }

    /** Numbers in a header are announcements: two gigabytes of edges are not there because someone says so. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DIMACS | p edge 9 2000000000;e 1 2",
                "METIS | 9 1000000000;2;1",
                "RUDY | 9 2000000000;1 2 1",
                "MTX | %%MatrixMarket matrix coordinate real general;9 9 2000000000;1 2 1",
                "QBSOLV | p qubo 0 9 2000000000 2000000000;0 1 1",
                "COO | 0 2000000000 1",
                "EDGES | 0 1;1 2;2",
                "SPARSE | 9 2000000000;1 2 1",
                "DIMACS | p edge 9999999 1;e 1 2",
                "DIMACS | p edge 9999999 0;n 1 2",
                "METIS | 9999999 0 10;1",
                "RUDY | 9999999 1;1 2 1",
                "MTX | %%MatrixMarket matrix coordinate real general;9999999 9999999 1;1 2 1",
                "QBSOLV | p qubo 0 9999999 0 1;0 1 1",
                "COO | 0 9999999 1",
                "SPARSE | 9999999 1;1 2 1",
                "BQM | {\"num_variables\": 2000000000, \"num_interactions\": 2000000000}"
            })
    void announcementsCostNothing(ProblemFormat format, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("x"), text.replace(";", "\n"));
        assertThat(Fuzz.allocated(() -> assertThat(catchThrowable(() -> read(file, format, GraphFiles.MOST_VERTICES)))
                        .isInstanceOf(FormatException.class)))
                .isLessThan(8_000_000);
    }

    /** What is believed without being there is still little. */
    @Test
    void aFewBytesCostAtMostTheLimit() throws IOException {
        for (String text : List.of(
                "p edge 1500000 1\ne 1 2\nn 1 3\n",
                "p edge 1500000 0",
                "%%MatrixMarket matrix coordinate real general\n1500000 1500000 1\n1 2 1")) {
            Path file = Files.writeString(folder.resolve("x"), text);
            assertThat(Fuzz.allocated(() -> GraphFiles.read(file, "", GraphFiles.MOST_VERTICES)))
                    .isLessThan(64L << 20);
        }
    }

    @ParameterizedTest
    @EnumSource(ProblemFormat.class)
    void aLineWithoutEndCostsLittle(ProblemFormat format) throws IOException {
        byte[] line = new byte[20_000_000];
        Arrays.fill(line, (byte) '7');
        // Classes load, and allocate, when a reader is first used.
        Path small = Files.write(folder.resolve("small"), Arrays.copyOf(line, 2000));
        assertThat(catchThrowable(() -> read(small, format, 10))).isInstanceOf(FormatException.class);
        Path file = Files.write(folder.resolve("x"), line);
        assertThat(Fuzz.allocated(() ->
                        assertThat(catchThrowable(() -> read(file, format, 10))).isInstanceOf(FormatException.class)))
                .isLessThan(format == ProblemFormat.BQM || format == ProblemFormat.LP ? 4L * line.length : 1_000_000);
    }

    @Test
    void aMillionEdgesTakeASmallMultipleOfTheFile() throws IOException {
        int n = 200_000;
        Random random = new Random(5);
        GraphBuilder builder = Graph.builder();
        for (int k = 0; k < 1_000_000; k++) {
            int u = random.nextInt(n);
            builder.edge(u, (u + 1 + random.nextInt(n - 1)) % n);
        }
        Graph graph = builder.build(n);
        for (ProblemFormat format :
                List.of(ProblemFormat.DIMACS, ProblemFormat.METIS, ProblemFormat.RUDY, ProblemFormat.MTX)) {
            Path file = folder.resolve("big");
            GraphFiles.write(file, graph, format);
            long allocated = Fuzz.allocated(
                    () -> assertThat(GraphFiles.read(file, format, n)).isEqualTo(graph));
            // Everything ever allocated, garbage included; what is held at once is less.
            assertThat(allocated).as(format + ": bytes").isLessThan(10 * Files.size(file));
        }
    }
}
