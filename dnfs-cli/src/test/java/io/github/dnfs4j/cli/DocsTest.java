package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.dnfs4j.browser.Browser;
import io.github.dnfs4j.experiment.terminal.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/ says is what the program and the result files say. */
class DocsTest {
    private static final Path ROOT = Path.of("..");

    @TempDir
    Path folder;

    @Test
    void isUpToDate() {
        Cli check = Cli.run("docs", "--check", "--root=" + ROOT);
        assertThat(check.err()).isEmpty();
        assertThat(check.code()).isZero();
    }

    @Test
    void theReferenceNamesEveryOptionWithItsMeaning() throws IOException {
        String reference = Files.readString(ROOT.resolve("docs/commands.md"));
        assertThat(reference)
                .contains("## dnfs train ising", "`--sigma <sigma>`", "0.2203434", "`--watch-port N`")
                .contains("| `--samples N` | How many (default: 5000). |")
                .doesNotContain("${", "dnfs docs\n\n|");
    }

    /** Every variable and property that the launcher or the code reads. */
    @Test
    void theReferenceNamesTheEnvironment() throws IOException {
        String reference = Files.readString(ROOT.resolve("docs/commands.md"));
        Pattern read = Pattern.compile("(?:getenv|getProperty|getBoolean|getInteger)\\(\"(DNFS_\\w+|dnfs\\.\\w+)\"");
        Set<String> names = new TreeSet<>();
        for (String module : List.of("dnfs-core", "dnfs-cli")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/main/java"))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    read.matcher(Files.readString(file)).results().forEach(m -> names.add(m.group(1)));
                }
            }
        }
        Pattern.compile("\\{(DNFS_\\w+|GPU_CLASSPATH)")
                .matcher(Files.readString(ROOT.resolve("dnfs")))
                .results()
                .forEach(m -> names.add(m.group(1)));
        assertThat(names).hasSizeGreaterThan(8);
        assertThat(names).allSatisfy(name -> assertThat(reference).containsPattern("`(-D)?" + name + "`"));
    }

    @Test
    void tablesComeFromResultFilesAndTheRestStays() throws IOException {
        Files.createDirectories(folder.resolve("docs/results"));
        Path page = folder.resolve("docs/results.md");
        Files.writeString(
                page,
                "Before.\n<!-- tables: written by dnfs docs, do not edit -->\nold\n<!-- end of tables -->\nAfter.\n");
        Path record = folder.resolve("docs/results/record.md");
        Files.copy(page, record);
        Files.writeString(
                folder.resolve("docs/results/x.json"),
                "{\"title\": \"X\", \"command\": \"dnfs reproduce x\", \"caption\": \"c\", \"header\": [\"a\", \"b\"],"
                        + " \"rows\": [[\"one\", \"2\"]]}");
        String model = folder.resolve("models/mine").toString();
        assertThat(Cli.run("export", Cli.trained().toString(), model, "--samples=40")
                        .code())
                .isZero();
        assertThat(Cli.run("docs", "--check", "--root=" + folder).code()).isEqualTo(1);
        assertThat(page).content().contains("old");
        assertThat(Cli.run("docs", "--root=" + folder).code()).isZero();
        assertThat(page)
                .content()
                .startsWith("Before.\n")
                .endsWith("-->\nAfter.\n")
                .doesNotContain("old")
                .containsPattern("\\| `mine` \\| 8 cells \\| [0-9.]+ \\| 40 \\| ")
                .contains("dnfs eval mine --samples 40 --cells 8", "9.020213")
                .doesNotContain("## X");
        assertThat(record).content().contains("## X", "| one | 2 |").doesNotContain("old");
        assertThat(Cli.run("docs", "--check", "--root=" + folder).code()).isZero();
    }

    /** On the paper's page tables stand where their marks are, with the day and the machine. */
    @Test
    void tablesOfThePaperStandAtTheirMarks() throws IOException {
        Files.createDirectories(folder.resolve("docs/results/paper"));
        for (String page : List.of("results.md", "results/record.md")) {
            Files.writeString(
                    folder.resolve("docs").resolve(page),
                    "<!-- tables: written by dnfs docs, do not edit -->\n<!-- end of tables -->\n");
        }
        Path page = folder.resolve("docs/results/paper.md");
        String mark = "<!-- table: paper/%s.json, written by dnfs docs -->\nold\n<!-- end of table -->\n";
        Files.writeString(page, "One.\n" + mark.formatted("a") + "Two.\n" + mark.formatted("b") + "Three.\n");
        for (String name : List.of("a", "b")) {
            Files.writeString(
                    folder.resolve("docs/results/paper/" + name + ".json"),
                    "{\"title\": \"X\", \"command\": \"dnfs " + name + "\", \"caption\": \"c\", \"made\": {\"date\":"
                            + " \"2026-01-02\", \"device\": \"cpu\", \"cores\": 2}, \"header\": [\"h\"], \"rows\": [[\"$1\"]],"
                            + " \"values\": [{\"row\": \"r\", \"column\": \"h\", \"seed\": 1, \"value\": 0.5}]}");
        }
        assertThat(Cli.run("docs", "--check", "--root=" + folder).code()).isEqualTo(1);
        assertThat(Cli.run("docs", "--root=" + folder).code()).isZero();
        assertThat(page)
                .content()
                .doesNotContain("old")
                .containsPattern(
                        "One\\.\n<!-- table: paper/a.json[^\n]*\n`dnfs a`; c\\. Made 2026-01-02, cpu, a machine of 2"
                                + " cores\\.\n\n\\| h \\|\n\\|---\\|\n\\| \\$1 \\|\n<!-- end of table -->\nTwo\\.\n<!-- table: paper/b")
                .endsWith("Three.\n");
        assertThat(Cli.run("docs", "--check", "--root=" + folder).code()).isZero();
    }

    /** Of README and every page of docs/. */
    @Test
    void linksAndPicturesAreThere() throws IOException {
        List<Path> pages;
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            pages = Stream.concat(Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")), docs)
                    .filter(f -> f.toString().endsWith(".md"))
                    .toList();
        }
        for (Path page : pages) {
            Matcher link = Pattern.compile("\\]\\(([^)#\\s]+)[^)]*\\)|src=\"([^\"]+)\"")
                    .matcher(Files.readString(page));
            while (link.find()) {
                String to = link.group(1) == null ? link.group(2) : link.group(1);
                if (!to.startsWith("http")) {
                    assertThat(page.resolveSibling(to))
                            .as("%s links to it", page)
                            .exists();
                }
            }
        }
    }

    /** Those in blocks of a shell: each option is there, each value has its form. */
    @Test
    void commandsOfPagesAreUnderstood() throws IOException {
        Console console = new Console(System.out, System.err, false);
        Pattern block = Pattern.compile("(?ms)^```sh\n(.*?)^```");
        Pattern command = Pattern.compile("(?m)^(?:\\w+=\\S+ |[^#\n]*\\| )*(?:\\./)?dnfs (\\w[^\n]*)$");
        List<Path> pages = under(ROOT.resolve("docs"), ".md");
        Pattern variable = Pattern.compile("(?m)^(\\w+)=\"([^\"]*)\"$");
        int seen = 0;
        for (Path page : Stream.concat(Stream.of(ROOT.resolve("README.md")), pages.stream())
                .toList()) {
            Matcher blocks = block.matcher(Files.readString(page));
            while (blocks.find()) {
                String text = blocks.group(1).replaceAll("\\\\\n\\s*", "");
                for (Matcher named = variable.matcher(text); named.find(); named = variable.matcher(text)) {
                    text = named.replaceFirst("").replace("$" + named.group(1), named.group(2));
                }
                Matcher commands = command.matcher(text);
                while (commands.find()) {
                    String line = commands.group(1).replaceFirst("\\s+(#|&|>|\\|).*", "");
                    if (line.startsWith("spark ")) {
                        continue; // dnfs-spark adds it: it is not known here
                    }
                    assertThatCode(() -> Main.commandLine(console).parseArgs(line.split("\\s+")))
                            .as("%s: %s", page, line)
                            .doesNotThrowAnyException();
                    seen++;
                }
            }
        }
        assertThat(seen).isGreaterThan(100);
    }

    /** An equation of docs/theory.md, say, names what holds the code to it. */
    @Test
    void namedTestsAreThere() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (String module : List.of("dnfs-core", "dnfs-cli", "dnfs-testkit", "dnfs-outside")) {
            Path tests = ROOT.resolve(module + "/src/test/java");
            if (Files.exists(tests)) {
                for (Path file : under(tests, "Test.java")) {
                    sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
                }
            }
        }
        // `ATest`, `ATest.method`, or `ATest.method`, `another of it`
        Pattern named = Pattern.compile("`(\\w+Test)(?:[.#](\\w+))?`((?:,\\s+`[a-z]\\w+`)*)");
        Pattern further = Pattern.compile("`(\\w+)`");
        assertThat(named.matcher(Files.readString(ROOT.resolve("docs/theory.md")))
                        .results())
                .hasSizeGreaterThan(14);
        for (Path page : under(ROOT.resolve("docs"), ".md")) {
            named.matcher(Files.readString(page)).results().forEach(m -> {
                List<String> methods = new ArrayList<>();
                if (m.group(2) != null) {
                    methods.add(m.group(2));
                }
                further.matcher(m.group(3)).results().forEach(f -> methods.add(f.group(1)));
                String source = sources.get(m.group(1));
                assertThat(source).as(page + " names " + m.group()).contains("class " + m.group(1));
                for (String method : methods) {
                    assertThat(source).as(page + " names " + m.group()).contains("void " + method + "(");
                }
            });
        }
    }

    private static List<Path> under(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(ending)).toList();
        }
    }

    @Test
    void drawingsAreWholeAndNamed() throws Exception {
        List<Path> drawings;
        try (Stream<Path> all = Files.list(ROOT.resolve("docs/drawings"))) {
            drawings = all.filter(f -> f.toString().endsWith(".svg")).toList();
        }
        assertThat(drawings).hasSizeGreaterThanOrEqualTo(3);
        try (Browser browser = Browser.start(folder.resolve("profile"))) {
            for (Path drawing : drawings) {
                browser.look(900, 700, true).open(drawing.toRealPath().toUri());
                assertThat(browser.value("document.querySelector('svg > title').textContent.length")
                                .asInt())
                        .as(drawing.toString())
                        .isGreaterThan(5);
                // Nothing is cut off: every text lies inside the drawing.
                assertThat(browser.value("""
                        (() => {
                          const box = document.documentElement.viewBox.baseVal;
                          return [...document.querySelectorAll('text')].filter(t => {
                            const b = t.getBBox();
                            return b.x < 0 || b.y < 0 || b.x + b.width > box.width || b.y + b.height > box.height;
                          }).map(t => t.textContent).join('; ');
                        })()""").asText()).as(drawing.toString()).isEmpty();
            }
            assertThat(browser.problems()).isEmpty();
        }
    }
}
