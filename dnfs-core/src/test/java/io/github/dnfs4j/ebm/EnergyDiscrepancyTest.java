package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.EnergySettings;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mean loss of one datum x is a sum over all y, x'_1 and x'_2: that of many draws must meet it. */
class EnergyDiscrepancyTest {
    private static final double FLIP = 0.3;
    private static final double OFFSET = 0.7;
    private static final int PARTS = 40;
    private static final int DRAWS = 500;

    /** The probability that a state becomes another: sites are changed each on its own, or one of them is drawn anew. */
    private static double q(byte[] from, byte[] to, int s, boolean grid) {
        int d = from.length;
        int differ = 0;
        for (int i = 0; i < d; i++) {
            differ += from[i] == to[i] ? 0 : 1;
        }
        if (grid) {
            return differ > 1 ? 0 : differ == 1 ? 1.0 / (d * s) : 1.0 / s;
        }
        return Math.pow(FLIP / (s - 1), differ) * Math.pow(1 - FLIP, d - differ);
    }

    private static double expected(Enumeration all, double[] u, int x, boolean grid) {
        int s = all.space().states();
        double sum = 0;
        for (int y = 0; y < u.length; y++) {
            double there = q(all.state(x), all.state(y), s, grid);
            for (int a = 0; a < u.length; a++) {
                for (int b = 0; b < u.length; b++) {
                    double p = there * q(all.state(y), all.state(a), s, grid) * q(all.state(y), all.state(b), s, grid);
                    sum += p * Math.log(OFFSET + Math.exp(u[a] - u[x]) + Math.exp(u[b] - u[x]));
                }
            }
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"3, 2, false", "3, 2, true", "2, 3, false", "2, 3, true"})
    void theMeanLossIsTheSumOverAllPerturbations(int d, int s, boolean grid) {
        StateSpace space = new StateSpace(d, s);
        NegativeSettings settings = new NegativeSettings(2, OFFSET, FLIP, "gibbs", 1, 0.1, 1, 1);
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard();
                Rng rng = Rng.seeded(8, Device.CPU);
                EnergyNet net = new EnergySettings("mlp", 8, 1, 0, 0).build(space, rng)) {
            Tensor w = net.parameters().values();
            w.copy_(rng.normal(w.numel()));
            Tensor states = Enumeration.states(space);
            double[] u = Tensors.doubles(net.at(states));
            Enumeration all = Enumeration.of(NeuralEnergy.live(net));
            EnergyDiscrepancy discrepancy = new EnergyDiscrepancy(space, settings, grid);
            for (int x : new int[] {0, u.length - 2}) {
                Tensor data = states.narrow(0, x, 1).expand(DRAWS, d).contiguous();
                double[] means = new double[PARTS];
                for (int part = 0; part < PARTS; part++) {
                    try (Scope inner = Scope.open()) {
                        Contrast.Loss loss = discrepancy.prepare(data, rng);
                        assertThat(loss.rows()).isEqualTo(DRAWS);
                        means[part] = loss.part(net, 0, 200)
                                .add(loss.part(net, 200, DRAWS - 200))
                                .item_double();
                    }
                }
                double error = Statistics.standardError(means);
                assertThat(error).isLessThan(0.03);
                assertThat(Statistics.mean(means)).isCloseTo(expected(all, u, x, grid), within(4.5 * error));
            }
        }
    }
}
