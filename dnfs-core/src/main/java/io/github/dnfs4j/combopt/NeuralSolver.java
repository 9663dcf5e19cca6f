package io.github.dnfs4j.combopt;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.Simulation;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.SamplingSettings;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * Samples of a trained model, for any graphs: the ends of paths of the flow, with DMALA moves that leave p_t invariant
 * after each step where they are asked for.
 *
 * @param model what was trained
 * @param timeSteps K
 * @param batch paths at once
 * @param refine DMALA moves after each step, 0 for none
 */
public record NeuralSolver(AmortisedModel model, int timeSteps, int batch, int refine) implements GraphSampler {
    public NeuralSolver {
        if (timeSteps < 1 || batch < 1 || refine < 0) {
            throw new IllegalArgumentException("time steps and batch must be at least 1, refinement not negative");
        }
    }

    /** Refuses moves that would leave the feasible states. */
    private void checkMoves() {
        if (refine > 0 && model.settings().feasible()) {
            throw new IllegalArgumentException("a model of feasible states takes no DMALA moves: refine must be 0");
        }
    }

    /** With the model's own settings of sampling, and so many moves after each step. */
    public static NeuralSolver of(AmortisedModel model, int refine) {
        SamplingSettings s = model.settings().sampling();
        return new NeuralSolver(model, s.timeSteps(), s.batch(), refine);
    }

    @Override
    public byte[][][] sample(GraphProblem kind, List<Graph> graphs, int samples, Rng rng) {
        checkMoves();
        AmortisedSettings s = model.settings();
        if (kind != s.problem()) {
            throw new IllegalArgumentException("this model was trained for " + s.problem() + ", not for " + kind);
        }
        return new GraphRuns(kind, graphs, samples, batch, s.penalty()).run((rows, n) -> runner(rows, n, rng), rng);
    }

    private GraphRuns.Runner runner(GraphTable rows, int n, Rng on) {
        Flow flow = model.flow(rows.target(1 / model.settings().beta()));
        Simulator simulator = simulator(flow);
        Simulation runs = simulator.runs(n, on.device());
        return new GraphRuns.Runner() {
            @Override
            public Tensor run(Rng rng) {
                Tensor x = runs.forward(simulator.grid(), 0, rng, null).x();
                MarkovKernel last = simulator.between();
                return last == null ? x : last.step(flow.path(), x, 1, rng);
            }

            @Override
            public void close() {
                runs.close();
            }
        };
    }

    private Simulator simulator(Flow flow) {
        SamplingSettings s = model.settings().sampling();
        RateFloor floor = new RateFloor(s.reversibleFloor(), s.constantFloor() / timeSteps);
        return new Simulator(flow, TimeGrid.uniform(timeSteps), s.kernel(), floor, LangevinSolver.moves(refine), 0);
    }
}
