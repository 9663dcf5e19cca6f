package io.github.dnfs4j.combopt;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.Simulation;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.mcmc.DiscreteLangevin;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Metropolis;
import io.github.dnfs4j.mcmc.Ratios;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Samples of a trained model, for any graphs: paths of the flow, each with its own random order of the vertices, and
 * DMALA moves that leave p_t invariant after each step where they are asked for.
 *
 * @param model what was trained
 * @param timeSteps K
 * @param batch paths at once
 * @param refine DMALA moves after each step, 0 for none
 */
public record NeuralSolver(AmortisedModel model, int timeSteps, int batch, int refine) {
    /** Of DMALA: half of the proposals are accepted where a path ends. */
    static final double STEP_SIZE = 0.4;

    public NeuralSolver {
        if (timeSteps < 1 || batch < 1 || refine < 0) {
            throw new IllegalArgumentException("time steps and batch must be at least 1, refinement not negative");
        }
    }

    /** With the model's own settings of sampling, unrefined. */
    public static NeuralSolver of(AmortisedModel model) {
        return new NeuralSolver(
                model,
                model.settings().sampling().timeSteps(),
                model.settings().sampling().batch(),
                0);
    }

    /** DMALA moves as a kernel; null for none. */
    static @Nullable MarkovKernel moves(int count) {
        return count == 0 ? null : new Metropolis(new DiscreteLangevin(STEP_SIZE), Ratios.EXACT, count, true);
    }

    /** {@code samples} states for each graph, as they were drawn: [graph][sample], a value for each vertex. */
    public byte[][][] sample(GraphProblem problem, List<Graph> graphs, int samples, Rng rng) {
        AmortisedSettings s = model.settings();
        Paths paths = new Paths(graphs, samples);
        try (GraphTable all = GraphTable.of(graphs, problem, s.penalty(), rng.device())) {
            int done = 0;
            while (done < paths.count()) {
                int n = Math.min(batch, paths.count() - done);
                try (GraphTable rows = GraphTable.room(n, all.sites(), rng.device());
                        Simulation runs =
                                simulator(model.flow(rows.target(1 / s.beta()))).runs(n, rng.device())) {
                    done += run(paths, done, n, all, rows, runs, rng);
                }
            }
        }
        return paths.states();
    }

    private Simulator simulator(Flow flow) {
        var s = model.settings().sampling();
        RateFloor floor = new RateFloor(s.reversibleFloor(), s.constantFloor() / timeSteps);
        return new Simulator(flow, TimeGrid.uniform(timeSteps), s.kernel(), floor, moves(refine), 0);
    }

    /** Runs full batches with the same recorded steps for as long as there are paths left. */
    private int run(Paths paths, int from, int n, GraphTable all, GraphTable rows, Simulation runs, Rng rng) {
        int done = 0;
        while (from + done + n <= paths.count()) {
            try (Scope scope = Scope.open()) {
                Tensor index = paths.graphs(from + done, n, rng.device());
                Tensor order = all.shuffled(index, rng);
                rows.put(0, all, index, order);
                TimeGrid grid = TimeGrid.uniform(timeSteps);
                Tensor x = runs.forward(grid, 0, rng, null).x();
                MarkovKernel last = moves(refine);
                if (last != null) {
                    x = last.step(
                            model.flow(rows.target(1 / model.settings().beta())).path(), x, 1, rng);
                }
                paths.add(from + done, Tensors.bytes(torch.zeros_like(x).scatter(1, order, x)));
            }
            done += n;
        }
        return done;
    }

    /** The graph of each path, and where it ended. */
    private static final class Paths {
        private final List<Graph> graphs;
        private final int samples;
        private final byte[][][] states;

        Paths(List<Graph> graphs, int samples) {
            this.graphs = graphs;
            this.samples = samples;
            states = new byte[graphs.size()][samples][];
        }

        int count() {
            return Math.multiplyExact(graphs.size(), samples);
        }

        Tensor graphs(int from, int n, Device device) {
            long[] index = new long[n];
            for (int k = 0; k < n; k++) {
                index[k] = (from + k) / samples;
            }
            return Tensors.of(index, device, n);
        }

        /** States [n, d] of the paths from {@code from} on; only the vertices that a graph has are kept. */
        void add(int from, byte[] x) {
            int d = graphs.stream().mapToInt(Graph::vertices).max().orElseThrow();
            for (int k = 0; k < x.length / d; k++) {
                int graph = (from + k) / samples;
                byte[] own = new byte[graphs.get(graph).vertices()];
                System.arraycopy(x, k * d, own, 0, own.length);
                states[graph][(from + k) % samples] = own;
            }
        }

        byte[][][] states() {
            return states;
        }
    }

    /** The best distinct solutions of one graph: every sample repaired and completed. */
    public SolutionPool solve(Problem.OfGraph problem, int samples, int kept, Rng rng) {
        SolutionPool pool = new SolutionPool(problem, kept);
        Decoder decoder = new Decoder(problem);
        for (byte[] x : sample(problem.kind(), List.of(problem.graph()), samples, rng)[0]) {
            pool.offer(decoder.complete(decoder.repair(x)));
        }
        return pool;
    }

    /** Objectives of decoded samples, [graph][sample]. */
    public double[][] objectives(GraphProblem kind, List<Graph> graphs, int samples, Rng rng) {
        List<double[]> all = new ArrayList<>();
        byte[][][] states = sample(kind, graphs, samples, rng);
        for (int g = 0; g < graphs.size(); g++) {
            Problem.OfGraph problem = new Problem.OfGraph(kind, graphs.get(g));
            Decoder decoder = new Decoder(problem);
            double[] values = new double[samples];
            for (int k = 0; k < samples; k++) {
                values[k] = problem.objective(decoder.complete(decoder.repair(states[g][k])));
            }
            all.add(values);
        }
        return all.toArray(double[][]::new);
    }
}
