import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Breaks one file at a time and asks the tests that should notice. {@code java Mutate.java LIST CORE_CLASSPATH
 * CLI_CLASSPATH [WORD...]}, at the root of the tree: the class paths are those of the tests of the two modules, JUnit's
 * console launcher among them; with words, only mutations whose title, file or tests contain one of them.
 *
 * <p>Sources and compiled classes stay as they are: the broken file is compiled alone, and what comes out stands before
 * everything else on the class path. A constant that javac copies into other classes cannot be mutated so.
 *
 * <p>The list has a paragraph for each mutation: {@code # title}, the file, one or more pairs {@code - old} and
 * {@code + new}, each old text a part of a line that occurs once in the file, and {@code by Test...}, where
 * {@code Test#method} means that method alone.
 */
final class Mutate {
    private static final int MINUTES = 30;

    private record Change(String before, String after) {}

    private record Mutation(String title, String file, List<Change> changes, List<String> tests) {
        boolean core() {
            return file.startsWith("dnfs-core/");
        }

        boolean wanted(List<String> words) {
            String all = title + " " + file + " " + tests;
            return words.isEmpty() || words.stream().anyMatch(all::contains);
        }

        String source() throws IOException {
            String text = Files.readString(Path.of(file));
            for (Change c : changes) {
                int at = text.indexOf(c.before);
                if (at < 0 || text.indexOf(c.before, at + 1) >= 0) {
                    throw new IllegalStateException(file + " must contain this once: " + c.before);
                }
                text = text.replace(c.before, c.after);
            }
            return text;
        }
    }

    private enum Verdict {
        KILLED,
        SURVIVED,
        INVALID
    }

    private final List<String> classPaths;
    private final Path scratch;

    private Mutate(List<String> classPaths, Path scratch) {
        this.classPaths = classPaths;
        this.scratch = scratch;
    }

    public static void main(String[] args) throws Exception {
        List<String> words = Arrays.asList(args).subList(3, args.length);
        List<Mutation> all =
                read(Path.of(args[0])).stream().filter(m -> m.wanted(words)).toList();
        Path scratch = Files.createTempDirectory("mutate");
        Mutate mutate = new Mutate(List.of(args[1], args[2]), scratch);
        try {
            mutate.checkUnbroken(all);
            System.exit(mutate.judge(all) ? 0 : 1);
        } finally {
            delete(scratch);
        }
    }

    private static List<Mutation> read(Path list) throws IOException {
        List<Mutation> all = new ArrayList<>();
        for (String paragraph : Files.readString(list).strip().split("\n\\s*\n")) {
            String title = "";
            String file = "";
            List<String> before = new ArrayList<>();
            List<Change> changes = new ArrayList<>();
            List<String> tests = List.of();
            for (String line : paragraph.split("\n")) {
                if (line.startsWith("# ")) {
                    title = line.substring(2);
                } else if (line.startsWith("- ")) {
                    before.add(line.substring(2));
                } else if (line.startsWith("+")) {
                    changes.add(new Change(before.get(changes.size()), line.substring(1).strip()));
                } else if (line.startsWith("by ")) {
                    tests = List.of(line.substring(3).split(" "));
                } else {
                    file = line;
                }
            }
            if (!changes.isEmpty()) {
                all.add(new Mutation(title, file, changes, tests));
            }
        }
        return all;
    }

    /** A test that fails anyway kills nothing. */
    private void checkUnbroken(List<Mutation> all) throws Exception {
        for (boolean core : new boolean[] {true, false}) {
            Set<String> classes = new LinkedHashSet<>();
            Set<String> methods = new LinkedHashSet<>();
            all.stream()
                    .filter(m -> m.core() == core)
                    .flatMap(m -> m.tests.stream())
                    .forEach(test -> (test.contains("#") ? methods : classes).add(test));
            if (!classes.isEmpty()) {
                check(core, List.copyOf(classes));
            }
            for (String method : methods) {
                check(core, List.of(method));
            }
        }
    }

    private void check(boolean core, List<String> tests) throws Exception {
        if (run(core, List.of(), tests) != 0) {
            System.err.println(Files.readString(scratch.resolve("log")));
            System.err.println("these fail without a mutation: " + tests);
            System.exit(2);
        }
    }

    private boolean judge(List<Mutation> all) throws Exception {
        int killed = 0;
        System.out.println("| mutation | file | killed by |\n|---|---|---|");
        for (Mutation m : all) {
            String by = "";
            Verdict verdict = compiles(m) ? Verdict.SURVIVED : Verdict.INVALID;
            for (String test : m.tests) {
                if (verdict == Verdict.SURVIVED && run(m.core(), List.of(scratch.resolve("broken")), List.of(test)) != 0) {
                    verdict = Verdict.KILLED;
                    by = "`" + test + "`";
                }
            }
            killed += verdict == Verdict.KILLED ? 1 : 0;
            String name = Path.of(m.file).getFileName().toString().replace(".java", "");
            String cell = verdict == Verdict.KILLED ? by : verdict.toString();
            System.out.println("| " + m.title + " | `" + name + "` | " + cell + " |");
        }
        System.out.printf(Locale.ROOT, "%n%d of %d killed%n", killed, all.size());
        return killed == all.size();
    }

    private boolean compiles(Mutation m) throws IOException {
        delete(scratch.resolve("broken"));
        Path broken = Files.createDirectories(scratch.resolve("broken"));
        Path source = Files.createDirectories(scratch.resolve("source")).resolve(Path.of(m.file).getFileName());
        Files.writeString(source, m.source());
        return ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-nowarn",
                                "-proc:none",
                                "-parameters",
                                "--release",
                                "17",
                                "-d",
                                broken.toString(),
                                "-cp",
                                classPaths.get(m.core() ? 0 : 1),
                                source.toString())
                == 0;
    }

    /** Runs whole classes, or one method. */
    private int run(boolean core, List<Path> first, List<String> tests) throws Exception {
        String classPath = Stream.concat(first.stream().map(Path::toString), Stream.of(classPaths.get(core ? 0 : 1)))
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
                "-Dorg.bytedeco.javacpp.maxBytes=0",
                "-Dorg.bytedeco.javacpp.noPointerGC=true",
                "-Djava.awt.headless=true",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=none",
                "--fail-if-no-tests"));
        for (String test : tests) {
            String[] named = test.split("#");
            command.addAll(List.of("--select-class", name(core, named[0])));
            if (named.length > 1) {
                command.addAll(List.of("--include-methodname", ".*#" + named[1]));
            }
        }
        Process run = new ProcessBuilder(command)
                .directory(new File(core ? "dnfs-core" : "dnfs-cli"))
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("log").toFile())
                .start();
        if (!run.waitFor(MINUTES, TimeUnit.MINUTES)) {
            run.destroyForcibly().waitFor();
            return 1;
        }
        return run.exitValue();
    }

    /** The full name of a test class. */
    private static String name(boolean core, String test) throws IOException {
        Path root = Path.of(core ? "dnfs-core" : "dnfs-cli", "src", "test", "java");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(f -> f.getFileName().toString().equals(test + ".java"))
                    .map(f -> root.relativize(f).toString().replace(".java", "").replace(File.separatorChar, '.'))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no test " + test));
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path p : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(p);
                }
            }
        }
    }
}
