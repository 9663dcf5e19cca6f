package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.solve.Instance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A kind of problem and the files that hold some. */
final class ProblemFileOptions {
    @Mixin
    ProblemOptions problem = new ProblemOptions();

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "A graph or, for qubo, an energy, compressed by gzip or bzip2 or not; - is the standard input;"
                            + " several files, or folders of them, are solved one after the other.")
    @SuppressWarnings("NullAway.Init")
    List<Path> files;

    /** Whether there is more than one problem to solve, or a folder, which may hold many. */
    boolean several() {
        return files.size() > 1 || Files.isDirectory(files.get(0));
    }

    /** The files, those of folders in the order of their names. */
    List<Path> all() throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path file : files) {
            if (Files.isDirectory(file)) {
                try (Stream<Path> inside = Files.list(file)) {
                    inside.filter(inner -> Files.isRegularFile(inner)
                                    && ProblemOptions.meant(inner.getFileName().toString()))
                            .sorted()
                            .forEach(all::add);
                }
            } else {
                all.add(file);
            }
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException("there is no file in " + files.get(0));
        }
        return all;
    }

    Instance load(Path file) throws IOException {
        return Instance.read(problem.name, file, problem.reading());
    }
}
