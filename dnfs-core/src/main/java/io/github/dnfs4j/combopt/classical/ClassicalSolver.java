package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Solves without a trained model: several threads search until time is up, and one of them first tries to prove its
 * answer where the problem is small enough. Sets, cliques and covers are independent sets of a graph reduced first; cuts
 * and energies are searched by single flips.
 */
public final class ClassicalSolver {
    /** Up to so many vertices an exact search is worth a try, and half of the time. */
    private static final int LARGEST_PROOF = 1500;

    private static final int LARGEST_EXACT = 3000;
    private static final double PROOF_SHARE = 0.5;
    private static final double WARM_SECONDS = 0.1;
    private static final double WARM_SHARE = 0.05;
    private static final double WARM_VERTEX = 2e-4; // of a second
    /** Beyond so many pairs a clique is sought in the graph itself, not as a set of the complement. */
    private static final long MOST_PAIRS = 20_000_000;
    /** Even when the answer is proven at once, other good solutions get a moment to be found. */
    private static final double LEAST_SECONDS = 0.3;

    // What found a solution, in words for its reader.
    private static final String SWAPS = "swaps";
    private static final String FLIPS = "flips";
    private static final String BRANCHES = "branch and bound";
    private static final String EXHAUSTIVE = "enumeration";
    private static final String REDUCTION = "reduction";

    private final Problem problem;
    private final SolverSettings settings;
    private final SolutionPool pool;
    private final Deadline deadline;
    private final List<Runnable> searches = new ArrayList<>();

    private ClassicalSolver(Problem problem, SolverSettings settings, BooleanSupplier stop, SolutionPool pool) {
        this.problem = problem;
        this.settings = settings;
        this.pool = pool;
        deadline = Deadline.in(settings.seconds(), settings.moves(), stop);
    }

    /** The best solutions that were found in the time given. */
    public static SolutionPool solve(Problem problem, SolverSettings settings) {
        return solve(problem, settings, () -> false);
    }

    /** The best solutions, or those found until {@code stop} says so: at least one, even if it does at once. */
    public static SolutionPool solve(Problem problem, SolverSettings settings, BooleanSupplier stop) {
        return solve(problem, settings, stop, new SolutionPool(problem, settings.samples()));
    }

    /** The same into a pool that may know solutions already. */
    public static SolutionPool solve(
            Problem problem, SolverSettings settings, BooleanSupplier stop, SolutionPool pool) {
        ClassicalSolver solver = new ClassicalSolver(problem, settings, stop, pool);
        if (problem.size() == 0) {
            solver.pool.offer(new byte[0]);
            solver.pool.prove();
            return solver.pool;
        }
        if (problem instanceof Problem.OfGraph g) {
            switch (g.kind()) {
                case MIS -> solver.sets(Kernel.of(g.graph()), x -> x);
                case VERTEX_COVER -> solver.sets(Kernel.of(g.graph()), ClassicalSolver::inverted);
                case CLIQUE -> solver.cliques(Kernel.positive(g.graph()));
                case MAXCUT -> solver.flips(GraphProblem.MAXCUT.energy(g.graph(), 1));
            }
        } else {
            solver.flips(((Problem.OfEnergy) problem).form());
        }
        Parallel.run(solver.searches);
        pool.spent(solver.deadline.moves());
        return pool;
    }

    private FastRandom random(int thread) {
        return FastRandom.stream(settings.seed(), thread);
    }

    private static byte[] inverted(byte[] x) {
        byte[] y = x.clone();
        for (int i = 0; i < y.length; i++) {
            y[i] = (byte) (1 - y[i]);
        }
        return y;
    }

    private void sets(Kernel kernel, UnaryOperator<byte[]> lift) {
        Graph graph = kernel.graph();
        Consumer<byte[]> offer = x -> pool.offer(lift.apply(kernel.lift(x)), SWAPS);
        Consumer<byte[]> exact = x -> pool.offer(lift.apply(kernel.lift(x)), BRANCHES);
        if (graph.vertices() == 0) {
            pool.offer(lift.apply(kernel.lift(new byte[0])), REDUCTION);
            pool.prove();
            return;
        }
        for (int thread = 0; thread < settings.threads(); thread++) {
            SetSearch search = new SetSearch(graph, random(thread));
            boolean first = thread == 0 && graph.vertices() <= (settings.exact() ? LARGEST_EXACT : LARGEST_PROOF);
            searches.add(() -> {
                if (first) {
                    prove(graph.complement(), warm(graph, offer), exact, settings.exact() ? 1 : PROOF_SHARE);
                }
                search.run(deadline, offer);
            });
        }
    }

