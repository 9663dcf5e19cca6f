package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.combopt.GraphSampler;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Resampling;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * DMALA annealed along the path of a flow, without the flow: at each of K times, the same moves. With resampling on, the
 * chains of one graph are drawn anew in proportion to {@code p~_{t_k}(x) / p~_{t_{k-1}}(x)}, gathered over the times:
 * sequential Monte Carlo, as for a flow.
 *
 * @param beta the inverse temperature at the end
 * @param penalty lambda of {@link GraphProblem}
 * @param sampling K, chains at once, and when to resample
 * @param moves at each time
 */
public record LangevinSolver(double beta, double penalty, SamplingSettings sampling, Langevin moves)
        implements GraphSampler {
    public LangevinSolver {
        if (moves.count() < 1) {
            throw new IllegalArgumentException("DMALA needs at least 1 move");
        }
    }

    @Override
    public byte[][][] sample(GraphProblem kind, List<Graph> graphs, int samples, Rng rng) {
        return new GraphRuns(kind, graphs, samples, sampling.batch(), sampling.resampleBelow() > 0, penalty)
                .run((rows, n, group) -> own -> chains(new AnnealingPath(rows.target(1 / beta)), n, group, own), rng);
    }

    private GraphRuns.Ends chains(AnnealingPath path, int n, int group, Rng rng) {
        MarkovKernel kernel = moves.kernel();
        Tensor x = path.start(n, rng);
        Tensor rows = Tensors.range(n, rng.device());
        Tensor w = Tensors.full(0, rng.device(), n);
        double step = 1.0 / sampling.timeSteps();
        for (int k = 1; kernel != null && k <= sampling.timeSteps(); k++) {
            try (Scope scope = Scope.open()) {
                if (sampling.resampleBelow() > 0) {
                    Tensor u = path.rows(rows).target().logDensity(x);
                    w.add_(path.logDensity(u, k * step).sub(path.logDensity(u, (k - 1) * step)));
                    Resampling drawn = Resampling.of(w, group, sampling.resampleBelow(), rng);
                    x.copy_(x.index_select(0, drawn.index()));
                    rows.copy_(rows.index_select(0, drawn.index()));
                    w.copy_(drawn.exact());
                }
                AnnealingPath own = sampling.resampleBelow() > 0 ? path.rows(rows) : path;
                x.copy_(kernel.step(own.target(), x, own.strength(k * step), rng));
            }
        }
        return new GraphRuns.Ends(x, rows);
    }
}
