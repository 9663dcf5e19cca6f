package io.github.dnfs4j.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.mcmc.PopulationAnnealing.FamilySize;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class PopulationAnnealingTest {
    /** Moves nothing: what differs at the end differed at the beginning. */
    private static final MarkovKernel STILL = new MarkovKernel() {
        @Override
        public Tensor step(Target target, Tensor x, double strength, Rng rng) {
            return x.clone();
        }

        @Override
        public long targetEvaluations(StateSpace space) {
            return 0;
        }
    };

    private static AnnealedSampler.Traced run(MarkovKernel kernel) {
        try (Rng rng = Rng.seeded(5, Device.CPU)) {
            return PopulationAnnealing.even(new AnnealingPath(Ising.lattice(4, 0.1, 0)), kernel, 5, 200)
                    .traced(600, rng);
        }
    }

    @Test
    void aFamilyDescendsFromOneState() {
        AnnealedSampler.Traced run = run(STILL);
        Map<Integer, ByteBuffer> first = new HashMap<>();
        for (int k = 0; k < 600; k++) {
            assertThat(run.families()[k] / 200).isEqualTo(k / 200); // populations do not mix
            ByteBuffer state = ByteBuffer.wrap(run.samples().state(k));
            assertThat(first.computeIfAbsent(run.families()[k], f -> state)).isEqualTo(state);
        }
        assertThat(first.size()).isBetween(30, 500);
    }

    /** Without moves the families are as large as the weights of importance sampling are uneven. */
    @Test
    void familiesSayWhatTheWeightsWouldHaveSaid() {
        AnnealedSampler.Traced drawn = run(STILL);
        SampleSet plain;
        try (Rng rng = Rng.seeded(5, Device.CPU)) {
            plain = new AnnealedSampler(new AnnealingPath(Ising.lattice(4, 0.1, 0)), STILL, TimeGrid.uniform(5), 0, 200)
                    .sample(20_000, rng);
        }
        // The heaviest weights are rare: a population of 200 knows of those alone that it has.
        double independent = IntStream.range(0, 100)
                .mapToDouble(k -> Weights.ess(Arrays.copyOfRange(plain.logWeights(), 200 * k, 200 * (k + 1))))
                .average()
                .orElseThrow();
        double families = Weights.ess(drawn.samples().logWeights(), drawn.families());
        assertThat(families).isBetween(independent / 3, independent * 3);
        assertThat(Weights.ess(drawn.samples().logWeights())).isGreaterThan(2 * families);
    }

    @Test
    void sizesAreThoseOfTheirDefinition() {
        int[] families = {7, 7, 7, 1, 9, 9, 2, 2};
        FamilySize four = FamilySize.of(families, 0, 4);
        assertThat(four.meanSquare()).isCloseTo(4 * (9 + 1) / 16.0, within(1e-12));
        assertThat(four.entropic())
                .isCloseTo(4 * Math.exp(0.75 * Math.log(0.75) + 0.25 * Math.log(0.25)), within(1e-12));
        FamilySize alone = FamilySize.of(new int[] {3, 4, 5}, 0, 3);
        assertThat(alone.meanSquare()).isCloseTo(1, within(1e-12));
        assertThat(alone.entropic()).isCloseTo(1, within(1e-12));
        assertThat(Weights.ess(new double[4], Arrays.copyOf(families, 4))).isCloseTo(1 / 2.5, within(1e-12));
    }
}
