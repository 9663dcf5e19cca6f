package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tape;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class FluxTest {
    private static final double CLIP = 0.5;

    /** The formula, as {@link Flow#xi} has it where no tape is open. */
    private static Tensor formula(Tensor g, Tensor ratios, Link link) {
        Tensor odds = ratios.clamp_max(Ops.scalar(CLIP)).exp();
        return link.apply(g).sub(link.apply(g.neg()).mul(odds)).sum(-2, -1);
    }

    @Test
    void valueAndGradientAreThoseOfTheFormula() {
        for (Link link : Link.values()) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(1, Device.CPU)) {
                Tensor g = rng.normal(4, 5, 3).to(ScalarType.Double);
                // At 0 as well: there the entries of the present values lie.
                g.view(-1).narrow(0, 0, 7).zero_();
                Tensor ratios = rng.normal(4, 5, 3).to(ScalarType.Double);
                Tensor w = rng.normal(4).to(ScalarType.Double);
                g.set_requires_grad(true);
                double[] own;
                try (Tape tape = Tape.ofAll()) {
                    assertThat(Flux.taped(g, ratios)).isTrue();
                    Tensor f = Flux.of(g, ratios, link, CLIP);
                    assertThat(Tensors.doubles(f))
                            .containsExactly(Tensors.doubles(formula(g, ratios, link)), within(1e-12));
                    tape.backward(f.mul(w).sum());
                    own = Tensors.doubles(g.grad());
                }
                g.mutable_grad().put(new Tensor());
                formula(g, ratios, link).mul(w).sum().backward();
                assertThat(own).as("%s", link).containsExactly(Tensors.doubles(g.grad()), within(1e-12));
            }
        }
    }

    /** Log ratios with gradients, as those of an energy that is learned, are left to autograd. */
    @Test
    void ratiosWithGradientsAreNotTaken() {
        try (Scope scope = Scope.open();
                Tape tape = Tape.ofAll()) {
            Tensor g = Tensors.zeros(ScalarType.Double, Device.CPU, 1, 1, 2);
            Tensor ratios = Tensors.zeros(ScalarType.Double, Device.CPU, 1, 1, 2);
            assertThat(Flux.taped(g, ratios)).isFalse();
            g.set_requires_grad(true);
            assertThat(Flux.taped(g, ratios)).isTrue();
            ratios.set_requires_grad(true);
            assertThat(Flux.taped(g, ratios)).isFalse();
        }
    }
}
