package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.EnergySettings;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** Negatives of a flow that has learnt next to nothing: weights and rules of acceptance must do all of the work. */
class FlowContrastTest {
    private static final int PATHS = 4000;
    private static final StateSpace SPACE = new StateSpace(3, 2);

    private static SamplerSettings settings(SamplerSettings.Weighting weights, int moves) {
        SettingsFile<SamplerSettings> tree = SettingsFile.of(SamplerSettings.defaults());
        Map.of(
                        "network.hidden", "8",
                        "network.heads", "1",
                        "train.trajectories", String.valueOf(PATHS),
                        "train.timeSteps", "4",
                        "train.stepsPerRound", "1",
                        "train.learningRate", "1e-6",
                        "weights", weights.toString(),
                        "energySteps", "1",
                        "keptRounds", "2",
                        "moves", String.valueOf(moves))
                .forEach(tree::set);
        return tree.settings();
    }

    private static EnergyNet energy(Rng rng) {
        EnergyNet net = new EnergySettings("mlp", 8, 1, 0, 0).build(SPACE, rng);
        try (Scope scope = Scope.open()) {
            Tensor w = net.parameters().values();
            w.copy_(rng.normal(w.numel()));
        }
        return net;
    }

    private static Linear after(int rounds, SamplerSettings settings, boolean corrected, EnergyNet net, Rng rng) {
        Tensor data = rng.integers(2, 1, 3);
        try (FlowContrast contrast =
                new FlowContrast(NeuralEnergy.live(net), settings, corrected, Ranks.ALONE, rng, () -> 0.5)) {
            Linear loss = (Linear) contrast.prepare(data, rng);
            for (int k = 1; k < rounds; k++) {
                loss = (Linear) contrast.prepare(data, rng);
            }
            return new Linear(loss.x().clone(), loss.c().clone());
        }
    }

    @Test
    void correctedChainsFollowTheModel() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(21, Device.CPU);
                EnergyNet net = energy(rng)) {
            double[] p = Enumeration.of(NeuralEnergy.live(net)).probabilities();
            Linear loss = after(25, settings(SamplerSettings.Weighting.EXACT, 0), true, net, rng);
            long[] x = Tensors.longs(loss.x().narrow(0, 1, PATHS).contiguous());
            ChiSquare.check("chains", ChiSquare.counts(x, 3, 2, 8), p);
        }
    }

    /** With moves and without, over rounds of different ages. */
    @Test
    void weightedNegativesFollowTheModel() {
        for (int moves : new int[] {0, 2}) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(22 + moves, Device.CPU);
                    EnergyNet net = energy(rng)) {
                double[] p = Enumeration.of(NeuralEnergy.live(net)).probabilities();
                Linear loss = after(3, settings(SamplerSettings.Weighting.EXACT, moves), false, net, rng);
                follows(p, loss, 2 * PATHS);
            }
        }
    }

    /** Between two rounds the energy learns, and the ends of older paths must weigh what they weigh under the new one. */
    @Test
    void negativesFollowAnEnergyThatChanges() {
        for (int moves : new int[] {0, 2}) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(31 + moves, Device.CPU);
                    EnergyNet net = energy(rng);
                    EnergyNet next = energy(rng)) {
                SettingsFile<SamplerSettings> tree = SettingsFile.of(settings(SamplerSettings.Weighting.EXACT, moves));
                tree.set("energySteps", "3").set("keptRounds", "1");
                Tensor data = rng.integers(2, 1, 3);
                double[] before = Enumeration.of(NeuralEnergy.live(net)).probabilities();
                try (FlowContrast contrast =
                        new FlowContrast(NeuralEnergy.live(net), tree.settings(), false, Ranks.ALONE, rng, () -> 0.5)) {
                    follows(before, (Linear) contrast.prepare(data, rng), PATHS);
                    Tensor w = net.parameters().values();
                    w.copy_(w.add(next.parameters().values()).mul(Ops.scalar(0.5)));
                    double[] half = Enumeration.of(NeuralEnergy.live(net)).probabilities();
                    follows(half, (Linear) contrast.prepare(data, rng), PATHS);
                    w.copy_(next.parameters().values());
                    double[] after = Enumeration.of(NeuralEnergy.live(net)).probabilities();
                    follows(after, (Linear) contrast.prepare(data, rng), PATHS);
                    assertThat(Math.abs(after[0] - before[0])).isGreaterThan(0.05);
                }
            }
        }
    }

    /** The places of rounds that have not been simulated yet weigh nothing. */
    @Test
    void emptyPlacesWeighNothing() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(25, Device.CPU);
                EnergyNet net = energy(rng)) {
            Linear loss = after(1, settings(SamplerSettings.Weighting.LEFT, 0), false, net, rng);
            Tensor c = loss.c();
            assertThat(c.narrow(0, 1 + PATHS, PATHS).abs().sum().item_double()).isZero();
            assertThat(Ops.plus(c.narrow(0, 1, PATHS).sum(), -1).item_double()).isCloseTo(0, within(1e-9));
        }
    }

    /** The first row is the datum. */
    private static void follows(double[] p, Linear loss, int m) {
        long[] x = Tensors.longs(loss.x().narrow(0, 1, m).contiguous());
        double[] c = Tensors.doubles(loss.c().narrow(0, 1, m));
        double[] q = new double[8];
        double squares = 0;
        for (int k = 0; k < m; k++) {
            q[(int) (4 * x[3 * k] + 2 * x[3 * k + 1] + x[3 * k + 2])] += c[k];
            squares += c[k] * c[k];
        }
        for (int s = 0; s < 8; s++) {
            assertThat(q[s]).as("state %d", s).isCloseTo(p[s], within(5 * Math.sqrt(squares * p[s])));
        }
    }
}
