package io.github.dnfs4j.optim;

import static io.github.dnfs4j.torch.Ops.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class AdamWTest {
    private static Tensor number(double v) {
        return Tensors.full(v, Device.CPU);
    }

    /** The update in plain doubles, for a quadratic loss 1/2 (w - 3)^2 and gradients scaled by 1/2. */
    @Test
    void followsTheRecursionInDoubles() {
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Parameters p = new Parameters.Builder().add("w", 1, 8).build(rng, ScalarType.Double);
                AdamW adam = new AdamW(p, 0.1);
                Scope scope = Scope.open()) {
            double[] w = Tensors.doubles(p.values());
            double[] m = new double[8];
            double[] v = new double[8];
            for (int k = 1; k <= 20; k++) {
                double[] g = new double[8];
                for (int i = 0; i < 8; i++) {
                    g[i] = w[i] - 3;
                }
                p.gradients().copy_(Tensors.of(g, Device.CPU, 8));
                double rate = 0.1 / k;
                adam.update(number(rate), number(0.5), number(1));
                // A batch that is left out changes nothing, whatever its gradient.
                p.gradients().fill_(scalar(Double.NaN));
                adam.update(number(rate), number(0.5), number(0));
                for (int i = 0; i < 8; i++) {
                    double half = g[i] / 2;
                    m[i] = 0.9 * m[i] + 0.1 * half;
                    v[i] = 0.999 * v[i] + 0.001 * half * half;
                    double step = m[i] / (1 - Math.pow(0.9, k)) / (Math.sqrt(v[i] / (1 - Math.pow(0.999, k))) + 1e-8);
                    w[i] = w[i] - rate * 0.1 * w[i] - rate * step;
                }
                assertThat(Tensors.doubles(p.values())).containsExactly(w, within(1e-12));
            }
        }
    }

    /** A first batch that is left out must not make 0 / 0 of the moments. */
    @Test
    void leftOutFirstUpdateChangesNothing() {
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Parameters p = new Parameters.Builder().add("w", 1, 5).build(rng, ScalarType.Float);
                AdamW adam = new AdamW(p, 0.1);
                Scope scope = Scope.open()) {
            float[] before = Tensors.floats(p.values());
            p.gradients().fill_(scalar(Double.POSITIVE_INFINITY));
            adam.update(number(0.1), number(0), number(0));
            assertThat(Tensors.floats(p.values())).containsExactly(before);
            adam.state()
                    .forEach((name, state) ->
                            assertThat(Tensors.doubles(state)).as(name).containsOnly(0));
        }
    }

    /** A gradient of norm 5 is brought down to the clip, and never up to it. */
    @Test
    void clippingOnlyShrinks() {
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Parameters p = new Parameters.Builder().add("w", 1, 8).build(rng, ScalarType.Double);
                Scope scope = Scope.open()) {
            p.gradients().copy_(Tensors.of(new double[] {3, 0, 0, -4, 0, 0, 0, 0}, Device.CPU, 8));
            assertThat(AdamW.clipping(p, 1).item_double()).isCloseTo(0.2, within(1e-12));
            assertThat(AdamW.clipping(p, 5).item_double()).isCloseTo(1, within(1e-12));
            assertThat(AdamW.clipping(p, 50).item_double()).isEqualTo(1);
            p.gradients().zero_();
            assertThat(AdamW.clipping(p, 1).item_double()).isEqualTo(1);
        }
    }

    @Test
    void youngAverageForgetsItsStart() {
        try (Scope scope = Scope.open();
                MovingAverage average = new MovingAverage(Tensors.full(0, Device.CPU, 1), 0.999)) {
            for (int k = 1; k <= 200; k++) {
                average.update(Tensors.full(1, Device.CPU, 1), number(average.share(k)));
            }
            assertThat(average.average().item_double()).isGreaterThan(0.999);
        }
    }
}
