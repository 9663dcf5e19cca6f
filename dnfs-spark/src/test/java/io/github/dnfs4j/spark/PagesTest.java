package io.github.dnfs4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.dnfs4j.experiment.terminal.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands of the pages that dnfs-cli does not know. */
class PagesTest {
    private static final Pattern COMMAND = Pattern.compile("(?m)^\\./dnfs spark (\\w[^\n#]*)");

    @Test
    void commandsOfPagesAreUnderstood() throws IOException {
        Console console = new Console(System.out, System.err, false);
        List<Path> pages;
        try (Stream<Path> files = Files.walk(Path.of("../docs"))) {
            pages = files.filter(f -> f.toString().endsWith(".md")).toList();
        }
        int seen = 0;
        for (Path page : pages) {
            for (var found : COMMAND.matcher(Files.readString(page)).results().toList()) {
                String line = found.group(1);
                assertThatCode(() -> new SparkCommand().make(console).parseArgs(line.split("\\s+")))
                        .as("%s: %s", page, line)
                        .doesNotThrowAnyException();
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(4);
    }
}
