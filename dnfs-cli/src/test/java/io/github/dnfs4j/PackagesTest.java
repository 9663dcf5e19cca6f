package io.github.dnfs4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/architecture.md} shows the packages as the classes have them. */
class PackagesTest {
    private static final String BASE = "io.github.dnfs4j.";
    private static final Path PAGE = Path.of("..", "docs", "architecture.md");
    private static final String BEGIN = "<!-- packages: written by PackagesTest -->\n";
    private static final String END = "<!-- end of packages -->";
    private static final Set<String> COMMAND = Set.of("experiment", "report", "solver", "web", "cli");

    @Test
    void thePageShowsThePackages() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        assertThat(end).isGreaterThanOrEqualTo(begin);
        String wanted = page.substring(0, begin) + drawings() + page.substring(end);
        Path there = Path.of("target", "architecture.md");
        Files.createDirectories(there.toAbsolutePath().getParent());
        Files.writeString(there, wanted);
        assertThat(page.equals(wanted))
                .as("%s is up to date; as it should be it is in %s", PAGE, there.toAbsolutePath())
                .isTrue();
    }

    /** An arrow that a longer way says already is left out, and what the longer way says is not. */
    @Test
    void arrowsThatOthersImplyAreLeftOut() {
        Map<String, Set<String>> all =
                new TreeMap<>(Map.of("a", Set.of("b", "c", "d"), "b", Set.of("c"), "c", Set.of(), "d", Set.of()));
        assertThat(reduced(all))
                .isEqualTo(Map.of("a", Set.of("b", "d"), "b", Set.of("c"), "c", Set.of(), "d", Set.of()));
    }

    private static String drawings() throws IOException {
        Map<String, Set<String>> core = new TreeMap<>();
        Map<String, Set<String>> command = new TreeMap<>();
        for (JavaClass one : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(BASE.substring(0, BASE.length() - 1))) {
            String from = name(one);
            if (from.isEmpty() || from.equals("testkit")) {
                continue;
            }
            Map<String, Set<String>> graph = ofCommand(from) ? command : core;
            Set<String> known = graph.computeIfAbsent(from, k -> new TreeSet<>());
            one.getDirectDependenciesFromSelf().stream()
                    .map(d -> name(d.getTargetClass().getBaseComponentType()))
                    .filter(to -> !to.isEmpty() && !to.equals(from) && ofCommand(to) == ofCommand(from))
                    .forEach(known::add);
        }
        return "\n### dnfs-core\n\n" + mermaid(core) + table("dnfs-core", core.keySet()) + "\n### dnfs-cli\n\n"
                + mermaid(command) + table("dnfs-cli", command.keySet());
    }

    private static boolean ofCommand(String name) {
        return COMMAND.contains(name.replaceFirst("\\..*", ""));
    }

    /** The first part of a package's name behind the base, and of experiment's the second; empty for others. */
    private static String name(JavaClass one) {
        Matcher m = Pattern.compile(Pattern.quote(BASE) + "(experiment\\.[a-z]+|[a-z]+)")
                .matcher(one.getPackageName());
        return m.lookingAt() ? m.group(1) : "";
    }

    private static Map<String, Set<String>> reduced(Map<String, Set<String>> graph) {
        Map<String, Set<String>> less = new TreeMap<>();
        graph.forEach((from, known) -> {
            Set<String> kept = new TreeSet<>(known);
            kept.removeIf(to -> known.stream().anyMatch(via -> !via.equals(to) && reaches(graph, via, to)));
            less.put(from, kept);
        });
        return less;
    }

    private static boolean reaches(Map<String, Set<String>> graph, String from, String to) {
        return graph.get(from).stream().anyMatch(next -> next.equals(to) || reaches(graph, next, to));
    }

    private static String mermaid(Map<String, Set<String>> graph) {
        StringBuilder text = new StringBuilder("```mermaid\ngraph TD\n");
        reduced(graph).forEach((from, known) -> {
            text.append("  ").append(node(from)).append('\n');
            known.forEach(to -> text.append("  ")
                    .append(id(from))
                    .append(" --> ")
                    .append(id(to))
                    .append('\n'));
        });
        return text.append("```\n").toString();
    }

    private static String id(String name) {
        return name.replace('.', '_');
    }

    private static String node(String name) {
        return id(name) + "[" + name + "]";
    }

    /** What each package says of itself, with a link to it. */
    private static String table(String module, Set<String> names) throws IOException {
        StringBuilder text = new StringBuilder("\n| package | |\n|---|---|\n");
        for (String name : names) {
            String place = module + "/src/main/java/" + (BASE + name).replace('.', '/');
            String info = Files.readString(Path.of("..", place, "package-info.java"));
            Matcher first =
                    Pattern.compile("/\\*\\*(.*?)(<p>|\\*/)", Pattern.DOTALL).matcher(info);
            assertThat(first.find()).as(place).isTrue();
            String words = first.group(1)
                    .replaceAll("\\n \\*", " ")
                    .replaceAll("\\{@code ([^}]*)}", "`$1`")
                    .replaceAll("\\s+", " ")
                    .strip();
            text.append("| [`" + name + "`](../" + place + ") | " + words + " |\n");
        }
        return text.toString();
    }
}
