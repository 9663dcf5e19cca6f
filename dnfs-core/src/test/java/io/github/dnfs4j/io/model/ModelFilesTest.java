package io.github.dnfs4j.io.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.factor.Factor;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.factor.RandomGraphs;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.model.ModelFiles.First;
import io.github.dnfs4j.io.model.ModelFiles.Options;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFilesTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    @TempDir
    Path folder;

    /** Text with a semicolon for each line break. */
    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.replace(";", "\n"));
    }

    private FactorGraph read(String name, String text) throws IOException {
        return ModelFiles.read(file(name, text));
    }

    @Test
    void uaiComesBackAsItWasWritten() throws IOException {
        Random random = new Random(1);
        Path file = folder.resolve("m.uai");
        for (int trial = 0; trial < 40; trial++) {
            FactorGraph graph = RandomGraphs.any(random, 6, 1, 0.1);
            ModelFiles.writeUai(file, graph);
            FactorGraph again = ModelFiles.read(file);
            assertThat(again.sizes()).isEqualTo(graph.sizes());
            assertThat(again.factors()).hasSameSizeAs(graph.factors());
            for (int f = 0; f < graph.factors().size(); f++) {
                same(again.factors().get(f), graph.factors().get(f));
            }
        }
    }

    private static void same(Factor is, Factor expected) {
        assertThat(is.scope()).isEqualTo(expected.scope());
        for (int e = 0; e < expected.entries(); e++) {
            same(is.log(e), expected.log(e), 1e-14);
        }
    }

    private static void same(double is, double expected, double within) {
        if (expected == NONE) {
            assertThat(is).isEqualTo(NONE);
        } else {
            assertThat(is).isCloseTo(expected, within(within));
        }
    }

    /** Numbers of exp(+-1000) have no place in a double; what is taken from them goes into constants. */
    @Test
    void uaiKeepsDensitiesThatNoNumberCan() throws IOException {
        Factor f = Factor.of(new int[] {0}, new int[] {3}, new double[] {1000, 1001, NONE});
        FactorGraph graph = FactorGraph.of(new int[] {3}, List.of(f, f));
        Path file = folder.resolve("m.uai");
        ModelFiles.writeUai(file, graph);
        FactorGraph again = ModelFiles.read(file);
        for (int a = 0; a < 3; a++) {
            same(again.logDensity(new int[] {a}), graph.logDensity(new int[] {a}), 1e-10);
        }
        Factor wide = Factor.of(new int[] {0}, new int[] {2}, new double[] {1000, -1000});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelFiles.writeUai(file, FactorGraph.of(new int[] {2}, List.of(wide))));
        assertThat(ModelFiles.read(file).variables())
                .as("the file is untouched")
                .isEqualTo(1);
    }

    /** Its length says nothing of what it holds, as that of a pipe. */
    @Test
    void uaiMayBeCompressed() throws IOException {
        Factor factor = Factor.of(new int[] {0, 1}, new int[] {2, 2}, new double[] {0, 1, 1, 0});
        List<Factor> same = Collections.nCopies(20_000, factor);
        Path plain = folder.resolve("plain.uai");
        ModelFiles.writeUai(plain, FactorGraph.of(new int[] {2, 2}, same));
        Path packed = folder.resolve("packed.uai");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(plain, out);
        }
        assertThat(Files.size(packed)).isLessThan(same.size());
        assertThat(ModelFiles.read(packed).factors()).hasSameSizeAs(same);
    }

    @Test
    void uaiBreaksLinesAnywhere() throws IOException {
        FactorGraph graph = read("m.uai", "BAYES;;2 2;3 2 2 0 1 1; 1;6 0.1 0.2;0.7 1 0 0;;3 0.5 0.25;1;");
        assertThat(graph.logDensity(new int[] {1, 0})).isCloseTo(Math.log(1 * 0.5), within(1e-12));
        assertThat(graph.logDensity(new int[] {0, 1})).isCloseTo(Math.log(0.2 * 0.25), within(1e-12));
        assertThat(graph.logDensity(new int[] {1, 2})).isEqualTo(NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "uai | | :1: the file is empty",
                "uai | MRF;1;2;0 | :1: a network is MARKOV or BAYES, not 'MRF'",
                "uai | MARKOV;1;256;0 | :3: the number of states of variable 0 must be 1 to 255, not 256",
                "uai | MARKOV;1;2;1;2 0 0;4 1 1 1 1 | :5: factor 0 has variable 0 twice",
                "uai | MARKOV;1;2;1;1 1;2 1 1 | :5: a variable of factor 0 must be 0 to 0, not 1",
                "uai | MARKOV;1;2;1;1 0;3 1 1 1 | :6: factor 0 says it has 3 entries, but its variables have 2 states together",
                "uai | MARKOV;1;2;1;1 0;2 1 -1 | :6: an entry must not be negative: -1.0",
                "uai | MARKOV;1;2;1;1 0;2 1 nan | :6: an entry must be a finite number, not 'nan'",
                "uai | MARKOV;1;2;1;1 0;2 1; | :6: the file ends before all entries of factor 0",
                "uai | MARKOV;1;2;1;1 0;2 1 1 1 | :6: nothing should follow, but there is '1'",
                "uai | MARKOV;999999999;2 | :2: 999999999 variables are more than the limit of 1048576",
                "uai | MARKOV;1000000;2 2 2 | :3: the file ends before the number of states of variable 3",
                "uai | MARKOV;1;2;1;1000000 0 | :5: the file ends before a variable of factor 0",
                "bif | variable a { type discrete [ 3 ] { x, y }!; } | :1: a is said to have 3 states, 2 are there",
                "bif | variable a {! type discrete [ 2 ] { x, y }!;!}!probability (b) { } | :4: no variable b so far",
                "bif | variable a { type discrete [ 1 ] { x }!; } | :1: variable a has no probabilities",
                "bif | table | :1: a block begins with network, variable or probability, not 'table'",
                "bif | /* | :1: a comment has no end",
                "spins | # nothing | :1: there are no couplings and no fields",
                "spins | 1 1 0.5 | :1: a coupling of spin 1 with itself; a field is 'i h'",
                "spins | 1 2 0.5;2 1 1 | :2: a coupling is there twice",
                "spins | 1 0.3;1 0.3 | :2: the field of spin 1 is there twice",
                "spins | 1 2.5 1 | :1: a spin must be an integer from 0 to 1048575, not 2.5",
                "spins | 3 | :1: a spin or a field is missing",
                "rudy | 0 0 | : there are no spins",
                "wcnf | p cnf 3 1 | :1: the header must be 'p wcnf VARIABLES CLAUSES [TOP]', not 'p cnf'",
                "wcnf | p wcnf 3 1 9;3 1 4 0 | :2: a literal, or the 0 at the end, must be -3 to 3, not 4",
                "wcnf | p wcnf 3 2 9;3 1 2 0 | :2: 2 clauses are announced, 1 are there",
                "wcnf | p wcnf 3 1 9;h 1 2 0 | :2: a weight must be an integer that is not negative, not 'h'",
                "wcnf | h 1 2 | :1: a literal, or the 0 at the end, is missing",
                "wcnf | h 1 2 0 3 | :1: nothing should follow, but there is '3'",
                "wcnf | -4 1 0 | :1: a weight must be an integer that is not negative, not '-4'",
                "wcnf | h 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 0 | :1: a clause of more than 16 literals has too large a table",
                "txt | 1 | : cannot tell the format from the name; say --format, one of uai, bif, spins, rudy, wcnf"
            })
    void mistakesAreNamedWithTheirLine(String ending, String text, String message) throws IOException {
        String lines = text == null
                ? ""
                : ending.equals("bif") ? text.replace("!;", "\u0000").replace("!", "\n") : text;
        Path file = Files.writeString(
                folder.resolve("x." + ending),
                ending.equals("bif") ? lines.replace("\u0000", ";") : lines.replace(";", "\n"));
        assertThatThrownBy(() -> ModelFiles.read(file))
                .isInstanceOf(FormatException.class)
                .hasMessage(file + message);
    }

    @Test
    void evidenceWithAndWithoutTheNumberOfSamples() throws IOException {
        FactorGraph graph = FactorGraph.of(new int[] {2, 3, 2}, List.of());
        for (String text : List.of("2 1 2 0 1", "1;2 1 2 0 1", "1;;2;1 2;0 1;")) {
            assertThat(ModelFiles.readEvidence(file("e.evid", text), graph)).containsExactly(1, 2, -1);
        }
        for (String text : List.of("", "0", "1;0")) {
            assertThat(ModelFiles.readEvidence(file("e.evid", text), graph)).containsExactly(-1, -1, -1);
        }
        // One variable whose number is 1: not one sample.
        assertThat(ModelFiles.readEvidence(file("e.evid", "1 1 0"), graph)).containsExactly(-1, 0, -1);
    }

    @Test
    void evidenceThatDoesNotFitIsRefused() throws IOException {
        FactorGraph graph = FactorGraph.of(new int[] {2, 3}, List.of());
        refused(graph, "1 2 0", ":1: variable 2 of only 2");
        refused(graph, "1;1;1 3", ":3: state 3 of variable 1, which has 3");
        refused(graph, "2 1 0;1 1", ":2: variable 1 is observed twice");
        refused(graph, "2 1 0", ":1: 2 observed variables are announced, 1 are there");
        refused(graph, "2;1 1 0", ":2: evidence of one sample is 'K V1 S1 .. VK SK', perhaps behind a 1, not behind 2");
        refused(graph, "2 0 0 1 0 1 0", ":1: more evidence than the model has variables");
        refused(graph, "x", ":1: the number of observed variables must be an integer, not 'x'");
    }

    private void refused(FactorGraph graph, String text, String message) throws IOException {
        Path file = file("e.evid", text);
        assertThatThrownBy(() -> ModelFiles.readEvidence(file, graph))
                .isInstanceOf(FormatException.class)
                .hasMessage(file + message);
    }

    @Test
    void solutionsAreWhatTheCompetitionsRead() throws IOException {
        Path file = folder.resolve("s");
        ModelFiles.writePartition(file, -2 * Math.log(10));
        assertThat(file).hasContent("PR\n-2.0\n");
        ModelFiles.writePartition(file, NONE);
        assertThat(file).hasContent("PR\n-inf\n");
        ModelFiles.writeMarginals(file, new double[][] {{0.25, 0.75}, {1}});
        assertThat(file).hasContent("MAR\n2 2 0.25 0.75 1 1.0\n");
        ModelFiles.writeState(file, new int[] {0, 2, 1});
        assertThat(file).hasContent("MPE\n3 0 2 1\n");
        ModelFiles.writeState(file, new int[] {2, 0}, new int[] {0, 2, 1});
        assertThat(file).hasContent("MMAP\n2 2 1 0 0\n");
    }

    /** The child runs slowest in a table, the last parent fastest. */
    @Test
    void bifTablesAndRowsSayTheSame() throws IOException {
        String variables = "variable a { type discrete [2] { \"t 1\", f }; }\n// comment\n"
                + "variable b { type discrete [3] { x y z }; property p = \"a;b\"; }\n"
                + "variable c { type discrete[2]{1,2}; }\n"
                + "probability(a) { table 0.3 0.7; } probability(c) { default 0.5, 0.5; }\n";
        FactorGraph table = ModelFiles.read(Files.writeString(
                folder.resolve("t.bif"),
                variables + "probability ( b | a, c ) { table .1 .2 .3 .4  .1 .1 .1 .1  .8 .7 .6 .5; }"));
        FactorGraph rows = ModelFiles.read(Files.writeString(
                folder.resolve("r.bif"),
                "network n { property x; }\n" + variables
                        + "probability ( b | a, c ) { (f, 2) .4 .1 .5; (\"t 1\" 1) .1 .1 .8; (\"t 1\", 2) .2, .1, .7;"
                        + " default .3 .1 .6; /* (f, 1) */ }"));
        assertThat(rows).isEqualTo(table);
        assertThat(table.logDensity(new int[] {1, 2, 0})).isCloseTo(Math.log(0.7 * 0.6 * 0.5), within(1e-12));
        assertThat(table.name(1)).isEqualTo("b");
        assertThat(table.stateName(0, 0)).isEqualTo("t 1");
    }

    @Test
    void bifRefusesWhatIsNoNetwork() throws IOException {
        String two = "variable a { type discrete [2] { t, f }; } variable b { type discrete [2] { t, f }; }\n";
        bad(
                two + "probability (a | b) { table 0.1 0.9 0.9 0.1; }\nprobability (b | a) { table 0.1 0.9 0.9 0.1; }",
                ":3: a circle of parents: variable a waits for itself");
        bad(
                two + "probability (a) { table 0.1 0.8; }",
                ":2: the probabilities of the states of a variable add up to 0.9");
        bad(two + "probability (a) { table 0.1 1.9; }", ":2: a probability from 0 to 1 should be here, not '1.9'");
        bad(two + "probability (a | b) { (t) 0.1 0.9; }", ":2: rows for 1 states of the parents, which have 2");
        bad(two + "probability (a | b) { (t) 0.1 0.9;\n(t) 0.1 0.9; }", ":3: a row is there twice");
        bad(two + "probability (a | b) { (u) 0.1 0.9; }", ":2: the parent has no state u; it has t, f");
        bad(
                two + "probability (a) { table 0.5 0.5; }\nprobability (a) { table 0.5 0.5; }",
                ":3: the variable has its probabilities twice");
        bad(two + "probability (a | b) { table 0.5 0.5; }", ":2: a table of 2 entries, where there should be 4");
        StringBuilder many = new StringBuilder();
        StringBuilder parents = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            many.append("variable v").append(i).append(" { type discrete [2] { t, f }; }");
            parents.append(" v").append(i);
        }
        bad(many + "probability (" + parents + ") { default 0.5 0.5; }", ":1: defaults fill more than 1048576 entries");
    }

    private void bad(String text, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("x.bif"), text);
        assertThatThrownBy(() -> ModelFiles.read(file))
                .isInstanceOf(FormatException.class)
                .hasMessage(file + message);
    }

    @Test
    void spinsHaveTheEnergyOfTheirCouplingsAndFields() throws IOException {
        Path file = file("a.spins", "# J and h;1 2 0.5;3 1 -1.5;2 0.25;");
        FactorGraph graph = ModelFiles.read(file, ModelFormat.SPINS, new Options(2, First.AUTO));
        assertThat(graph.variables()).isEqualTo(3);
        for (int k = 0; k < 8; k++) {
            int[] x = {k & 1, k >> 1 & 1, k >> 2};
            int[] s = {2 * x[0] - 1, 2 * x[1] - 1, 2 * x[2] - 1};
            double e = -0.5 * s[0] * s[1] + 1.5 * s[2] * s[0] - 0.25 * s[1];
            assertThat(graph.logDensity(x)).isCloseTo(-e / 2, within(1e-12));
        }
        assertThat(read("b.spins", "0 2 1").variables()).isEqualTo(3);
        Path one = file("c.spins", "1 2 1");
        assertThat(ModelFiles.read(one, ModelFormat.SPINS, new Options(1, First.ZERO))
                        .variables())
                .isEqualTo(3);
        Path zero = file("d.spins", "0 2 1");
        assertThatThrownBy(() -> ModelFiles.read(zero, ModelFormat.SPINS, new Options(1, First.ONE)))
                .hasMessageContaining("d.spins:1: a spin must be an integer from 1");
        assertThatIllegalArgumentException().isThrownBy(() -> new Options(0, First.AUTO));
    }

    @Test
    void largeCutsHaveLowEnergies() throws IOException {
        FactorGraph graph = read("a.rudy", "3 2;1 2 1;2 3 -2");
        for (int k = 0; k < 8; k++) {
            int[] x = {k & 1, k >> 1 & 1, k >> 2};
            double cut = (x[0] != x[1] ? 1 : 0) + (x[1] != x[2] ? -2 : 0);
            // E = W - 2 cut, W = -1
            assertThat(graph.logDensity(x)).isCloseTo(2 * cut + 1, within(1e-12));
        }
    }

    @Test
    void violatedClausesCostTheirWeight() throws IOException {
        String old = "c comment;p wcnf 4 6 10;10 1 -2 0;3 2 3 0;4 -1 0;10 2 -2 0;2 -1 -1 -3 0;1 0";
        String now = "c comment;h 1 -2 0;3 2 3 0;4 -1 0;h 2 -2 0;2 -1 -1 -3 0;1 0;5 4 -4 0";
        for (FactorGraph graph : List.of(read("o.wcnf", old), read("n.wcnf", now))) {
            assertThat(graph.variables()).isEqualTo(4);
            for (int k = 0; k < 16; k++) {
                boolean[] t = {(k & 1) == 1, (k & 2) == 2, (k & 4) == 4};
                double cost = (t[1] || t[2] ? 0 : 3) + (t[0] ? 4 : 0) + (t[0] && t[2] ? 2 : 0) + 1;
                double expected = t[0] || !t[1] ? -cost : NONE;
                assertThat(graph.logDensity(new int[] {k & 1, k >> 1 & 1, k >> 2 & 1, k >> 3}))
                        .isEqualTo(expected);
            }
        }
    }
}
