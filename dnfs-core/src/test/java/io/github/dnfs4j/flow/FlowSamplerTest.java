package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.torch.Crew;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowSamplerTest {
    private final Cases cases = Cases.colours(Readout.ENERGY, 3);
    private final Simulator simulator =
            Steps.of(cases.flow(), TimeGrid.uniform(4), StepRule.EXPONENTIAL, Cases.REVERSIBLE);

    /** Where 40 paths follow each other in few places, who waits hears of them before all have ended. */
    @Test
    void progressIsToldWhilePathsOfOneRunGoOn() {
        List<Integer> told = Collections.synchronizedList(new ArrayList<>());
        try (Rng rng = Rng.seeded(3, Device.CPU)) {
            new FlowSampler(Jumps.of(cases.flow(), 4), 2000).weighted(500, rng, told::add);
        }
        assertThat(told).hasSizeGreaterThan(3).doesNotHaveDuplicates().last().isEqualTo(500);
        assertThat(told).allMatch(n -> n > 0 && n <= 500);
    }

    /** What three ranks get is what one process draws by their three streams, batch after batch. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @EnabledOnOs(OS.LINUX)
    void ranksDrawPartsOfOneSample(boolean jumps) throws Exception {
        Simulator used = jumps ? Jumps.of(cases.flow(), 4) : simulator;
        List<FlowSampler.Weighted> drawn = Crew.of(3, ranks -> {
            try (Rng rng = Rng.seeded(7, Device.CPU)) {
                return new FlowSampler(used, 4).over(ranks).weighted(25, rng);
            }
        });
        SampleSet alone = null;
        List<Long> calls = new ArrayList<>();
        try (Rng rng = Rng.seeded(7, Device.CPU)) {
            for (int n : new int[] {8, 8, 9}) { // 2, 2 and 3 of the 7 batches, of which the last has 1
                try (Rng own = rng.split()) {
                    FlowSampler.Weighted part = new FlowSampler(used, 4).weighted(n, own);
                    alone = alone == null ? part.samples() : alone.and(part.samples());
                    Arrays.stream(part.calls()).forEach(calls::add);
                }
            }
        }
        for (FlowSampler.Weighted whole : drawn) {
            assertThat(whole.samples().states()).isEqualTo(alone.states());
            assertThat(whole.samples().logWeights()).isEqualTo(alone.logWeights());
            assertThat(whole.samples().logDensity()).isEqualTo(alone.logDensity());
            assertThat(Arrays.stream(whole.calls()).boxed().toList()).isEqualTo(calls);
            assertThat(whole.samples().cost().networkEvaluations())
                    .isEqualTo(alone.cost().networkEvaluations());
        }
    }

    /** 25 in batches of 10 are runs of 10, 10 and 5 from one stream. */
    @Test
    void batchesFollowEachOther() {
        FlowSampler.Weighted weighted;
        try (Rng rng = Rng.seeded(81, Device.CPU)) {
            weighted = new FlowSampler(simulator, 10).weighted(25, rng);
        }
        SampleSet set = weighted.samples();
        assertThat(set.count()).isEqualTo(25);
        assertThat(weighted.calls()).hasSize(25).containsOnly(5);
        assertThat(set.cost().networkEvaluations()).isEqualTo(25 * 5);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(81, Device.CPU)) {
            int row = 0;
            for (int n : new int[] {10, 10, 5}) {
                Paths paths = simulator.forward(n, rng, null);
                long[] x = Tensors.longs(paths.x());
                double[] left = Tensors.doubles(paths.weights().left());
                double[] trapezoid = Tensors.doubles(paths.weights().trapezoid());
                double[] exact = Tensors.doubles(paths.weights().exact());
                double[] u = Tensors.doubles(paths.u());
                long[] jumps = Tensors.longs(paths.jumps());
                for (int k = 0; k < n; k++, row++) {
                    for (int i = 0; i < 3; i++) {
                        assertThat(set.value(row, i)).isEqualTo((int) x[3 * k + i]);
                    }
                    assertThat(set.logDensity()[row]).isEqualTo(u[k]);
                    assertThat(set.logWeights()[row]).isEqualTo(exact[k]);
                    assertThat(weighted.left()[row]).isEqualTo(left[k]);
                    assertThat(weighted.trapezoid()[row]).isEqualTo(trapezoid[k]);
                    assertThat(weighted.jumps()[row]).isEqualTo(jumps[k]);
                }
            }
        }
    }

    /** One call for each cell and each jump; what ends early makes room for the next, and all that began are there. */
    @Test
    void jumpsAndCellsAreWhatPathsCost() {
        try (Rng rng = Rng.seeded(84, Device.CPU)) {
            FlowSampler.Weighted weighted = new FlowSampler(Jumps.of(cases.flow(), 4), 10).weighted(425, rng);
            assertThat(weighted.left()).isNull();
            assertThat(weighted.trapezoid()).isNull();
            assertThat(weighted.samples().count()).isEqualTo(425);
            long calls = 0;
            for (int row = 0; row < 425; row++) {
                assertThat(weighted.calls()[row]).isEqualTo(weighted.jumps()[row] + 4);
                calls += weighted.calls()[row];
            }
            assertThat(weighted.samples().cost().networkEvaluations()).isEqualTo(calls);
            // Each looks at the state and its 6 neighbours.
            assertThat(weighted.samples().cost().targetEvaluations()).isEqualTo(7 * calls);
            assertThat(Arrays.stream(weighted.jumps()).distinct().count()).isGreaterThan(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void weightedStatesFollowTheTarget(boolean jumps) {
        Enumeration e = Enumeration.of(cases.target());
        int n = 16_000;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(82, Device.CPU)) {
            SampleSet set = new FlowSampler(jumps ? Jumps.of(cases.flow(), 4) : simulator, 4_000).sample(n, rng);
            assertThat(Weights.logMean(set.logWeights()))
                    .isCloseTo(e.logZ(), within(4 * Weights.logMeanStandardError(set.logWeights())));
            // Resampling far fewer than n ESS states makes them nearly independent.
            int few = 2_000;
            Tensor x = Tensors.of(set.resample(few, rng.uniform()).states(), Device.CPU, few, 3)
                    .to(ScalarType.Long);
            ChiSquare.check("resampled states", ChiSquare.counts(Tensors.longs(x), 3, 3, 27), e.probabilities());
        }
    }

    @Test
    void refusesEmptyBatchesAndCounts() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FlowSampler(simulator, 0));
        try (Rng rng = Rng.seeded(83, Device.CPU)) {
            FlowSampler sampler = new FlowSampler(simulator, 10);
            assertThatIllegalArgumentException().isThrownBy(() -> sampler.sample(0, rng));
        }
    }
}