    private void cliques(Kernel positive) {
        Graph graph = positive.graph();
        Consumer<byte[]> offer = x -> pool.offer(positive.lift(x), SWAPS);
        Consumer<byte[]> exact = x -> pool.offer(positive.lift(x), BRANCHES);
        if (graph.vertices() == 0) {
            offer.accept(new byte[0]);
            pool.prove();
            return;
        }
        long pairs = (long) graph.vertices() * (graph.vertices() - 1) / 2 - graph.edges();
        if (pairs > MOST_PAIRS) {
            searches.add(() -> prove(graph, -1, exact, 1));
            return;
        }
        Kernel kernel = Kernel.of(graph.complement());
        searches.add(() -> {
            double known = warm(kernel.graph(), x -> offer.accept(kernel.lift(x))) < 0
                    ? -1
                    : pool.best().objective();
            prove(graph, known, exact, settings.exact() || settings.threads() > 1 ? 1 : PROOF_SHARE);
            search(kernel, 0, offer);
        });
        for (int thread = 1; thread < settings.threads(); thread++) {
            int number = thread;
            searches.add(() -> search(kernel, number, offer));
        }
    }

    private void search(Kernel kernel, int thread, Consumer<byte[]> offer) {
        if (kernel.graph().vertices() == 0) {
            offer.accept(kernel.lift(new byte[0]));
        } else {
            new SetSearch(kernel.graph(), random(thread)).run(deadline, x -> offer.accept(kernel.lift(x)));
        }
    }

    /** A moment of search: the weight of a good set prunes an exact search from its beginning. */
    private double warm(Graph graph, Consumer<byte[]> offer) {
        Problem here = new Problem.OfGraph(GraphProblem.MIS, graph);
        double[] best = {-1};
        if (graph.vertices() > 0) {
            double longest = Math.min(WARM_SECONDS, graph.vertices() * WARM_VERTEX);
            Deadline moment = deadline.part(Math.min(longest, deadline.left() * WARM_SHARE));
            new SetSearch(graph, random(-1)).run(moment, x -> {
                best[0] = Math.max(best[0], here.objective(x));
                offer.accept(x);
            });
        }
        return best[0];
    }

    /** Looks for the largest clique for a share of the time; ends everything if it is known. */
    private void prove(Graph graph, double known, Consumer<byte[]> offer, double share) {
        double start = deadline.left();
        Deadline part = deadline.part(start * share);
        if (new CliqueSearch(graph, known, part, offer).run()) {
            pool.prove();
            end(start);
        }
    }

    private void end(double start) {
        double least = settings.samples() == 1 || deadline.counted() ? 0 : LEAST_SECONDS;
        try {
            Thread.sleep((long) (1000 * Math.max(0, Math.min(least - (start - deadline.left()), deadline.left()))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        deadline.stop();
    }

    private void flips(QuadraticForm form) {
        QuadraticForm binary = form.binary();
        double bound = bound();
        for (int thread = 0; thread < settings.threads(); thread++) {
            FlipSearch search = new FlipSearch(binary, random(thread));
            boolean first = thread == 0 && binary.size() <= Exhaustive.LARGEST;
            searches.add(() -> {
                double start = deadline.left();
                if (first) {
                    pool.offer(Exhaustive.minimum(binary), EXHAUSTIVE);
                    pool.prove();
                    end(start);
                }
                search.run(deadline, x -> {
                    pool.offer(x, FLIPS);
                    if (pool.best().objective() == bound) {
                        pool.prove();
                        deadline.stop();
                    }
                });
            });
        }
    }

    /** No cut is heavier than all edges of positive weight; they are one if the graph is bipartite. */
    private double bound() {
        double[] sum = new double[1];
        if (problem instanceof Problem.OfGraph g) {
            g.graph().forEachEdge((u, v, w) -> sum[0] += Math.max(0, w));
            return sum[0];
        }
        return Double.NaN;
    }
}
