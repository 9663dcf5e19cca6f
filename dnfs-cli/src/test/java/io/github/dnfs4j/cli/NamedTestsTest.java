package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages that say which test holds a formula name tests that exist. */
class NamedTestsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`((?:,\\s+`[a-z]\\w+`)*)");
    private static final Pattern FURTHER = Pattern.compile("`(\\w+)`");

    @Test
    void everyTestThatAPageNamesExists() throws IOException {
        Map<String, String> tests = sources();
        int found = 0;
        for (Path page : files(ROOT.resolve("docs"), ".md")) {
            Matcher named = NAMED.matcher(Files.readString(page));
            while (named.find()) {
                assertThat(tests).as(page.toString()).containsKey(named.group(1));
                String source = tests.get(named.group(1));
                if (named.group(2) != null) {
                    found += has(source, named.group(2), page);
                }
                Matcher further = FURTHER.matcher(named.group(3));
                while (further.find()) {
                    found += has(source, further.group(1), page);
                }
            }
        }
        assertThat(found).isGreaterThan(15);
    }

    private static int has(String source, String method, Path page) {
        assertThat(source).as(page + " names " + method).contains("void " + method + "(");
        return 1;
    }

    private static Map<String, String> sources() throws IOException {
        return Stream.of("dnfs-core", "dnfs-cli")
                .flatMap(module -> files(ROOT.resolve(module).resolve("src/test"), "Test.java").stream())
                .collect(Collectors.toMap(
                        f -> f.getFileName().toString().replace(".java", ""), NamedTestsTest::text, (a, b) -> a + b));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path folder, String ending) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(f -> f.toString().endsWith(ending)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
