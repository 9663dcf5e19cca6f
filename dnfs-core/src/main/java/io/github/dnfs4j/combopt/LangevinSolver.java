package io.github.dnfs4j.combopt;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * DMALA annealed along the path of a flow, without the flow: at each of K times, the same moves.
 *
 * @param beta the inverse temperature at the end
 * @param penalty lambda of {@link GraphProblem}
 * @param timeSteps K
 * @param batch chains at once
 * @param moves at each time
 */
public record LangevinSolver(double beta, double penalty, int timeSteps, int batch, Langevin moves)
        implements GraphSampler {
    public LangevinSolver {
        if (timeSteps < 1 || batch < 1 || moves.count() < 1) {
            throw new IllegalArgumentException("time steps, batch and moves must be at least 1");
        }
    }

    @Override
    public byte[][][] sample(GraphProblem kind, List<Graph> graphs, int samples, Rng rng) {
        GraphRuns runs = new GraphRuns(kind, graphs, samples, batch, penalty);
        return runs.run(
                (rows, n, group) -> own -> new GraphRuns.Ends(
                        chains(new AnnealingPath(rows.target(1 / beta)), n, own), Tensors.range(n, own.device())),
                rng);
    }

    private Tensor chains(AnnealingPath path, int n, Rng rng) {
        MarkovKernel kernel = moves.kernel();
        Tensor x = path.start(n, rng);
        for (int k = 1; kernel != null && k <= timeSteps; k++) {
            try (Scope scope = Scope.open()) {
                x.copy_(kernel.step(path, x, (double) k / timeSteps, rng));
            }
        }
        return x;
    }
}
