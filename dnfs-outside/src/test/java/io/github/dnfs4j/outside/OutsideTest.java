package io.github.dnfs4j.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody else's project, {@code src/consumer}: copied to a folder of its own, built by Maven against what {@code mvn
 * install} would put into a local repository, and run without any option of the JVM. Offline: all it needs was needed to
 * build dnfs4j.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutsideTest {
    private static final Path ROOT = Path.of("..");
    private static final String GROUP = "io/github/dnfs4j";
    /** What the launcher and the build set, and the reader does not. */
    private static final List<String> SETTINGS =
            List.of("OMP_WAIT_POLICY", "MALLOC_ARENA_MAX", "GLIBC_TUNABLES", "MAVEN_PROJECTBASEDIR", "MAVEN_BASEDIR");

    private final List<Path> links = new ArrayList<>();
    private String parent;
    private String version;
    private Path repository;
    private Path consumer;

    @BeforeAll
    void makeTheProject(@TempDir Path dir) throws IOException {
        parent = Files.readString(ROOT.resolve("pom.xml"));
        version = find("<artifactId>dnfs4j-parent</artifactId>\\s*<version>([^<]+)", parent);
        repository = dir.resolve("repository");
        consumer = dir.resolve("consumer");
        assumeTrue(Files.isExecutable(maven()), "Maven is not here: " + maven());
        assumeTrue(!File.separator.equals("\\"), "links to the local repository need a system like Linux or macOS");
        link(localRepository(), repository, GROUP);
        install("dnfs4j-parent", ROOT.resolve("pom.xml"), false);
        install("dnfs-bom", ROOT.resolve("dnfs-bom/target/.flattened-pom.xml"), false);
        install("dnfs-cuda", ROOT.resolve("dnfs-cuda/pom.xml"), false);
        install("dnfs-core", ROOT.resolve("dnfs-core/pom.xml"), true);
        install("dnfs-testkit", ROOT.resolve("dnfs-testkit/pom.xml"), true);
        Path source = Path.of("src", "consumer");
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = consumer.resolve(source.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        Path pom = consumer.resolve("pom.xml");
        Files.writeString(
                pom,
                Files.readString(pom)
                        .replaceFirst("(<artifactId>dnfs-bom</artifactId>\\s*<version>)[^<]+", "$1" + version));
    }

    /** JUnit would also leave alone what they point to, with a warning for each. */
    @AfterAll
    void removeTheLinks() throws IOException {
        for (Path link : links) {
            Files.delete(link);
        }
    }

    @Test
    void oneDependencyIsAllItNeeds() throws IOException, InterruptedException {
        Path classPath = consumer.resolve("target/runtime.classpath");
        mvn(
                Map.of(),
                plugin("maven-resources-plugin", "resources"),
                plugin("maven-compiler-plugin", "compile"),
                plugin("maven-compiler-plugin", "testCompile"),
                plugin("maven-dependency-plugin", "build-classpath"),
                "-DincludeScope=runtime",
                "-Dmdep.outputFile=" + classPath);
        String runtime = Files.readString(classPath);
        assertThat(runtime).contains("dnfs-core").doesNotContain("dnfs-testkit", "org/junit", "assertj", "logback");

        String classes = consumer.resolve("target/classes") + File.pathSeparator + runtime;
        Path run = consumer.resolve("runs/clock");
        assertThat(java(classes, "-Xmx256m", "Main", "train", run.toString()))
                .contains("stopped at step 40 with lelattice");
        assertThat(java(classes, "-Xmx256m", "Main", "resume", run.toString())).contains("finished at step 100");
        String printed = java(classes, "-Xmx256m", "Main", "judge", run.toString());
        double error = Double.parseDouble(find("log Z = \\S+ \\+- (\\S+),", printed));
        double logZ = Double.parseDouble(find("log Z = (\\S+)", printed));
        assertThat(Double.parseDouble(find("exact (\\S+),", printed))).isCloseTo(enumerated(), within(1e-4));
        assertThat(Math.abs(logZ - enumerated())).isLessThan(5 * error);
        assertThat(error).isBetween(1e-5, 0.05);
        theCommandKnowsItToo(run);

        Path kit = artifact("dnfs-testkit").resolve("dnfs-testkit-" + version + ".jar");
        List<Object> tests =
                List.of(consumer.resolve("target/test-classes"), consumer.resolve("target/classes"), kit, runtime);
        String all = String.join(
                File.pathSeparator, tests.stream().map(Object::toString).toList());
        // A heap so small that the limits which JavaCPP takes from it would stop libtorch at once.
        assertThat(java(all, "-Xmx24m", "ClockCheck")).contains("the clock conforms");
    }

    /** By the jar of the project alone: judged, reported, trained anew, compared. */
    private void theCommandKnowsItToo(Path run) throws IOException, InterruptedException {
        assertThat(dnfs("eval", run.toString(), "--samples", "500")).contains("log Z");
        dnfs("train", "--out", run.toString(), "--resume");
        assertThat(run.resolve("report.html")).content().contains("clock, seed 1");
        Path own = consumer.resolve("runs/own");
        dnfs("train", "--target", "clock:beta=0.3", "--steps", "20", "--out", own.toString());
        assertThat(own.resolve("config.yaml")).content().contains("kind: clock", "beta: 0.3", "kind: lelattice");
        assertThat(own.resolve("report.html")).content().contains("sample lattices");
        // What it says of the paths stands before the states, on the other stream.
        assertThat(dnfs("sample", own.toString(), "--count", "3"))
                .containsPattern("x0(,x\\d){8}\n([012](,[012]){8}\n){3}$");
        assertThat(dnfs("compare", "--samplers", "dnfs:" + own + ",gibbs,oracle", "--samples", "300"))
                .contains("oracle: exact");
    }

    /** As the launcher starts it, with the jar on DNFS_CLASSPATH. */
    private String dnfs(String... arguments) throws IOException, InterruptedException {
        Path build = ROOT.resolve("build").toAbsolutePath().normalize();
        List<Object> classes = List.of(
                build.resolve("app") + "/*", build.resolve("native") + "/*", consumer.resolve("target/classes"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                String.join(
                        File.pathSeparator,
                        classes.stream().map(Object::toString).toList()),
                "io.github.dnfs4j.cli.Main"));
        command.addAll(List.of(arguments));
        return run(Map.of(), command);
    }

    /** log Z in plain Java, by digits. */
    private static double enumerated() {
        double z = 0;
        for (int state = 0; state < 19683; state++) {
            int[] x = new int[9];
            for (int i = 0, rest = state; i < 9; i++, rest /= 3) {
                x[i] = rest % 3;
            }
            double u = 0;
            for (int i = 0; i < 9; i++) {
                u += Math.cos(2 * Math.PI * (x[i] - x[i / 3 * 3 + (i + 1) % 3]) / 3);
                u += Math.cos(2 * Math.PI * (x[i] - x[(i + 3) % 9]) / 3);
            }
            z += Math.exp(0.6 * u);
        }
        return Math.log(z);
    }

    /** Maven reads the profiles of our parent again where the project is built. */
    @Test
    void nativesAreThoseOfThePlatform() throws IOException, InterruptedException {
        String mac = tree(Map.of("JAVA_TOOL_OPTIONS", "'-Dos.name=Mac OS X' -Dos.arch=aarch64"));
        String named = tree(Map.of(), "-Djavacpp.platform=windows-x86_64");
        for (String library : List.of("javacpp", "openblas", "pytorch")) {
            assertThat(mac).contains(library + ":jar:macosx-arm64:").doesNotContain(library + ":jar:linux");
            assertThat(named).contains(library + ":jar:windows-x86_64:").doesNotContain(library + ":jar:linux");
        }
    }

    @Test
    void cudaIsOneDependencyMore() throws IOException, InterruptedException {
        Path pom = consumer.resolve("cuda.xml");
        Files.writeString(
                pom,
                Files.readString(consumer.resolve("pom.xml"))
                        .replace(
                                "<artifactId>dnfs-core</artifactId>",
                                "<artifactId>dnfs-cuda</artifactId><type>pom</type>"));
        assertThat(tree(Map.of(), "-f", pom.toString()))
                .contains("dnfs-core:jar:", "pytorch:jar:linux-x86_64-gpu:", "cuda:jar:linux-x86_64:");
    }

    @Test
    void thePageOnJavaShowsTheSameDependencies() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/java.md"));
        String shown = find("(?s)```xml\\n(<dependencyManagement>.*?)```", page);
        String pom = Files.readString(Path.of("src", "consumer", "pom.xml"));
        assertThat(pom.replaceAll("\\s+", "")).contains(shown.replaceAll("\\s+", ""));
        assertThat(shown).contains("<version>" + version + "</version>");
    }

    private String tree(Map<String, String> environment, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add(plugin("maven-dependency-plugin", "tree"));
        return mvn(environment, arguments.toArray(String[]::new));
    }

    private String mvn(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(maven().toString(), "-o", "-B"));
        command.add("-Dmaven.repo.local=" + repository.toAbsolutePath());
        // Which server an artifact once came from does not matter.
        command.add("-Daether.enhancedLocalRepository.trackingFilename=none");
        command.addAll(List.of(arguments));
        return run(environment, command);
    }

    private String java(String classPath, String heap, String main, String... arguments)
            throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command =
                new ArrayList<>(List.of(java.toString(), heap, "-cp", classPath, "org.example.clock." + main));
        command.addAll(List.of(arguments));
        return run(Map.of(), command);
    }

    private String run(Map<String, String> environment, List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(consumer.toFile()).redirectErrorStream(true);
        SETTINGS.forEach(builder.environment()::remove);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s%n%s", command, output).isZero();
        return output;
    }

    /** The version that builds dnfs4j: it is in the local repository. */
    private String plugin(String name, String goal) {
        String pinned = find("<artifactId>" + name + "</artifactId>\\s*<version>([^<]+)", parent);
        return "org.apache.maven.plugins:" + name + ":" + pinned + ":" + goal;
    }

    private static Path maven() {
        String home = System.getProperty("maven.home");
        if (home != null) {
            return Path.of(home, "bin", "mvn");
        }
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "mvn"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of("mvn"));
    }

    private static Path localRepository() {
        String named = System.getProperty("maven.repository");
        return named != null ? Path.of(named) : Path.of(System.getProperty("user.home"), ".m2", "repository");
    }

    /** A repository that shows all that another holds, without a folder that is to be our own. */
    private void link(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to);
        String first = except.split("/", 2)[0];
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                if (!entry.getFileName().toString().equals(first)) {
                    Path link = to.resolve(entry.getFileName());
                    links.add(Files.createSymbolicLink(link, entry.toAbsolutePath()));
                }
            }
        }
        if (except.contains("/")) {
            link(from.resolve(first), to.resolve(first), except.substring(first.length() + 1));
        }
    }

    private void install(String name, Path pom, boolean jar) throws IOException {
        Path folder = Files.createDirectories(artifact(name));
        String file = name + "-" + version;
        Path built = ROOT.resolve(name).resolve("target").resolve(file + ".jar");
        if (!Files.exists(pom) || (jar && !Files.exists(built))) {
            abort(name + " is not packaged yet; mvn verify does it");
        }
        Files.copy(pom, folder.resolve(file + ".pom"));
        if (jar) {
            Files.copy(built, folder.resolve(file + ".jar"));
        }
    }

    private Path artifact(String name) {
        return repository.resolve(GROUP).resolve(name).resolve(version);
    }

    private static String find(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }
}
