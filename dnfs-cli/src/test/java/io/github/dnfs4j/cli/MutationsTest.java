package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of mutations fits the code: what each replaces is there once, and the tests that should notice exist. */
class MutationsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path LIST = ROOT.resolve("dnfs-bench/mutation/mutations.txt");

    @Test
    void everyMutationCanStillBeMade() throws IOException {
        String[] all = Files.readString(LIST).strip().split("\n\n");
        assertThat(all).hasSizeGreaterThan(45).doesNotHaveDuplicates();
        for (String mutation : all) {
            check(mutation.split("\n"), mutation);
        }
    }

    /** {@code # title}, a file, pairs of {@code - old} and {@code + new}, and {@code by} tests of the same module. */
    private static void check(String[] lines, String as) throws IOException {
        assertThat(lines[0]).as(as).startsWith("# ");
        assertThat(lines.length).as(as).isGreaterThanOrEqualTo(5).isOdd();
        String source = Files.readString(ROOT.resolve(lines[1]));
        for (int k = 2; k + 1 < lines.length; k += 2) {
            assertThat(lines[k]).as(as).startsWith("- ");
            assertThat(lines[k + 1]).as(as).startsWith("+");
            String old = lines[k].substring(2);
            assertThat(lines[k + 1].substring(1).strip()).as(as).isNotEqualTo(old);
            assertThat(source).as(as).containsOnlyOnce(old);
        }
        String last = lines[lines.length - 1];
        assertThat(last).as(as).startsWith("by ");
        Path tests = ROOT.resolve(lines[1].substring(0, lines[1].indexOf('/'))).resolve("src/test/java");
        for (String test : last.substring(3).split(" ")) {
            String[] named = test.split("#");
            List<Path> found = files(tests, named[0] + ".java");
            assertThat(found).as(as).hasSize(1);
            if (named.length > 1) {
                assertThat(found.get(0)).as(as).content().contains("void " + named[1] + "(");
            }
        }
    }

    private static List<Path> files(Path folder, String name) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(f -> f.getFileName().toString().equals(name)).toList();
        }
    }
}
