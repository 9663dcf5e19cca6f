package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Sets, cliques and covers, all as independent sets of what {@link Kernel} leaves of a graph: a cover is the rest of a
 * set, a clique a set of the complement. One thread takes turns between branch and bound and a {@link SetPortfolio};
 * others search, or branch as well where only a proof counts.
 */
final class SetSolver {
    private static final String BRANCHES = "branch and bound";
    private static final String ELIMINATION = "elimination";
    private static final String REDUCTION = "reduction";
    /** Branch and bound is worth a try up to so many pairs of vertices that may be in one set. */
    private static final long FEW_PAIRS = 1_200_000;

    private static final long EXACT_PAIRS = 4_500_000;
    /** Of the time of one thread, that for branches. */
    private static final double PROOF_SHARE = 0.25;

    private static final double FIRST_TURN = 0.05;
    private static final double LONGEST_TURN = 0.5;
    private static final double GROWTH = 1.15;
    private static final double WARM_SECONDS = 0.1;
    private static final double WARM_SHARE = 0.05;
    private static final double WARM_VERTEX = 2e-4; // of a second
    /** Beyond so many pairs a clique is sought in the graph itself, not as a set of the complement. */
    private static final long MOST_PAIRS = 20_000_000;

    private static final int WIDTH = 20;
    private static final double WORK = 0x1p22;
    private static final double BOUND_SHARE = 0.02;

    private final Work work;
    private final Units units;
    private final Graph graph;
    private final UnaryOperator<byte[]> lift;

    /** Sets of {@code graph} are solutions after {@code lift}. */
    private SetSolver(Work work, Units units, Graph graph, UnaryOperator<byte[]> lift) {
        this.work = work;
        this.units = units;
        this.graph = graph;
        this.lift = lift;
    }

    static List<Runnable> searches(Work work, Problem.OfGraph problem) {
        Units units = units(problem.graph());
        Graph whole = units.sound() ? whole(problem.graph(), units) : problem.graph();
        if (problem.kind() == GraphProblem.CLIQUE) {
            Kernel positive = Kernel.positive(whole);
            Graph graph = positive.graph();
            if (pairs(graph) > MOST_PAIRS) {
                return large(work, units, positive);
            }
            Kernel kernel = Kernel.of(graph.complement());
            return new SetSolver(work, units, kernel.graph(), x -> positive.lift(kernel.lift(x))).searches();
        }
        Kernel kernel = Kernel.of(whole);
        boolean cover = problem.kind() == GraphProblem.VERTEX_COVER;
        UnaryOperator<byte[]> lift = x -> cover ? inverted(kernel.lift(x)) : kernel.lift(x);
        return new SetSolver(work, units, kernel.graph(), lift).searches();
    }

    private static long pairs(Graph graph) {
        return (long) graph.vertices() * (graph.vertices() - 1) / 2 - graph.edges();
    }

    private static Units units(Graph graph) {
        double[] weights = new double[graph.vertices()];
        for (int v = 0; v < weights.length; v++) {
            weights[v] = graph.vertexWeight(v);
        }
        return Units.of(weights);
    }

    private static Graph whole(Graph graph, Units units) {
        if (!graph.hasVertexWeights() || units.unit() == 1) {
            return graph;
        }
        double[] weights = new double[graph.vertices()];
        for (int v = 0; v < weights.length; v++) {
            weights[v] = units.whole(graph.vertexWeight(v));
        }
        return graph.withVertexWeights(weights);
    }

    private static byte[] inverted(byte[] x) {
        byte[] y = x.clone();
        for (int i = 0; i < y.length; i++) {
            y[i] = (byte) (1 - y[i]);
        }
        return y;
    }

    private static double weight(Graph graph, byte[] x) {
        double sum = 0;
        for (int v = 0; v < x.length; v++) {
            sum += x[v] == 1 ? graph.vertexWeight(v) : 0;
        }
        return sum;
    }

