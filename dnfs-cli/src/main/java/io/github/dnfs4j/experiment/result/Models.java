package io.github.dnfs4j.experiment.result;

import io.github.dnfs4j.experiment.terminal.Nearest;
import io.github.dnfs4j.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The trained samplers that have a name: folders of {@code $DNFS_MODELS}, then of {@code models/} at the launcher. */
public final class Models {
    private Models() {}

    /** The folder of a run or of a model, or the model of that name. */
    public static Path find(String name) throws IOException {
        return find(name, roots());
    }

    static Path find(String name, List<Path> roots) throws IOException {
        Path folder = Path.of(name);
        if (Files.exists(folder)) {
            return folder;
        }
        if (name.matches("[\\w.+-]+")) {
            for (Path root : roots) {
                if (Files.isDirectory(root.resolve(name))) {
                    return root.resolve(name);
                }
            }
        }
        List<String> names =
                all(roots).stream().map(f -> String.valueOf(f.getFileName())).toList();
        throw new NoSuchFileException(
                name,
                null,
                "no such run folder, and no such model" + Nearest.question(name, names) + "; models: "
                        + (names.isEmpty() ? "none" : String.join(", ", names)));
    }

    /** The folder of a run or of a model of one target: solvers of graphs and learned energies have other commands. */
    public static Path sampler(String name) throws IOException {
        Path folder = find(name);
        switch (RunFolder.of(folder).kind()) {
            case SOLVER ->
                throw new IllegalArgumentException(
                        name + " is a solver of graphs; use dnfs solve --model or dnfs graphs evaluate --model");
            case EBM ->
                throw new IllegalArgumentException(name
                        + " is no sampler; of a learned energy, see dnfs ebm eval and dnfs train --target ebm:DIR");
            case GFN -> throw new IllegalArgumentException(name + " is a GFlowNet; dnfs compare takes it as gfn:DIR");
            case FLOW -> {}
        }
        return folder;
    }

    /** The folders of all models, by name; a name in two places is the first's. */
    public static List<Path> all() throws IOException {
        return all(roots());
    }

    public static List<Path> all(List<Path> roots) throws IOException {
        TreeMap<String, Path> named = new TreeMap<>();
        for (Path root : roots) {
            if (Files.isDirectory(root)) {
                try (Stream<Path> folders = Files.list(root)) {
                    folders.filter(ModelResult::isModel)
                            .forEach(f -> named.putIfAbsent(String.valueOf(f.getFileName()), f));
                }
            }
        }
        return new ArrayList<>(named.values());
    }

    private static List<Path> roots() {
        List<Path> roots = new ArrayList<>();
        @Nullable String own = System.getenv("DNFS_MODELS");
        if (own != null && !own.isBlank()) {
            roots.add(Path.of(own));
        }
        roots.add(Path.of(System.getProperty("dnfs.home", ".")).resolve("models"));
        return roots;
    }
}
