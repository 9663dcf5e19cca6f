package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.combopt.GraphSampler;
import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.flow.Simulation;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Sweeps;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Samples of a trained model, for any graphs: the ends of paths of the flow, with moves that leave p_t invariant after
 * each cell or step: DMALA's where they are asked for, else the Gibbs sweeps of the settings, which take no network. With resampling on, the paths of one graph are drawn anew in proportion to
 * their exact weights on the way, which is sequential Monte Carlo for each graph on its own.
 *
 * @param model what was trained
 * @param sampling how to sample; a model of feasible states takes no sweeps
 * @param moves after each cell or step
 * @param observer looks at the paths on their way; null for none
 */
public record NeuralSolver(
        AmortisedModel model, SamplingSettings sampling, Langevin moves, Simulator.@Nullable Observer observer)
        implements GraphSampler {
    public NeuralSolver {
        if (moves.count() > 0 && model.settings().feasible()) {
            throw new IllegalArgumentException("a model of feasible states takes no DMALA moves: refine must be 0");
        }
    }

    /** Unobserved. */
    public NeuralSolver(AmortisedModel model, SamplingSettings sampling, Langevin moves) {
        this(model, sampling, moves, null);
    }

    @Override
    public byte[][][] sample(GraphProblem kind, List<Graph> graphs, int samples, Rng rng) {
        AmortisedSettings s = model.settings();
        if (kind != s.problem()) {
            throw new IllegalArgumentException("this model was trained for " + s.problem() + ", not for " + kind);
        }
        return new GraphRuns(kind, graphs, samples, sampling.batch(), sampling.resampleBelow() > 0, s.penalty())
                .run((rows, n, group) -> runner(rows, n, group, rng), rng);
    }

    private GraphRuns.Runner runner(GraphTable rows, int n, int group, Rng on) {
        Flow flow = model.flow(rows.target(1 / model.settings().beta()));
        Simulator simulator = simulator(flow);
        Simulation runs = simulator.runs(n, group, on.device());
        return new GraphRuns.Runner() {
            @Override
            public GraphRuns.Ends run(Rng rng) {
                Paths paths = runs.forward(Tensors.range(n, rng.device()), rng, observer);
                MarkovKernel last = simulator.between();
                Target target = flow.path().target().rows(paths.rows());
                Tensor x = last == null ? paths.x() : last.step(target, paths.x(), 1, rng);
                return new GraphRuns.Ends(x, paths.rows());
            }

            @Override
            public void close() {
                runs.close();
            }
        };
    }

    private Simulator simulator(Flow flow) {
        boolean sweep = moves.count() == 0 && !model.settings().feasible();
        return sampling.simulator(flow, sweep ? Sweeps.gibbs(sampling.sweeps()) : moves.kernel());
    }
}
