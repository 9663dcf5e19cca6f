package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tape;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class LeTransformerTest {
    private static long weights(boolean shared) {
        try (RateNet net = Networks.letf(4, 3, 2, 2, shared, Readout.PLAIN).fresh(1, ScalarType.Float)) {
            return net.parameters().count();
        }
    }

    @Test
    void sharingTheDirectionsSavesTheirWeights() {
        // 12 h^2 + 4 h a block, 3 h^2 for the readout's queries, keys and values.
        long h = 8;
        long saved = 2 * (12 * h * h + 4 * h) + 3 * h * h;
        assertThat(weights(false) - weights(true)).isEqualTo(saved);
    }

    /** Without gradients the readout attends to each stream on its own and adds up. */
    @Test
    void sameOutputWithAndWithoutGradients() {
        for (boolean shared : new boolean[] {false, true}) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(1, Device.CPU);
                    RateNet net =
                            Networks.letf(7, 3, 2, 2, shared, Readout.PLAIN).fresh(1, ScalarType.Double)) {
                Tensor x = rng.integers(3, 5, 7);
                Tensor t = rng.uniform(5);
                Context context = new Context(Tensors.zeros(ScalarType.Double, Device.CPU, 5, 7, 3));
                double[] with = Tensors.doubles(net.antisymmetric(x, t, context));
                double[] without = Ops.withoutGradient(() -> Tensors.doubles(net.antisymmetric(x, t, context)));
                assertThat(without).containsExactly(with, within(1e-12));
                assertThat(Arrays.stream(with).map(Math::abs).max().orElseThrow())
                        .isGreaterThan(0.01);
            }
        }
    }

    /** Of fewer sites than the network was built for, by the rules of the tape. */
    @Test
    void sameGradientsByRulesOfFewerSites() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU);
                RateNet net = Networks.letf(7, 3, 2, 2, false, Readout.PLAIN).random(1, ScalarType.Double)) {
            Tensor x = rng.integers(3, 5, 4);
            Tensor t = rng.uniform(5);
            Tensor w = rng.normal(5, 4, 3).to(ScalarType.Double);
            Context context = new Context(Tensors.zeros(ScalarType.Double, Device.CPU, 5, 4, 3));
            double[][] gradients = new double[2][];
            for (int k = 0; k < 2; k++) {
                net.parameters().gradients().zero_();
                try (Tape tape = k == 0 ? Tape.ofAll() : Tape.open(Device.CPU)) {
                    tape.backward(net.antisymmetric(x, t, context).mul(w).sum());
                }
                gradients[k] = Tensors.doubles(net.parameters().gradients());
            }
            assertThat(gradients[0]).containsExactly(gradients[1], within(1e-10));
            assertThat(Arrays.stream(gradients[0]).map(Math::abs).max().orElseThrow())
                    .isGreaterThan(0.01);
        }
    }

    @Test
    void shapesThatCannotBeBuiltAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeTransformer.Settings(4, 2, 10, 4, 1, false))
                .withMessage("hidden (10) must be divisible by heads (4)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeTransformer.Settings(4, 2, 8, 0, 1, false))
                .withMessageContaining("at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeTransformer.Settings(4, 2, 8, 2, 0, false))
                .withMessageContaining("at least 1");
        assertThat(Readout.parse("energy")).isEqualTo(Readout.ENERGY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Readout.parse("both"))
                .withMessage("unknown readout 'both'; possible: plain, energy");
    }
}
