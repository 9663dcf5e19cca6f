package io.github.dnfs4j.experiment.graphs;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.classical.SolverSettings;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.solver.ExactSolver;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The best objective of each graph of a set, and of how many it is proven to be the best.
 *
 * @param of which problem and graphs, in words
 * @param values one for each graph
 * @param seconds what finding them took
 */
record Optima(String of, double[] values, int proven, double seconds) {
    /** Solves every graph, for so many seconds at most each. */
    static Optima solve(String of, GraphProblem kind, List<Graph> graphs, double limit) {
        long start = System.nanoTime();
        double[] values = new double[graphs.size()];
        long proven = IntStream.range(0, values.length)
                .parallel()
                .filter(g -> {
                    Problem problem = new Problem.OfGraph(kind, graphs.get(g));
                    SolutionPool pool = ExactSolver.solve(problem, new SolverSettings(limit, 1, 1, 1, true));
                    values[g] = pool.best().objective();
                    return pool.proven();
                })
                .count();
        return new Optima(of, values, (int) proven, (System.nanoTime() - start) / 1e9);
    }

    /** The best of every graph from a file if there is one; else they are solved for, and written to it. */
    static Optima kept(@Nullable Path file, String of, GraphProblem kind, List<Graph> graphs, double limit)
            throws IOException {
        if (file != null && Files.exists(file)) {
            return read(file, of, graphs.size());
        }
        Optima solved = solve(of, kind, graphs, limit);
        if (file != null) {
            Json.write(file, solved);
        }
        return solved;
    }

    private static Optima read(Path file, String of, int count) throws IOException {
        Optima kept = Json.read(file, Optima.class);
        if (!of.equals(kept.of) || kept.values == null || kept.values.length != count) {
            throw new FormatException(file, "it holds the optima of other graphs than of " + of);
        }
        return kept;
    }
}
