package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.net.Head;
import io.github.dnfs4j.net.LeNet;
import io.github.dnfs4j.net.LeTransformer;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Energies whose ratios are beyond the largest number give weights, some of them zero, and never NaN or infinity. */
class LargeEnergiesTest {
    private static final int SITES = 8;

    @Test
    void everyWeightIsANumber() {
        for (double scale : new double[] {1, 50, 300, 1e5}) {
            Ising target = target(scale, new Random(7));
            LeTransformer.Settings shape = new LeTransformer.Settings(SITES, 2, 8, 2, 1, false);
            try (Rng rng = Rng.seeded(2, Device.CPU);
                    Flow flow = new Flow(
                            new AnnealingPath(target),
                            new LeNet(new LeTransformer(shape), Head.of(Readout.ENERGY, 8, 2), rng, ScalarType.Float),
                            Precision.FP32)) {
                TimeGrid grid = TimeGrid.uniform(16);
                List<Simulator> all = List.of(
                        Jumps.of(flow, 8),
                        Steps.of(flow, grid, StepRule.EXPONENTIAL, new RateFloor(1, 0)),
                        Steps.of(flow, grid, StepRule.EULER, new RateFloor(0, 0.1)));
                for (Simulator simulator : all) {
                    double[] w =
                            new FlowSampler(simulator, 250).sample(500, rng).logWeights();
                    assertThat(Arrays.stream(w).filter(v -> Double.isNaN(v) || v == Double.POSITIVE_INFINITY))
                            .as("%s at scale %s", simulator.getClass().getSimpleName(), scale)
                            .isEmpty();
                    assertThat(Arrays.stream(w).filter(Double::isFinite).count())
                            .isPositive();
                }
            }
        }
    }

    /** The way back of a move is {@code phi(-G) p_t(y) / p_t(x)}, however likely y is beside x, as far as numbers reach. */
    @Test
    void reverseRatesOfStepsKnowTheirRatios() {
        Ising target = target(30, new Random(8));
        LeTransformer.Settings shape = new LeTransformer.Settings(SITES, 2, 8, 2, 1, false);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU);
                Flow flow = new Flow(
                        new AnnealingPath(target),
                        new LeNet(new LeTransformer(shape), Head.of(Readout.PLAIN, 8, 2), rng, ScalarType.Float),
                        Precision.FP32)) {
            Tensor x = rng.integers(2, 50, SITES);
            double[] reverse = Tensors.doubles(flow.at(x, 1, RateFloor.NONE).reverse());
            Look look = flow.look(x, Tensors.full(1, Device.CPU, 50));
            double[] back = Tensors.doubles(look.back());
            double[] ratios = Tensors.doubles(look.ratios());
            int large = 0;
            for (int k = 0; k < back.length; k++) {
                if (back[k] > 0 && Math.abs(ratios[k]) < 600) {
                    large += ratios[k] > 100 ? 1 : 0;
                    assertThat(Math.log(reverse[k])).isCloseTo(Math.log(back[k]) + ratios[k], within(1e-4));
                }
            }
            assertThat(large).isPositive();
        }
    }

    private static Ising target(double scale, Random random) {
        double[][] j = new double[SITES][SITES];
        double[] b = new double[SITES];
        for (int i = 0; i < SITES; i++) {
            b[i] = scale * random.nextGaussian();
            for (int k = 0; k < i; k++) {
                j[i][k] = j[k][i] = scale * random.nextGaussian();
            }
        }
        return Ising.of(j, b);
    }
}
