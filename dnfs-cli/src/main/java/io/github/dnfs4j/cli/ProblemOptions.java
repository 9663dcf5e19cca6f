package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.solve.Instance;
import io.github.dnfs4j.io.problem.GraphFiles;
import java.util.Locale;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A kind of problem, and how files state it. */
public final class ProblemOptions {
    @Parameters(index = "0", paramLabel = "PROBLEM", description = "mis, maxcut, clique, vertex-cover or qubo.")
    @SuppressWarnings("NullAway.Init")
    public String name;

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

    /** In a folder: what is hidden, tables, texts about the files, and solutions are not problems. */
    public static boolean meant(String file) {
        return !file.startsWith(".") && !file.toLowerCase(Locale.ROOT).matches(".*\\.(md|csv|sol|html|pdf)");
    }

    public Instance.Reading reading() {
        Checks.positive("--max-vertices", maxVertices);
        return new Instance.Reading(format, maxVertices, unweighted, maximise);
    }
}
