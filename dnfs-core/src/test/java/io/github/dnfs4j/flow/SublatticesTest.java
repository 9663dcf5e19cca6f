package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.PairGraph;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.Objects;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SublatticesTest {
    private static final TimeGrid GRID = TimeGrid.uniform(6);
    private static final Sublattices TURNS = new Sublattices(new int[][] {{0, 2}, {3}, {1}});
    private final Cases c = Cases.spins(4, Readout.ENERGY, 1);

    private Simulator simulator(Sublattices turns) {
        return new Simulator(c.flow(), GRID, StepKernel.EXPONENTIAL, new RateFloor(1, 0), null, 0, turns);
    }

    @Test
    void onlyThoseWhoseTurnItIsMove() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU)) {
            Tensor[] before = new Tensor[1];
            simulator(TURNS).forward(500, rng, (k, p) -> {
                if (k > 0) {
                    Tensor moved = p.x().ne(before[0]).any(0).to(ScalarType.Double);
                    double[] expected = new double[4];
                    Arrays.stream(TURNS.classes()[(k - 1) % 3]).forEach(i -> expected[i] = 1);
                    assertThat(Tensors.doubles(moved)).as("step %d", k).containsExactly(expected);
                }
                before[0] = Scope.own(p.x().clone());
            });
        }
    }

    /** Forward paths average w to Z, backward paths from the target average 1/w to 1/Z. */
    @Test
    void exactWeightsStayExactBothWays() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CPU)) {
            int n = 4_000;
            Enumeration all = Enumeration.of(c.target());
            double[] forward = Tensors.doubles(
                    simulator(TURNS).forward(n, rng, null).weights().exact());
            assertThat(Weights.logMean(forward))
                    .isCloseTo(all.logZ(), within(4 * Weights.logMeanStandardError(forward)));
            Tensor x = Tensors.of(all.sample(n, rng).states(), Device.CPU, n, 4).to(ScalarType.Long);
            double[] inverse = Arrays.stream(Tensors.doubles(
                            simulator(TURNS).backward(x, rng).weights().exact()))
                    .map(w -> -w)
                    .toArray();
            assertThat(Weights.logMeanStandardError(inverse)).isLessThan(0.03);
            assertThat(Weights.logMean(inverse))
                    .isCloseTo(-all.logZ(), within(4 * Weights.logMeanStandardError(inverse)));
        }
    }

    /** The heat bath moves neighbours at once as if each were alone; in turns it is a Gibbs sampler. */
    @Test
    void turnsSpareTheErrorOfNeighboursThatMoveTogether() {
        Ising ising = Ising.lattice(4, 0.2, 0);
        Sublattices turns = Sublattices.of(ising).orElseThrow();
        Flow still = Cases.of("no rates", ising, Readout.PLAIN, 1).flow();
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            still.net().parameters().values().zero_();
        }
        double together = variance(still, null);
        assertThat(variance(still, turns)).isLessThan(0.7 * together);
    }

    private static double variance(Flow flow, @Nullable Sublattices turns) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU)) {
            Simulator s = new Simulator(
                    flow, TimeGrid.uniform(32), StepKernel.EXPONENTIAL, new RateFloor(20, 0), null, 0, turns);
            return Weights.variance(
                    Tensors.doubles(s.forward(1_000, rng, null).weights().exact()));
        }
    }

    @Test
    void classesOfALatticeHaveNoEdgeInside() {
        for (int side : new int[] {3, 4, 5, 6}) {
            Ising ising = Ising.lattice(side, 0.2, 0.1);
            Sublattices s = Sublattices.of(ising).orElseThrow();
            assertThat(s.count()).isEqualTo(side % 2 == 0 ? 2 : s.count()).isBetween(2, 4);
            PairGraph graph = ising.pairs();
            for (int[] sites : s.classes()) {
                for (int i : sites) {
                    assertThat(sites).doesNotContain(graph.neighbours()[i]);
                }
            }
        }
    }

    @Test
    void sitesMustBeNamedOnceAndFit() {
        assertThatThrownBy(() -> new Sublattices(new int[][] {{0, 1}, {1}})).hasMessageContaining("once");
        assertThatThrownBy(() -> simulator(new Sublattices(new int[][] {{0}, {1}})))
                .hasMessageContaining("do not fit");
        assertThat(Objects.requireNonNull(simulator(TURNS).plain().turns())).isEqualTo(TURNS);
    }
}
