package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.solve.Instance;
import io.github.dnfs4j.io.problem.GraphFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A kind of problem and the files that hold some. */
final class ProblemFileOptions {
    @Parameters(index = "0", paramLabel = "PROBLEM", description = "mis, maxcut, clique, vertex-cover or qubo.")
    @SuppressWarnings("NullAway.Init")
    String name;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "A graph or, for qubo, an energy, compressed by gzip or bzip2 or not; - is the standard input;"
                            + " several files, or folders of them, are solved one after the other.")
    @SuppressWarnings("NullAway.Init")
    List<Path> files;

    @Option(
            names = "--format",
            description =
                    "dimacs, metis, rudy, mtx, edges; qbsolv, coo, bqm, sparse, lp, mps, mtx (default: by the file's"
                            + " name, or else its content).")
    String format = "";

    @Option(names = "--max-vertices", paramLabel = "N", description = "Larger files are refused (default: 10000000).")
    int maxVertices = GraphFiles.MOST_VERTICES;

    @Option(names = "--unweighted", description = "Ignore the weights of a graph.")
    boolean unweighted;

    @Option(
            names = {"--maximise", "--maximize"},
            description =
                    "For qubo: look for the largest value, as bqp and gka are meant; lp and mps say it themselves.")
    boolean maximise;

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
                    inside.filter(ProblemFileOptions::meant).sorted().forEach(all::add);
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

    /** In a folder: what is hidden, tables, texts about the files, and solutions are not problems. */
    private static boolean meant(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return Files.isRegularFile(file) && !name.startsWith(".") && !name.matches(".*\\.(md|csv|sol|html|pdf)");
    }

    Instance load(Path file) throws IOException {
        Checks.positive("--max-vertices", maxVertices);
        return Instance.read(name, file, new Instance.Reading(format, maxVertices, unweighted, maximise));
    }
}