    /** Cliques of a graph with too many pairs that are none: branch and bound alone, which sparse graphs make short. */
    private static List<Runnable> large(Work work, Units units, Kernel positive) {
        Graph graph = positive.graph();
        int threads = work.settings().threads();
        CliqueSearch.Shared shared = new CliqueSearch.Shared(graph, -1, threads);
        List<Runnable> searches = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            searches.add(() -> {
                CliqueSearch search = new CliqueSearch(
                        shared,
                        work.deadline(),
                        () -> {},
                        x -> work.offer(positive.lift(x), -weight(graph, x), BRANCHES));
                if (search.run() && units.sound()) {
                    work.prove();
                }
            });
        }
        return searches;
    }

    private void offer(byte[] x, String method) {
        work.offer(lift.apply(x), -weight(graph, x), method);
    }

    private List<Runnable> searches() {
        List<Runnable> searches = new ArrayList<>();
        if (graph.vertices() == 0) {
            offer(new byte[0], REDUCTION);
            work.prove();
            return searches;
        }
        int threads = work.settings().threads();
        boolean exact = work.settings().exact();
        boolean branches = units.sound() && pairs(graph) <= (exact ? EXACT_PAIRS : FEW_PAIRS);
        int branching = !branches ? 0 : exact ? threads : 1;
        CliqueSearch.Shared shared = branches
                ? new CliqueSearch.Shared(graph.complement(), -1, branching)
                : new CliqueSearch.Shared(Graph.of(0, new int[0][]), -1, 1);
        long[][] rows = Rows.fit(graph) ? Rows.of(graph) : null;
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            SetPortfolio portfolio = new SetPortfolio(graph, rows, number, work.random(number));
            searches.add(() -> {
                if (number == 0) {
                    prepare(shared);
                }
                if (number < branching) {
                    branch(shared, portfolio, exact || threads > 1);
                }
                portfolio.run(work.deadline(), (x, method) -> found(x, method, shared));
            });
        }
        return searches;
    }

    private void found(byte[] x, String method, CliqueSearch.Shared shared) {
        shared.raise(weight(graph, x));
        offer(x, method);
    }

    /** What is quick: a good set, which prunes branches from their beginning, a bound, and a narrow graph eliminated. */
    private void prepare(CliqueSearch.Shared shared) {
        Deadline all = work.deadline();
        double longest = Math.min(WARM_SECONDS, graph.vertices() * WARM_VERTEX);
        Deadline moment = all.part(Math.min(longest, all.left() * WARM_SHARE));
        new SetSearch(graph, work.random(-1)).run(moment, x -> found(x, SetPortfolio.SWAPS, shared));
        if (!units.sound()) {
            return;
        }
        double most = CliqueCover.bound(graph, work.random(-2), all.part(Math.min(longest, all.left() * BOUND_SHARE)));
        double change = units.unit() * most;
        double none = work.problem().objective(lift.apply(new byte[graph.vertices()]));
        boolean up = work.problem().maximised();
        work.bound(-most, units.outward(up ? none + change : none - change, up));
        byte[] x = new byte[graph.vertices()];
        if (graph.edges() <= (long) WIDTH * x.length
                && new Elimination(energy(), WIDTH, work.random(-1)).minimise(x, WIDTH, WORK)) {
            offer(x, ELIMINATION);
            work.prove();
        }
    }

    /** What an edge inside the set costs is more than its lighter end is worth. */
    private QuadraticForm energy() {
        double[] h = new double[graph.vertices()];
        for (int v = 0; v < h.length; v++) {
            h[v] = -graph.vertexWeight(v);
        }
        GraphBuilder builder = Graph.builder();
        graph.forEachEdge((u, v, w) -> builder.edge(u, v, 1 + Math.min(-h[u], -h[v])));
        return QuadraticForm.of(QuadraticForm.Variables.BINARY, h, builder.buildSummed(h.length), 0);
    }

    private void branch(CliqueSearch.Shared shared, SetPortfolio portfolio, boolean alone) {
        Deadline all = work.deadline();
        double[] turn = {FIRST_TURN};
        Deadline[] until = {all.part(turn[0])};
        Runnable pause = () -> {
            if (!alone && until[0].passed(0)) {
                double other = turn[0] * (1 - PROOF_SHARE) / PROOF_SHARE;
                Deadline end = all.part(other);
                do {
                    portfolio.turn(end, (x, method) -> found(x, method, shared));
                } while (!end.passed(0));
                turn[0] = Math.min(turn[0] * GROWTH, LONGEST_TURN);
                until[0] = all.part(turn[0]);
            }
        };
        if (new CliqueSearch(shared, all, pause, x -> offer(x, BRANCHES)).run()) {
            work.prove();
        }
    }
}
