package io.github.dnfs4j.combopt;

import io.github.dnfs4j.mcmc.DiscreteLangevin;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Metropolis;
import io.github.dnfs4j.mcmc.Ratios;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * DMALA annealed along the path of a flow, without the flow: at each of K times, the same moves.
 *
 * @param beta the inverse temperature at the end
 * @param penalty lambda of {@link GraphProblem}
 * @param timeSteps K
 * @param batch chains at once
 * @param moves at each time
 */
public record LangevinSolver(double beta, double penalty, int timeSteps, int batch, int moves) implements GraphSampler {
    /** Near acceptance 0.57 where the path ends, for sets and cuts of the families of the tables. */
    private static final double STEP_SIZE = 0.4;

    public LangevinSolver {
        if (timeSteps < 1 || batch < 1 || moves < 1) {
            throw new IllegalArgumentException("time steps, batch and moves must be at least 1");
        }
    }

    /** So many DMALA moves as one kernel; null for none. */
    static @Nullable MarkovKernel moves(int count) {
        return count == 0 ? null : new Metropolis(new DiscreteLangevin(STEP_SIZE), Ratios.EXACT, count, true);
    }

    @Override
    public byte[][][] sample(GraphProblem kind, List<Graph> graphs, int samples, Rng rng) {
        GraphRuns runs = new GraphRuns(kind, graphs, samples, batch, penalty);
        return runs.run((rows, n) -> own -> chains(new AnnealingPath(rows.target(1 / beta)), n, own), rng);
    }

    private Tensor chains(AnnealingPath path, int n, Rng rng) {
        MarkovKernel kernel = moves(moves);
        Tensor x = path.start(n, rng);
        for (int k = 1; kernel != null && k <= timeSteps; k++) {
            try (Scope scope = Scope.open()) {
                x.copy_(kernel.step(path, x, (double) k / timeSteps, rng));
            }
        }
        return x;
    }
}
