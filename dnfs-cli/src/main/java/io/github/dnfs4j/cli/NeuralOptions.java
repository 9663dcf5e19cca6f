package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.AmortisedModel;
import io.github.dnfs4j.combopt.Langevin;
import io.github.dnfs4j.combopt.NeuralSolver;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.experiment.Models;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.SamplingSettings;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code dnfs solve --model}: solutions from a trained sampler. */
final class NeuralOptions {
    /** Two matrices of all pairs for each path. */
    private static final int MOST_VERTICES = 2000;

    private static final int FIRST = 4;
    private static final int GROWTH = 4;
    private static final int PATHS = 256;
    private static final int MOVES = 5;

    @Option(
            names = "--model",
            paramLabel = "DIR|NAME",
            description = "Draw solutions from this trained solver (mis, maxcut) for --seconds; a folder, or a name"
                    + " of dnfs models.")
    @Nullable
    String model;

    @Option(names = "--moves", paramLabel = "N", description = "With --model: DMALA moves a step (default: 5).")
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

    /** Draws batches of paths until the time is up; at least one. */
    SolutionPool solve(Problem problem, double seconds, int kept, long seed) throws IOException {
        Device on = Device.parse(device == null ? "auto" : device);
        try (AmortisedModel trained = AmortisedModel.load(Models.find(String.valueOf(model)), on);
                Rng rng = Rng.seeded(seed, on)) {
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
            int count = moves != null ? moves : trained.settings().feasible() ? 0 : MOVES;
            SamplingSettings s = trained.settings().sampling();
            // Paths that select among each other raise the mean, not the best of them.
            SamplingSettings apart = s.with(s.timeSteps(), PATHS).resampling(0);
            NeuralSolver solver = new NeuralSolver(trained, apart, Langevin.of(count));
            SolutionPool pool = new SolutionPool(problem, kept);
            double left = seconds;
            // A few paths first: what they take says how many fit into the time.
            for (int paths = FIRST; paths > 0; ) {
                long start = System.nanoTime();
                solver.solve(graph, paths, pool, rng);
                double took = (System.nanoTime() - start) / 1e9;
                left -= took;
                paths = (int) Math.min(Math.min(PATHS, GROWTH * paths), Math.max(0, left / took * paths));
            }
            return pool;
        }
    }
}
