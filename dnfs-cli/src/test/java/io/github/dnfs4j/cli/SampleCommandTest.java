package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.format.Npy;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleCommandTest {
    @TempDir
    Path folder;

    @Test
    void withoutAFileCsvGoesToTheOutput() throws Exception {
        Cli result = sample("--count=7");
        // A run this short has weights that differ much.
        assertThat(result.err())
                .matches("(dnfs: few effective samples, about .* of .*:.*\n)?7 states from \\d+ paths, \\d of them"
                        + " distinct(; some paths count twice.*)?\n");
        assertThat(result.out().lines()).hasSize(8);
        assertThat(result.out()).startsWith("x0,x1,x2,x3,x4,x5,x6,x7,x8\n");
        assertThat(result.out().lines().skip(1)).allMatch(line -> line.matches("[01](,[01]){8}"));
    }

    @Test
    void weightedRowsEndInALogWeightAndSpinsHaveSigns() throws Exception {
        Cli result = sample("--count=7", "--weighted", "--spins");
        assertThat(result.out()).startsWith("x0,x1,x2,x3,x4,x5,x6,x7,x8,logw\n");
        assertThat(result.out().lines().skip(1)).allMatch(line -> line.matches("-?1(,-?1){8},-?[0-9.E-]+"));
    }

    @Test
    void npyComesWithItsWeights() throws Exception {
        Path file = folder.resolve("s.npy");
        Cli result = sample("--count=5", "--weighted", "--out=" + file);
        assertThat(result.code()).isZero();
        assertThat(result.out()).isEmpty();
        assertThat(Npy.read(file).shape()).containsExactly(5, 9);
        assertThat(Npy.read(folder.resolve("s.logw.npy")).shape()).containsExactly(5);
        assertThat(result.err())
                .contains("wrote 5 states to " + file + " and " + folder.resolve("s.logw.npy") + " in ");
    }

    @Test
    void latticesHaveRowsAndColumns() throws Exception {
        sample("--count=5", "--seed=3", "--out=" + folder.resolve("flat.npy"));
        sample("--count=5", "--seed=3", "--shape=lattice", "--out=" + folder.resolve("s.npy"));
        assertThat(Npy.read(folder.resolve("s.npy")).shape()).containsExactly(5, 3, 3);
        assertThat(Npy.read(folder.resolve("s.npy")).data())
                .isEqualTo(Npy.read(folder.resolve("flat.npy")).data());
        assertThat(sample("--count=5", "--shape=lattice").errLines())
                .singleElement()
                .asString()
                .contains("--shape lattice is of .npy files");
        assertThat(sample("--count=5", "--shape=cube").errLines())
                .singleElement()
                .asString()
                .contains("not cube");
    }

    @Test
    void resampledNpyStandsAlone() throws Exception {
        sample("--count=5", "--out=" + folder.resolve("s.npy"));
        assertThat(Trees.contents(folder).keySet()).containsExactly("", "s.npy");
    }

    @Test
    void jsonHoldsStatesAndWeights() throws Exception {
        Path file = folder.resolve("s.json");
        sample("--count=3", "--weighted", "--out=" + file);
        var tree = new ObjectMapper().readTree(file.toFile());
        assertThat(tree.path("states")).hasSize(3);
        assertThat(tree.path("logWeights")).hasSize(3);
    }

    /** A badly trained sampler draws more paths than it was asked for, and says what is left. */
    @Test
    void moreArePathsThanStatesAndHowManyDifferIsSaid() throws Exception {
        Path file = folder.resolve("s.csv");
        Cli result = sample("--count=100", "--out=" + file);
        long distinct = Files.readAllLines(file).stream().skip(1).distinct().count();
        java.util.regex.Matcher said = java.util.regex.Pattern.compile(
                        "100 states from (\\d+) paths, (\\d+) of them distinct")
                .matcher(result.err());
        assertThat(said.find()).as(result.err()).isTrue();
        assertThat(Integer.parseInt(said.group(1))).isBetween(120, 400);
        assertThat(Long.parseLong(said.group(2))).isEqualTo(distinct);
    }

    @Test
    void anExistingFileStays() throws Exception {
        Path file = Files.writeString(folder.resolve("s.csv"), "mine");
        Cli result = sample("--count=3", "--out=" + file);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.errLines()).singleElement().asString().contains("already exists and is not overwritten");
        assertThat(file).hasContent("mine");
    }

    @Test
    void aSeedDecidesTheStates() throws Exception {
        String first = sample("--count=9", "--seed=5").out();
        assertThat(sample("--count=9", "--seed=5").out()).isEqualTo(first);
        assertThat(sample("--count=9", "--seed=6").out()).isNotEqualTo(first);
    }

    private static Cli sample(String... more) throws Exception {
        String[] args = new String[more.length + 2];
        args[0] = "sample";
        args[1] = Cli.trained().toString();
        System.arraycopy(more, 0, args, 2, more.length);
        return Cli.run(args);
    }
}
