package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Columns;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.io.durable.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code dnfs clean}: what lies on the disk only so that the next start is faster. Runs and models are never part of it.
 * Of JavaCPP's cache only our libraries are: other programs keep theirs there.
 */
@Command(
        name = "clean",
        description = "Shows the caches and what they take, and frees them: unpacked libraries, what was built.",
        footer = {"", "The next command makes again what it needs. Runs and models are not touched."})
final class CleanCommand extends ConsoleCommand {
    private static final String OURS = "(javacpp|openblas|pytorch|cuda|ortools)-.*\\.jar";

    @Option(names = "--yes", description = "Free them without asking.")
    boolean yes;

    CleanCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Map<Path, Long> sizes = new LinkedHashMap<>();
        for (Path cache : caches()) {
            sizes.put(cache, bytes(cache));
        }
        if (sizes.isEmpty()) {
            console.out().println("nothing to free");
            return 0;
        }
        List<List<String>> lines = new ArrayList<>();
        sizes.forEach((cache, bytes) -> lines.add(List.of(megabytes(bytes), cache.toString())));
        lines.add(List.of(
                megabytes(sizes.values().stream().mapToLong(Long::longValue).sum()), "together"));
        console.out().print(Columns.text(lines, 2));
        if (!yes && !agreed()) {
            console.say("nothing was freed; add --yes to free it");
            return 0;
        }
        for (Path cache : sizes.keySet()) {
            Durable.deleteTree(cache);
        }
        console.say("freed");
        return 0;
    }

    private boolean agreed() throws IOException {
        if (!console.terminal()) {
            return false;
        }
        console.err().print("free it? [y/N] ");
        console.err().flush();
        byte[] answer = new byte[16];
        int read = System.in.read(answer);
        return read > 0
                && new String(answer, 0, read, StandardCharsets.UTF_8)
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .matches("y(es)?");
    }

    /** Those that are there. */
    private static List<Path> caches() throws IOException {
        List<Path> all = new ArrayList<>();
        Path natives = Path.of(System.getProperty(
                "org.bytedeco.javacpp.cachedir", System.getProperty("user.home") + "/.javacpp/cache"));
        if (Files.isDirectory(natives)) {
            try (Stream<Path> entries = Files.list(natives)) {
                entries.filter(e -> String.valueOf(e.getFileName()).matches(OURS))
                        .sorted()
                        .forEach(all::add);
            }
        }
        @Nullable String classes = System.getProperty("dnfs.cache");
        if (classes != null) {
            all.add(Path.of(classes)); // the archive of classes of a release whose own folder may not be written
        }
        @Nullable String home = System.getProperty("dnfs.home");
        if (home != null) {
            // A source tree, or a release, of which only the archive of classes comes back by itself.
            Path tree = Path.of(home);
            all.add(Files.exists(tree.resolve("pom.xml")) ? tree.resolve("build") : tree.resolve("lib/cds"));
        }
        all.removeIf(folder -> !Files.isDirectory(folder));
        return all;
    }

    private static long bytes(Path folder) throws IOException {
        long[] sum = {0};
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += attributes.size();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return sum[0];
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%,8.1f MB", bytes / 1e6);
    }
}
