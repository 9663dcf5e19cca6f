package io.github.dnfs4j.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.cli.ProblemFileOptions.Loaded;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.SolutionPool.Solution;
import io.github.dnfs4j.io.durable.AtomicFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What {@code dnfs solve} says: the best solution, its value, and whether it is feasible and known to be best. */
record SolveReport(Loaded loaded, List<Solution> solutions, boolean feasible, boolean optimal, double seconds) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHOWN = 40;

    static SolveReport of(Loaded loaded, SolutionPool pool, double seconds) {
        List<Solution> sorted = pool.sorted();
        boolean feasible = loaded.problem().feasible(pool.best().x());
        return new SolveReport(loaded, sorted, feasible, pool.proven(), seconds);
    }

    /** Says what would make {@link #write} fail, before the time is spent. */
    static void check(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new NoSuchFileException(file.toString(), null, "its folder does not exist");
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString(), null, "already exists and is not overwritten");
        }
    }

    String json() throws IOException {
        ObjectNode tree = JSON.createObjectNode();
        Solution best = solutions.get(0);
        number(tree, best.objective());
        tree.put("feasible", feasible);
        tree.put("optimal", optimal);
        tree.set("solution", labels(best));
        tree.put("seconds", Math.round(1000 * seconds) / 1000.0);
        ArrayNode samples = tree.putArray("samples");
        for (Solution s : solutions) {
            ObjectNode sample = samples.addObject();
            sample.set("solution", labels(s));
            number(sample, s.objective());
            sample.put("count", s.count());
        }
        return JSON.writeValueAsString(tree);
    }

    /** Sizes and most cuts are whole numbers, and look better as such. */
    private static void number(ObjectNode node, double objective) {
        if (objective == Math.rint(objective) && Math.abs(objective) < 1L << 53) {
            node.put("objective", (long) objective);
        } else {
            node.put("objective", objective);
        }
    }

    private ArrayNode labels(Solution s) {
        ArrayNode labels = JSON.createArrayNode();
        for (int i = 0; i < s.x().length; i++) {
            if (s.x()[i] == 1) {
                labels.addPOJO(loaded.label().apply(i));
            }
        }
        return labels;
    }

    void print(PrintStream out, String title) {
        Solution best = solutions.get(0);
        ArrayNode labels = labels(best);
        StringBuilder shown = new StringBuilder();
        for (int k = 0; k < Math.min(SHOWN, labels.size()); k++) {
            shown.append(' ').append(labels.get(k).asText());
        }
        String more = labels.size() > SHOWN ? " ... (all with --json or --out)" : "";
        out.println(title + ": " + loaded.size());
        out.println("objective  " + text(best.objective()));
        out.println("feasible   " + (feasible ? "yes, checked" : "no"));
        out.println("optimal    " + (optimal ? "yes, proven" : "not proven"));
        out.printf(Locale.ROOT, "seconds    %.2f%n", seconds);
        out.println("solution   " + labels.size() + " selected:" + shown + more);
        out.println();
        out.println("   objective    count   selected   best distinct solutions");
        for (Solution s : solutions) {
            out.printf(
                    Locale.ROOT,
                    "%12s %8d %10d%n",
                    text(s.objective()),
                    s.count(),
                    labels(s).size());
        }
    }

    private static String text(double objective) {
        return objective == Math.rint(objective) && Math.abs(objective) < 1L << 53
                ? Long.toString((long) objective)
                : String.format(Locale.ROOT, "%.9g", objective);
    }

    void write(Path file) throws IOException {
        check(file);
        StringBuilder text = new StringBuilder();
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(".json")) {
            text.append(json()).append('\n');
        } else {
            labels(solutions.get(0))
                    .forEach(label -> text.append(label.asText()).append('\n'));
        }
        AtomicFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
