package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.torch.Rng;
import java.util.HashMap;
import java.util.Map;

/**
 * Population annealing (Hukushima and Iba 2003, Machta 2010): R replicas go together from uniform states to the target. At
 * each inverse temperature t_k they are drawn anew, in proportion to {@code exp((t_{k+1} - t_k) U)}, and then moved by a
 * kernel at t_{k+1}:
 *
 * <pre>{@code
 * log Z = log |space| + sum_k log Q_k,     Q_k = mean over the replicas of exp((t_{k+1} - t_k) U(x))
 * }</pre>
 *
 * <p>It is {@link AnnealedSampler} that draws anew at every step, systematically, so that R stays. Several populations are
 * independent, and each weighs as much as its estimate of Z.
 *
 * <p>Replicas that descend from one uniform state are a family. Of a share n_i of the population in family i,
 *
 * <pre>{@code
 * rho_t = R sum_i n_i^2,     rho_s = R exp(sum_i n_i log n_i)
 * }</pre>
 *
 * <p>(Wang, Machta and Katzgraber 2015) are mean sizes of families: R / rho_t replicas are worth as much as independent
 * ones, and a population is large enough where R is a hundred times rho_t.
 *
 * @param population R
 */
public record PopulationAnnealing(AnnealingPath path, MarkovKernel kernel, TimeGrid grid, int population)
        implements Sampler {
    public PopulationAnnealing {
        if (population < 2) {
            throw new IllegalArgumentException("a population has two replicas or more, not " + population);
        }
    }

    /** At inverse temperatures that grow evenly. */
    public static PopulationAnnealing even(AnnealingPath path, MarkovKernel kernel, int steps, int population) {
        return new PopulationAnnealing(path, kernel, TimeGrid.uniform(steps), population);
    }

    /** How many a family has. */
    public record FamilySize(double meanSquare, double entropic) {
        /** rho_t and rho_s of some replicas of equal weight, by the family of each. */
        public static FamilySize of(int[] families, int from, int until) {
            Map<Integer, Integer> sizes = new HashMap<>();
            for (int k = from; k < until; k++) {
                sizes.merge(families[k], 1, Integer::sum);
            }
            double all = until - from;
            double squares = 0;
            double logs = 0;
            for (int size : sizes.values()) {
                double share = size / all;
                squares += share * share;
                logs += share * Math.log(share);
            }
            return new FamilySize(all * squares, all * Math.exp(logs));
        }
    }

    /** The populations one after the other, with the family of each replica. */
    public AnnealedSampler.Traced traced(int count, Rng rng) {
        return new AnnealedSampler(path, kernel, grid, 1, population).traced(count, rng);
    }

    @Override
    public SampleSet sample(int count, Rng rng) {
        return traced(count, rng).samples();
    }
}
