package io.github.dnfs4j.io.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.factor.RandomGraphs;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a file holds: a model or a {@link FormatException}, and never much memory. */
class ModelFuzzTest {
    @TempDir
    Path folder;

    private static byte[] good(Path file, ModelFormat format, Random random) throws IOException {
        return switch (format) {
            case UAI -> {
                ModelFiles.writeUai(file, RandomGraphs.any(random, 5, 1, 0.1));
                yield Files.readAllBytes(file);
            }
            case BIF -> Files.readAllBytes(Path.of("..", "examples", "networks", "cancer.bif"));
            case SPINS -> text("# spins\n1 2 0.5\n2 3 -1\n1 4 2e-1\n1 -0.5\n3 1\n");
            case RUDY -> text("4 3\n1 2 1\n2 3 -1\n3 4 2.5\n");
            case WCNF ->
                text(
                        random.nextBoolean()
                                ? "c old\np wcnf 4 4 100\n100 1 -2 0\n3 2 3 0\n4 -1 -4 0\n100 4 0\n"
                                : "c new\nh 1 -2 0\n3 2 3 0\n4 -1 -4 0\nh 4 0\n");
        };
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @EnumSource(ModelFormat.class)
    void onlyTheFormatExceptionComesOut(ModelFormat format) throws IOException {
        Random random = new Random(17);
        int refused = 0;
        int trials = 1500;
        Path file = folder.resolve("x");
        byte[] good = good(file, format, random);
        for (int trial = 0; trial < trials; trial++) {
            good = trial % 50 == 0 ? good(file, format, random) : good;
            byte[] bytes = Fuzz.mutated(good, random);
            boolean[] refuses = {false};
            // A spin or a variable of a number below the limit costs its place in a list of sizes.
            assertThat(Fuzz.allocated(() -> refuses[0] =
                            Fuzz.refuses(file, bytes, () -> ModelFiles.read(file, format, ModelFiles.Options.usual()))))
                    .isLessThan(40_000_000);
            refused += refuses[0] ? 1 : 0;
        }
        assertThat(refused).isBetween(trials / 4, trials - 1);
    }

    @Test
    void evidenceIsReadOrRefused() throws IOException {
        FactorGraph graph = FactorGraph.of(new int[] {2, 3, 4}, List.of());
        Random random = new Random(18);
        Path file = folder.resolve("x");
        int refused = 0;
        for (int trial = 0; trial < 1500; trial++) {
            byte[] good = text(random.nextBoolean() ? "1\n2 0 1 2 3\n" : "2 0 1 2 3\n");
            refused +=
                    Fuzz.refuses(file, Fuzz.mutated(good, random), () -> ModelFiles.readEvidence(file, graph)) ? 1 : 0;
        }
        assertThat(refused).isBetween(300, 1499);
    }

    /** Numbers in a header are announcements: gigabytes are not there because someone says so. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UAI | MARKOV;1000000000;2 2",
                "UAI | MARKOV;3;200 200 200;1000000000",
                "UAI | MARKOV;3;200 200 200;1;3 0 1 2;8000000;1 1 1",
                "UAI | MARKOV;3;200 200 200;1;1000000000 0 1 2;8000000;1 1 1",
                "BIF | variable a { type discrete [ 1000000000 ] { x, y }",
                "SPINS | 1 1000000000 1",
                "RUDY | 4 2000000000;1 2 1",
                "WCNF | p wcnf 9 2000000000 5;1 2 0",
                "WCNF | p wcnf 1000000000 1 5;1 2 0",
                "WCNF | h 1000000000 0"
            })
    void announcementsCostNothing(ModelFormat format, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("x"), text.replace(";", "\n"));
        assertThat(Fuzz.allocated(() -> assertThat(
                                catchThrowable(() -> ModelFiles.read(file, format, ModelFiles.Options.usual())))
                        .isInstanceOf(FormatException.class)))
                .isLessThan(2_000_000);
    }

    /** A line of literals is a table of 65,536 entries: 300 of them are refused before they fill the memory. */
    @Test
    void longClausesAreLimitedTogether() throws IOException {
        String clause = "1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 0\n";
        Path file = Files.writeString(folder.resolve("x.wcnf"), clause.repeat(300));
        assertThat(catchThrowable(() -> ModelFiles.read(file)))
                .hasMessage(file + ":257: the clauses need tables of more than 16777216 entries");
    }
}
