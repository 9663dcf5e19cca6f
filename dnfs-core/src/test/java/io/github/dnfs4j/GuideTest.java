package io.github.dnfs4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/guide.md compiles, runs as its readers run it, and counts 120 colourings. */
class GuideTest {
    private static final int COLOURINGS = 120;

    private static final String CHECK = """
            public class Check {
                public static void main(String[] args) {
                    io.github.dnfs4j.testkit.TargetConformance.check(new Colourings(2), 1);
                }
            }
            """;

    @TempDir
    Path dir;

    @Test
    void theGuideCountsColourings() throws IOException, InterruptedException {
        compile();
        String output = run("CountColourings");
        Matcher count = Pattern.compile("proper colourings: (\\S+) \\+- (\\S+)").matcher(output);
        assertThat(count.find()).as(output).isTrue();
        double error = Double.parseDouble(count.group(2));
        assertThat(Double.parseDouble(count.group(1)) - COLOURINGS).isBetween(-5 * error, 5 * error);
        assertThat(error).isLessThan(COLOURINGS / 10.0);
        Matcher ess = Pattern.compile("ESS (\\S+)").matcher(output);
        assertThat(ess.find()).as(output).isTrue();
        assertThat(Double.parseDouble(ess.group(1))).isGreaterThan(0.3);
        run("Check");
    }

    private void compile() throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "guide.md"));
        Matcher code = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(guide);
        List<String> arguments = new ArrayList<>(List.of("-d", dir.toString(), "-cp", classes()));
        while (code.find()) {
            arguments.add(write(code.group(1)).toString());
        }
        arguments.add(write(CHECK).toString());
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .as("compiles")
                .isZero();
    }

    private Path write(String source) throws IOException {
        Matcher name = Pattern.compile("public class (\\w+)").matcher(source);
        assertThat(name.find()).isTrue();
        return Files.writeString(dir.resolve(name.group(1) + ".java"), source);
    }

    private static String classes() {
        return System.getProperty("java.class.path");
    }

    private String run(String main) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        dir + System.getProperty("path.separator") + classes(),
                        main))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
