package io.github.dnfs4j.solver;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.classical.ClassicalSolver;
import io.github.dnfs4j.combopt.classical.SolverSettings;
import io.github.dnfs4j.experiment.terminal.Watch;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.function.BooleanSupplier;

/**
 * Solutions that are proven best, where the time suffices. Sets, cliques and covers by branch and bound of our own; cuts
 * as an integer program by SCIP, and energies as cuts of a graph with one vertex more:
 *
 * <pre>{@code
 * maximise sum_e a_e y_e,  x binary, x_0 = 0,  0 <= y <= 1
 * a > 0:  y_ij <= x_i + x_j,  y_ij <= 2 - x_i - x_j
 * a < 0:  y_ij >= x_i - x_j,  y_ij >= x_j - x_i
 * each triangle:  y_ij + y_jk + y_ik <= 2  and  y_ij <= y_jk + y_ik, in every order
 * }</pre>
 */
public final class ExactSolver {
    private static final String SCIP = "SCIP";
    private static final int MOST_TRIANGLES = 20_000;
    private static final double START_SHARE = 0.2;
    private static final double MOST_START = 2;
    private static final double START_VARIABLE = 2e-3;

    private ExactSolver() {}

    /** Solves with proof, or as well as the time allows. */
    public static SolutionPool solve(Problem problem, SolverSettings settings) {
        return solve(problem, settings, () -> false);
    }

    /** Solves with proof, or as well as the time allows and until {@code stop} says so. */
    public static SolutionPool solve(Problem problem, SolverSettings settings, BooleanSupplier stop) {
        return solve(problem, settings, stop, new SolutionPool(problem, settings.samples()));
    }

    /** The same into a pool that may know solutions already. */
    public static SolutionPool solve(
            Problem problem, SolverSettings settings, BooleanSupplier stop, SolutionPool pool) {
        if (problem instanceof Problem.OfGraph g && g.kind() != GraphProblem.MAXCUT) {
            return ClassicalSolver.solve(problem, settings, stop, pool);
        }
        double most = Math.min(MOST_START, problem.size() * START_VARIABLE);
        double start = Math.min(most, settings.seconds() * START_SHARE);
        ClassicalSolver.solve(
                problem,
                new SolverSettings(start, settings.threads(), settings.seed(), settings.samples(), true),
                stop,
                pool);
        if (!pool.proven() && !stop.getAsBoolean()) {
            double left = settings.seconds() - start;
            if (problem instanceof Problem.OfGraph g) {
                cut(g.graph(), pool, left, stop);
            } else {
                energy(((Problem.OfEnergy) problem).form(), pool, left, stop);
            }
        }
        return pool;
    }

    private static void cut(Graph graph, SolutionPool pool, double seconds, BooleanSupplier stop) {
        byte[] known = pool.best().x();
        boolean proven = program(graph, known, seconds, stop);
        pool.offer(known, SCIP);
        if (proven) {
            pool.prove();
        }
    }

    /** {@code 4 E = c + sum w_ij s_i s_j + sum g_i s_i}: the fields are couplings to a vertex 0 of spin +1. */
    private static void energy(QuadraticForm form, SolutionPool pool, double seconds, BooleanSupplier stop) {
        QuadraticForm binary = form.binary();
        int n = binary.size();
        double[] field = new double[n];
        GraphBuilder builder = Graph.builder();
        for (int i = 0; i < n; i++) {
            field[i] = 2 * binary.linear(i);
        }
        binary.couplings().forEachEdge((u, v, w) -> {
            field[u] += w;
            field[v] += w;
            builder.edge(u + 1, v + 1, w);
        });
        for (int i = 0; i < n; i++) {
            if (field[i] != 0) {
                builder.edge(0, i + 1, field[i]);
            }
        }
        byte[] side = new byte[n + 1];
        byte[] known = pool.best().x();
        for (int i = 0; i < n; i++) {
            side[i + 1] = (byte) (1 - known[i]);
        }
        boolean proven = program(builder.buildSummed(n + 1), side, seconds, stop);
        byte[] x = new byte[n];
        for (int i = 0; i < n; i++) {
            x[i] = (byte) (side[i + 1] == side[0] ? 1 : 0);
        }
        pool.offer(x, SCIP);
        if (proven) {
            pool.prove();
        }
    }

