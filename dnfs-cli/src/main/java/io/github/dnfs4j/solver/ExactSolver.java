package io.github.dnfs4j.solver;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import io.github.dnfs4j.combopt.Clock;
import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.classical.ClassicalSolver;
import io.github.dnfs4j.combopt.classical.SolverSettings;
import io.github.dnfs4j.combopt.classical.SpinKernel;
import io.github.dnfs4j.combopt.classical.Units;
import io.github.dnfs4j.experiment.terminal.Watch;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Solutions that are proven best, where the time suffices. Sets, cliques and covers by branch and bound of our own; cuts
 * and energies, when search, reduction and elimination have not settled them, as an integer program by SCIP: what
 * {@link SpinKernel} leaves of them is a cut of a graph with one vertex more, its weights a whole numbers.
 *
 * <pre>{@code
 * maximise sum_e a_e y_e,  x binary, x_0 = 0,  0 <= y <= 1
 * a > 0:  y_ij <= x_i + x_j,  y_ij <= 2 - x_i - x_j
 * a < 0:  y_ij >= x_i - x_j,  y_ij >= x_j - x_i
 * each triangle:  y_ij + y_jk + y_ik <= 2  and  y_ij <= y_jk + y_ik, in every order
 * }</pre>
 *
 * SCIP computes in floating point: each of its rows holds up to {@value #TOLERANCE}. Cuts differ by whole numbers, so its
 * word is taken for a proof only if {@code TOLERANCE sum |a|} is far below 1, and for nothing otherwise.
 */
public final class ExactSolver {
    private static final String SCIP = "SCIP";
    private static final double TOLERANCE = 1e-9;
    private static final double MOST_WEIGHT = 1e7;
    private static final int MOST_TRIANGLES = 20_000;
    private static final double TRIANGLES_A_SECOND = 500;
    /** Larger programs take longer to build, and more memory, than their solution is likely. */
    private static final int MOST_EDGES = 40_000;

    private static final int FEW_EDGES = 700;
    private static final double START_SHARE = 0.2;
    private static final double MOST_START = 2;
    private static final double START_VARIABLE = 2e-3;
    private static final double QUICK_SHARE = 0.4;
    /** Of the time, where a small energy is branched over before. */
    private static final double BRANCH_SHARE = 0.6;

    private ExactSolver() {}

    /** Solves with proof, or as well as the time allows. */
    public static SolutionPool solve(Problem problem, SolverSettings settings) {
        return solve(problem, settings, () -> false);
    }

    /** Solves with proof, or as well as the time allows and until {@code stop} says so. */
    public static SolutionPool solve(Problem problem, SolverSettings settings, BooleanSupplier stop) {
        return solve(problem, settings, stop, new SolutionPool(problem, settings.samples()));
    }

    /** Solves into a pool that may know solutions already. Without {@code exact} a proof is tried where it is quick. */
    public static SolutionPool solve(
            Problem problem, SolverSettings settings, BooleanSupplier stop, SolutionPool pool) {
        Clock clock = settings.clock();
        long began = clock.nanos();
        Program program = settings.moves() == Deadline.ANY ? Program.of(problem, settings.exact()) : null;
        if (program == null) {
            return ClassicalSolver.solve(problem, settings, stop, pool);
        }
        double most = Math.min(MOST_START, problem.size() * START_VARIABLE);
        double first = ClassicalSolver.branches(program.kernel)
                ? BRANCH_SHARE * settings.seconds()
                : Math.min(most, settings.seconds() * START_SHARE);
        ClassicalSolver.solve(problem, settings.within(first), stop, pool);
        if (pool.proven() || stop.getAsBoolean()) {
            return pool;
        }
        double left = settings.seconds() - clock.secondsSince(began);
        program.run(pool, clock, Math.max(0.01, settings.exact() ? left : left * QUICK_SHARE), stop);
        left = settings.seconds() - clock.secondsSince(began);
        if (!pool.proven() && !stop.getAsBoolean() && left > 0) {
            ClassicalSolver.solve(problem, settings.within(left), stop, pool);
        }
        return pool;
    }

    /**
     * A cut or an energy as the cut of a graph.
     *
     * @param graph vertex 0 is the field's, its weights are whole
     * @param unit of a weight in units of the kernel's energy
     */
    private record Program(Problem problem, SpinKernel kernel, Graph graph, double unit) {
        /** Null where a program would prove nothing. */
        static @Nullable Program of(Problem problem, boolean exact) {
            if (problem.size() == 0 || problem instanceof Problem.OfGraph g && g.kind() != GraphProblem.MAXCUT) {
                return null;
            }
            SpinKernel kernel = SpinKernel.of(problem);
            int most = exact ? MOST_EDGES : FEW_EDGES;
            if (kernel.empty() || !kernel.sound() || kernel.form().couplings().edges() > most) {
                return null;
            }
            Graph graph = cuts(kernel.form());
            double[] sum = new double[2];
            graph.forEachEdge((u, v, a) -> {
                sum[0] += Math.abs(a);
                sum[1] = Units.divisor(sum[1], a);
            });
            if (graph.edges() > most || sum[0] > MOST_WEIGHT * sum[1]) {
                return null;
            }
            GraphBuilder whole = Graph.builder();
            graph.forEachEdge((u, v, a) -> whole.edge(u, v, a / sum[1]));
            return new Program(problem, kernel, whole.buildSummed(graph.vertices()), sum[1]);
        }

        /** {@code E = c + sum w_ij s_i s_j / 4 + sum g_i s_i / 4}: fields are couplings to a vertex 0 of spin +1. */
        private static Graph cuts(QuadraticForm binary) {
            int n = binary.size();
            double[] field = new double[n];
            GraphBuilder builder = Graph.builder();
            for (int i = 0; i < n; i++) {
                field[i] = 2 * binary.linear(i);
            }
            // s s' = 1 - 2 y, so that a cut of weight w / 2 more is an energy of as much less.
            binary.couplings().forEachEdge((u, v, w) -> {
                field[u] += w;
                field[v] += w;
                builder.edge(u + 1, v + 1, w / 2);
            });
            for (int i = 0; i < n; i++) {
                if (field[i] != 0) {
                    builder.edge(0, i + 1, field[i] / 2);
                }
            }
            return builder.buildSummed(n + 1);
        }

        private double cut(byte[] side) {
            double[] sum = new double[1];
            graph.forEachEdge((u, v, a) -> sum[0] += side[u] != side[v] ? a : 0);
            return sum[0];
        }

        void run(SolutionPool pool, Clock clock, double seconds, BooleanSupplier stop) {
            byte[] side = new byte[graph.vertices()];
            byte[] known = kernel.restrict(pool.best().x());
            for (int i = 0; i < known.length; i++) {
                side[i + 1] = (byte) (1 - known[i]);
            }
            double most = improve(graph, side, clock, seconds, stop);
            byte[] x = kernel.start();
            for (int i = 0; i < x.length; i++) {
                x[i] = (byte) (side[i + 1] == side[0] ? 1 : 0);
            }
            pool.offer(kernel.lift(x), SCIP);
            // Cuts are whole, and the bound is off by less than a half.
            double left = Math.floor(most + 0.5) - cut(side);
            double energy = kernel.form().energy(x) - unit * Math.max(0, left);
            if (left <= 0) {
                // The pool may hold a better state, but for a bound that is wrong: then it has the last word.
                if (!problem.better(pool.best().objective(), problem.objective(kernel.lift(x)))) {
                    pool.prove();
                }
            } else if (Double.isFinite(left)) {
                pool.bound(kernel.bound(problem, energy));
            }
        }
    }

    /** Improves the sides of a cut; a weight that no cut exceeds, but for the tolerance. */
    private static double improve(Graph graph, byte[] side, Clock clock, double seconds, BooleanSupplier stop) {
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
        graph.forEachEdge((u, v, a) -> {
            MPVariable cut = solver.makeNumVar(0, 1, "");
            y[position(graph, u, v)] = cut;
            y[position(graph, v, u)] = cut;
            objective.setCoefficient(cut, a);
            if (a > 0) {
                row(solver, Double.NEGATIVE_INFINITY, 0, cut, -1, x[u], -1, x[v]);
                row(solver, Double.NEGATIVE_INFINITY, 2, cut, 1, x[u], 1, x[v]);
            } else {
                row(solver, 0, Double.POSITIVE_INFINITY, cut, -1, x[u], 1, x[v]);
                row(solver, 0, Double.POSITIVE_INFINITY, cut, 1, x[u], -1, x[v]);
            }
        });
        triangles(graph, solver, y, (int) Math.min(MOST_TRIANGLES, TRIANGLES_A_SECOND * seconds));
        MPVariable[] hinted = new MPVariable[n];
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            hinted[i] = x[i];
            values[i] = side[i] == side[0] ? 0 : 1;
        }
        solver.setHint(hinted, values);
        solver.setTimeLimit((long) (1000 * seconds));
        // SCIP would take Ctrl-C for itself. A gap below 1 is none between whole numbers; half of it is for rounding.
        solver.setSolverSpecificParametersAsString("misc/catchctrlc = FALSE\nlimits/absgap = 0.49\n"
                + "timing/clocktype = " + (clock == Clock.PROCESSOR ? 1 : 2) + "\n"
                + "numerics/feastol = " + TOLERANCE + "\nnumerics/dualfeastol = " + TOLERANCE + "\n");
        MPSolverParameters parameters = new MPSolverParameters();
        parameters.setDoubleParam(MPSolverParameters.DoubleParam.RELATIVE_MIP_GAP, 0);
        MPSolver.ResultStatus status;
        // It looks at its clock only now and then.
        Deadline end = Deadline.in(clock, seconds, Deadline.ANY, stop);
        try (Watch watch = Watch.start(end::passed, solver::interruptSolve)) {
            status = solver.solve(parameters);
        }
        if (status != MPSolver.ResultStatus.OPTIMAL && status != MPSolver.ResultStatus.FEASIBLE) {
            return Double.POSITIVE_INFINITY;
        }
        for (int i = 0; i < n; i++) {
            side[i] = (byte) Math.round(x[i].solutionValue());
        }
        return objective.bestBound();
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

    private static void triangles(Graph graph, MPSolver solver, MPVariable[] y, int most) {
        int count = 0;
        for (int u = 0; u < graph.vertices(); u++) {
            for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                for (int q = p + 1; q < graph.start(u + 1); q++) {
                    int v = graph.neighbour(p);
                    int w = graph.neighbour(q);
                    if (v > u && graph.adjacent(v, w) && count++ < most) {
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
