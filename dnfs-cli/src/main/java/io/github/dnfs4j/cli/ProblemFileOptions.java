package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.io.problem.Energy;
import io.github.dnfs4j.io.problem.EnergyFiles;
import io.github.dnfs4j.io.problem.GraphFiles;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A problem and the file it is in. */
final class ProblemFileOptions {
    private static final String QUBO = "qubo";

    @Parameters(index = "0", paramLabel = "PROBLEM", description = "mis, maxcut, clique, vertex-cover or qubo.")
    @SuppressWarnings("NullAway.Init")
    String name;

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            description = "A graph (.col .clq .mis, .graph, .mc, .mtx, G1 ...) or, for qubo, an energy to be minimised"
                    + " (.qubo, .coo, .json, .mtx).")
    @SuppressWarnings("NullAway.Init")
    Path file;

    @Option(
            names = "--format",
            description = "dimacs, metis, rudy, mtx; qbsolv, coo, bqm (default: by the file's name).")
    String format = "";

    @Option(names = "--max-vertices", paramLabel = "N", description = "Larger files are refused (default: 10000000).")
    int maxVertices = GraphFiles.MOST_VERTICES;

    @Option(names = "--unweighted", description = "Ignore the weights of a graph.")
    boolean unweighted;

    /** A problem, what its variables are called in the file, and how large it is in words. */
    record Loaded(Problem problem, IntFunction<Object> label, String size) {}

    Loaded load() throws IOException {
        Checks.positive("--max-vertices", maxVertices);
        if (name.equals(QUBO)) {
            Energy energy = EnergyFiles.read(file, format, maxVertices);
            return new Loaded(
                    new Problem.OfEnergy(energy.form()),
                    energy::label,
                    energy.form().toString());
        }
        GraphProblem kind = kind();
        Graph read = GraphFiles.read(file, format, maxVertices).graph();
        Graph graph = unweighted ? read.unweighted() : read;
        return new Loaded(new Problem.OfGraph(kind, graph), v -> v + 1, graph.toString());
    }

    private GraphProblem kind() {
        try {
            return GraphProblem.parse(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + ", qubo", e);
        }
    }
}
