package io.github.dnfs4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.target.Ising;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java example of the README compiles, runs as its readers run it, and is right about log Z. */
class ReadmeExampleTest {
    @TempDir
    Path dir;

    @Test
    void exampleCompilesAndFindsLogZ() throws IOException, InterruptedException {
        String readme = Files.readString(Path.of("..", "README.md"));
        Matcher code = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertThat(code.find()).as("README has a Java example").isTrue();
        Path source = Files.writeString(dir.resolve("Example.java"), code.group(1));
        String classes = System.getProperty("java.class.path");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", dir.toString(), "-cp", classes, source.toString());
        assertThat(status).as("compiles").isZero();

        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        dir + System.getProperty("path.separator") + classes,
                        "Example"))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        Matcher result =
                Pattern.compile("log Z = (\\S+) \\+- (\\S+), ESS (\\S+)").matcher(output);
        assertThat(result.find()).as(output).isTrue();
        double error = Double.parseDouble(result.group(1))
                - Enumeration.of(Ising.lattice(3, 0.2, 0.1)).logZ();
        assertThat(Math.abs(error)).isLessThan(5 * Double.parseDouble(result.group(2)) + 0.002);
        assertThat(Double.parseDouble(result.group(3))).isGreaterThan(0.5);
    }
}
