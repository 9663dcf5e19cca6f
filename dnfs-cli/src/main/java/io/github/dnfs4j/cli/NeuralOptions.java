package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.combopt.amortised.Langevin;
import io.github.dnfs4j.combopt.amortised.NeuralSolver;
import io.github.dnfs4j.combopt.amortised.PathClock;
import io.github.dnfs4j.combopt.classical.ClassicalSolver;
import io.github.dnfs4j.combopt.classical.SolverSettings;
import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code dnfs solve --model}: solutions from a trained sampler. */
final class NeuralOptions {
    /** Two matrices of all pairs for each path. */
    private static final int MOST_VERTICES = 2000;

    private static final int FEW_VERTICES = 256;
    private static final int FEW_STEPS = 4;
    private static final int GROWTH = 4;
    private static final int PATHS = 256;
    private static final int MOVES = 5;

    @Option(
            names = "--model",
            paramLabel = "DIR|NAME",
            description = "Draw solutions from this trained solver (mis, maxcut) for --seconds, or search without it"
                    + " where they are too few for a path; a folder, or a name of dnfs models.")
    @Nullable
    String model;

    @Option(
            names = "--moves",
            paramLabel = "N",
            description = "With --model: DMALA moves after each cell or step (default: 5).")
    @Nullable
    Integer moves;

    @Option(names = "--device", description = "With --model: cpu, cuda or auto (default: auto).")
    @Nullable
    String device;

    boolean given() {
        return model != null;
    }

    /** Says what does not go together, before a file is read. */
    void check(boolean exact) {
        if (model == null && (moves != null || device != null)) {
            throw new IllegalArgumentException("--moves and --device need --model");
        }
        if (model != null && exact) {
            throw new IllegalArgumentException("--exact proves without a model; leave --model out");
        }
        if (moves != null && moves < 0) {
            throw new IllegalArgumentException("--moves must not be negative");
        }
    }

    /**
     * Draws batches of paths until the time is up. Where it is too short for a single one, says so and searches without
     * the model. Asked to stop, it finishes the batch at hand.
     */
    void solve(Problem problem, SolverSettings settings, BooleanSupplier stop, SolutionPool pool, Console console)
            throws IOException {
        Device on = Device.parse(device == null ? "auto" : device);
        try (AmortisedModel trained = AmortisedModel.load(Models.find(String.valueOf(model)), on);
                Rng rng = Rng.seeded(settings.seed(), on)) {
            var trainedFor = trained.settings().problem();
            if (!(problem instanceof Problem.OfGraph graph) || graph.kind() != trainedFor) {
                throw new IllegalArgumentException("this model was trained for " + trainedFor);
            }
            int n = graph.size();
            if (n < 1 || n > MOST_VERTICES) {
                throw new IllegalArgumentException("a trained solver takes graphs of 1 to " + MOST_VERTICES
                        + " vertices, not " + n + "; leave --model out for larger ones");
            }
            if (graph.graph().hasVertexWeights() || graph.graph().hasEdgeWeights()) {
                throw new IllegalArgumentException(
                        "trained solvers know graphs without weights; add --unweighted or leave --model out");
            }
            Deadline deadline = Deadline.in(settings.seconds(), stop);
            try {
                paths(graph, trained, deadline, pool, rng);
            } catch (PathClock.LateException e) {
                if (!stop.getAsBoolean()) {
                    console.say(String.format(
                            Locale.ROOT,
                            "dnfs: no time for a path of %s: on %d vertices one takes at least %.0f s; searching without it",
                            model,
                            n,
                            e.seconds()));
                }
                ClassicalSolver.solve(problem, settings.within(Math.max(1, deadline.left())), stop, pool);
            }
        }
    }

    private void paths(Problem.OfGraph graph, AmortisedModel trained, Deadline deadline, SolutionPool pool, Rng rng) {
        Langevin between =
                Langevin.of(moves != null ? moves : trained.settings().feasible() ? 0 : MOVES);
        SamplingSettings s = trained.settings().sampling();
        // Paths that select among each other raise the mean, not the best of them.
        SamplingSettings apart = s.batches(PATHS).resampling(0);
        StateSpace space = new StateSpace(graph.size(), 2);
        int times = s.times(space);
        PathClock clock = new PathClock(times, deadline);
        if (rng.device() == Device.CPU && graph.size() > FEW_VERTICES) {
            // One step may already take too long. On few vertices it is short, and the work grows as the pairs do, but
            // for a part that does not: hence the half. Not on a GPU: few leave it idle, and its steps are short
            // anyway.
            PathClock fewer = new PathClock(FEW_STEPS, Deadline.in(Double.MAX_VALUE));
            new NeuralSolver(trained, apart.steps(FEW_STEPS, 1), between, fewer)
                    .sample(graph.kind(), List.of(Graph.of(FEW_VERTICES, new int[0][])), 1, rng);
            double ratio = (double) graph.size() / FEW_VERTICES;
            // Of jumps at least every fourth vertex makes one, from a start where half of them are selected.
            int calls = apart.byJumps(space) ? times + graph.size() / 4 : times;
            clock.judge(fewer.quickest() * ratio * ratio / 2, calls);
        }
        // One path first, unless even that takes too long: what it takes says how many fit into the time.
        NeuralSolver solver = new NeuralSolver(trained, apart, between, clock);
        for (int paths = 1; paths > 0; ) {
            long start = System.nanoTime();
            solver.solve(graph, paths, pool, rng);
            double took = (System.nanoTime() - start) / 1e9;
            paths = (int) Math.min(Math.min(PATHS, GROWTH * paths), Math.max(0, deadline.left() / took * paths));
            solver = new NeuralSolver(trained, apart, between);
        }
    }
}
