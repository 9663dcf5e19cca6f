package io.github.dnfs4j.combopt.amortised;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.GraphSampler;
import io.github.dnfs4j.combopt.classical.Famous;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Samples of one graph that are drawn anew in place of each other. */
class ResampledSolversTest {
    /** Paths that take each other's place take its order of the vertices along: the leaves of cold stars, of any sizes. */
    @Test
    void resampledPathsComeBackInTheOrderOfTheirGraph() {
        List<Graph> stars = List.of(Famous.bipartite(1, 5), Famous.bipartite(1, 8), Famous.bipartite(1, 6));
        AmortisedSettings settings = AmortisedSettings.defaults(GraphProblem.MIS, "er:5-9")
                .with(Map.of("sampling.resampleBelow", "1", "sampling.reversibleFloor", "5", "beta", "6"));
        try (Rng rng = Rng.seeded(6, Device.CPU);
                AmortisedModel model = AmortisedModel.untrained(settings, rng)) {
            // 40 rows at once hold one star of 32 samples; 20 become 32.
            for (int batch : new int[] {500, 40, 20}) {
                SamplingSettings sampling = settings.sampling().steps(24, batch);
                for (GraphSampler sampler : List.of(
                        new NeuralSolver(model, sampling, Langevin.of(2)),
                        new LangevinSolver(settings.beta(), settings.penalty(), sampling, Langevin.of(2)))) {
                    byte[][][] states = sampler.sample(GraphProblem.MIS, stars, 32, rng);
                    for (int g = 0; g < 3; g++) {
                        byte[] leaves = new byte[stars.get(g).vertices()];
                        Arrays.fill(leaves, 1, leaves.length, (byte) 1);
                        long right = Arrays.stream(states[g])
                                .filter(x -> Arrays.equals(x, leaves))
                                .count();
                        assertThat(right).as("%s, star %d", sampler, g).isGreaterThan(24);
                    }
                }
            }
        }
    }

    /** Chains that never move are only selected: nearly all that is left has the lowest energy that any began with. */
    @Test
    void resampledChainsTakeTheirEnergyAlong() {
        Graph star = Famous.bipartite(1, 7);
        SamplingSettings sampling = SamplingSettings.DEFAULT.steps(24, 500).resampling(0.9);
        try (Rng rng = Rng.seeded(8, Device.CPU)) {
            byte[][] states = new LangevinSolver(12, 1.2, sampling, new Langevin(1, 1e-3))
                    .sample(GraphProblem.MIS, List.of(star), 60, rng)[0];
            double[] energies = Arrays.stream(states)
                    .mapToDouble(x -> GraphProblem.MIS.energy(star, 1.2).energy(x))
                    .toArray();
            double lowest = Arrays.stream(energies).min().orElseThrow();
            assertThat(Arrays.stream(energies).filter(e -> e < lowest + 1e-9).count())
                    .isGreaterThan(50);
        }
    }
}
