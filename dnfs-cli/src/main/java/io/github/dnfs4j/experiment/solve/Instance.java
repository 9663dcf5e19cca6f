package io.github.dnfs4j.experiment.solve;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.io.problem.Energy;
import io.github.dnfs4j.io.problem.EnergyFiles;
import io.github.dnfs4j.io.problem.GraphFiles;
import io.github.dnfs4j.io.problem.NamedGraph;
import io.github.dnfs4j.io.problem.ProblemFormat;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.function.IntFunction;

/**
 * A problem as a file states it.
 *
 * @param kind mis, maxcut, clique, vertex-cover or qubo
 * @param problem what is solved; an energy is minimised, whatever the file asks for
 * @param negated whether the objective is minus that energy
 * @param label what the file calls a variable
 * @param size how large it is, in words
 */
public record Instance(
        String kind,
        Path file,
        ProblemFormat format,
        Problem problem,
        boolean negated,
        IntFunction<Object> label,
        String size) {
    public static final String QUBO = "qubo";

    /** How to read a file. */
    public record Reading(String format, int mostVertices, boolean unweighted, boolean maximise)
            implements Serializable {}

    public static Instance read(String kind, Path file, Reading how) throws IOException {
        if (kind.equals(QUBO)) {
            Energy read = EnergyFiles.read(file, how.format(), how.mostVertices());
            Energy energy = how.maximise() && !read.maximised() ? read.asMaximised() : read;
            return new Instance(
                    kind,
                    file,
                    energy.format(),
                    new Problem.OfEnergy(energy.form()),
                    energy.maximised(),
                    energy::label,
                    energy.form().toString());
        }
        GraphProblem problem = problem(kind);
        if (how.maximise()) {
            throw new IllegalArgumentException("--maximise is for qubo; the others know which way is better");
        }
        NamedGraph read = GraphFiles.read(file, how.format(), how.mostVertices());
        Graph graph = how.unweighted() ? read.graph().unweighted() : read.graph();
        return new Instance(
                kind, file, read.format(), new Problem.OfGraph(problem, graph), false, read::label, graph.toString());
    }

    /** Refuses a kind that there is not. */
    public static void check(String kind) {
        if (!kind.equals(QUBO)) {
            problem(kind);
        }
    }

    private static GraphProblem problem(String kind) {
        try {
            return GraphProblem.parse(kind);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + ", qubo", e);
        }
    }

    /** This instance, from a file that is called so. */
    public Instance named(String name) {
        return new Instance(kind, Path.of(name), format, problem, negated, label, size);
    }

    /** The objective as the file states it. */
    public double objective(byte[] x) {
        return shown(problem.objective(x));
    }

    /** The objective as the file states it, from that of the problem; zero has no sign. */
    public double shown(double objective) {
        return (negated ? -objective : objective) + 0.0;
    }

    public boolean maximised() {
        return negated || problem.maximised();
    }

    public boolean cut() {
        return kind.equals(GraphProblem.MAXCUT.toString());
    }

    /** Whether its variables are -1 and 1. */
    public boolean spins() {
        return problem instanceof Problem.OfEnergy e && e.form().variables() == Variables.SPIN;
    }
}
