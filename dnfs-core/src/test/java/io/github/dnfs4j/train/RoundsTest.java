package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.flow.LogWeights;
import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.assertj.core.data.Offset;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private static final Offset<Double> ROUNDING = within(1e-12);
    private static final SlopeEstimates.Noise NOISE = new SlopeEstimates.Noise(4, 3, 0.5, 0.25, new double[] {3});

    private static Tensor logs(double... weights) {
        double[] log = new double[weights.length];
        for (int k = 0; k < log.length; k++) {
            log[k] = Math.log(weights[k]);
        }
        return Tensors.of(log, Device.CPU, log.length);
    }

    /** Four paths of two sites, with weights 1, 3, 2, 6 (exact) and 1, 1, 1, 0 (trapezoid). */
    private static TrainListener.Round round(int states, int groups) {
        try (Scope scope = Scope.open()) {
            Tensor none = Tensors.full(0, Device.CPU, 4);
            LogWeights weights = new LogWeights(logs(9, 1, 1, 1), logs(1, 1, 1, 0), logs(1, 3, 2, 6));
            Tensor x = Tensors.of(new long[] {1, 0, 1, 1, 1, 0, 1, 1}, Device.CPU, 4, 2);
            Paths paths = new Paths(x, none, none, weights, none, none, Cost.NONE);
            return Rounds.of(17, 2, states, groups, TimeGrid.uniform(3, 0.6), paths, NOISE, Ranks.ALONE);
        }
    }

    @Test
    void everyNumberIsOfItsOwnWeights() {
        TrainListener.Round r = round(2, 1);
        assertThat(r.step()).isEqualTo(17);
        assertThat(r.rung()).isEqualTo(2);
        assertThat(r.horizon()).isCloseTo(0.6, ROUNDING);
        assertThat(r.essTrapezoid()).isCloseTo(9 / 12.0, ROUNDING);
        assertThat(r.essExact()).isCloseTo(144 / 200.0, ROUNDING);
        assertThat(r.logZ()).isCloseTo(Math.log(3), ROUNDING);
        assertThat(r.naiveStd()).isEqualTo(4);
        assertThat(r.controlledStd()).isEqualTo(3);
        assertThat(r.varianceRatio()).isEqualTo(0.5);
        assertThat(r.fallbacks()).isEqualTo(0.25);
        // Site 0 is always up, site 1 half of the time: mean spins 1 and 0.
        assertThat(r.meanSpinRmse()).isCloseTo(Math.sqrt(0.5), ROUNDING);
    }

    /** Two instances: each has an ESS and a log Z of its own, and their means are told. */
    @Test
    void groupsAreWeighedOnTheirOwn() {
        TrainListener.Round r = round(3, 2);
        assertThat(r.essTrapezoid()).isCloseTo((1 + 0.5) / 2, ROUNDING);
        assertThat(r.essExact()).isCloseTo((16 / 20.0 + 64 / 80.0) / 2, ROUNDING);
        assertThat(r.logZ()).isCloseTo((Math.log(2) + Math.log(4)) / 2, ROUNDING);
        assertThat(r.meanSpinRmse()).isNaN();
    }
}