    /** Improves the sides of a cut; true if they are proven best. */
    private static boolean program(Graph graph, byte[] side, double seconds, BooleanSupplier stop) {
        OrTools.load();
        MPSolver solver = MPSolver.createSolver("SCIP");
        if (solver == null) {
            throw new IllegalStateException("OR-Tools comes without SCIP on this platform");
        }
        int n = graph.vertices();
        MPVariable[] x = new MPVariable[n];
        for (int i = 0; i < n; i++) {
            x[i] = solver.makeIntVar(0, i == 0 ? 0 : 1, "x" + i);
        }
        MPVariable[] y = new MPVariable[2 * graph.edges()];
        MPObjective objective = solver.objective();
        objective.setMaximization();
        boolean[] whole = {true};
        graph.forEachEdge((u, v, a) -> {
            MPVariable cut = solver.makeNumVar(0, 1, "");
            y[position(graph, u, v)] = cut;
            y[position(graph, v, u)] = cut;
            objective.setCoefficient(cut, a);
            whole[0] &= a == Math.rint(a);
            if (a > 0) {
                row(solver, Double.NEGATIVE_INFINITY, 0, cut, -1, x[u], -1, x[v]);
                row(solver, Double.NEGATIVE_INFINITY, 2, cut, 1, x[u], 1, x[v]);
            } else {
                row(solver, 0, Double.POSITIVE_INFINITY, cut, -1, x[u], 1, x[v]);
                row(solver, 0, Double.POSITIVE_INFINITY, cut, 1, x[u], -1, x[v]);
            }
        });
        triangles(graph, solver, y);
        MPVariable[] hinted = new MPVariable[n];
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            hinted[i] = x[i];
            values[i] = side[i] == side[0] ? 0 : 1;
        }
        solver.setHint(hinted, values);
        solver.setTimeLimit((long) (1000 * seconds));
        // SCIP would take Ctrl-C for itself.
        solver.setSolverSpecificParametersAsString(
                "misc/catchctrlc = FALSE\n" + (whole[0] ? "limits/absgap = 0.999\n" : ""));
        MPSolverParameters parameters = new MPSolverParameters();
        parameters.setDoubleParam(MPSolverParameters.DoubleParam.RELATIVE_MIP_GAP, 0);
        MPSolver.ResultStatus status;
        try (Watch watch = Watch.start(stop, solver::interruptSolve)) {
            status = solver.solve(parameters);
        }
        if (status != MPSolver.ResultStatus.OPTIMAL && status != MPSolver.ResultStatus.FEASIBLE) {
            return false;
        }
        for (int i = 0; i < n; i++) {
            side[i] = (byte) Math.round(x[i].solutionValue());
        }
        return status == MPSolver.ResultStatus.OPTIMAL;
    }

    /** {@code least <= y + p a + q b <= most}. */
    private static void row(
            MPSolver solver, double least, double most, MPVariable y, double p, MPVariable a, double q, MPVariable b) {
        MPConstraint c = solver.makeConstraint(least, most);
        c.setCoefficient(y, 1);
        c.setCoefficient(a, p);
        c.setCoefficient(b, q);
    }

    private static int position(Graph graph, int u, int v) {
        int low = graph.start(u);
        int high = graph.start(u + 1);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (graph.neighbour(middle) < v) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static void triangles(Graph graph, MPSolver solver, MPVariable[] y) {
        int count = 0;
        for (int u = 0; u < graph.vertices(); u++) {
            for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                for (int q = p + 1; q < graph.start(u + 1); q++) {
                    int v = graph.neighbour(p);
                    int w = graph.neighbour(q);
                    if (v > u && graph.adjacent(v, w) && count++ < MOST_TRIANGLES) {
                        MPVariable a = y[p];
                        MPVariable b = y[q];
                        MPVariable c = y[position(graph, v, w)];
                        row(solver, Double.NEGATIVE_INFINITY, 2, a, 1, b, 1, c);
                        row(solver, Double.NEGATIVE_INFINITY, 0, a, -1, b, -1, c);
                        row(solver, Double.NEGATIVE_INFINITY, 0, b, -1, a, -1, c);
                        row(solver, Double.NEGATIVE_INFINITY, 0, c, -1, a, -1, b);
                    }
                }
            }
        }
    }
}
