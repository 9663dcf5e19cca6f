package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Torch;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class LearnedSlopeTest {
    /** The gradient at the leaf is that of the loss, -2 (xi - c) / n, however many threads share the batch. */
    @Test
    void theLossLeavesItsGradientAtTheLeaf() {
        int before = Torch.threads();
        int n = 40;
        try (Rng rng = Rng.seeded(11, Device.CPU);
                Model model = Model.create(Tiny.run(1), rng);
                LearnedSlope slope = new LearnedSlope(model.target().space(), 0, Ranks.ALONE, rng);
                Residual residual = new Residual(model.flow());
                Scope scope = Scope.open()) {
            Tensor x = model.flow().path().start(n, rng);
            Tensor t = rng.uniform(n);
            double[] xi = Tensors.doubles(model.flow().xi(x, t));
            for (int threads : new int[] {1, 2, 3}) {
                Torch.threads(threads);
                LearnedSlope.Slope c = slope.at(t);
                residual.backward(new Batch(x, t, c.leaf(), Tensors.range(n, Device.CPU)));
                double[] values = Tensors.doubles(c.values());
                double[] gradient = Tensors.doubles(c.leaf().grad());
                for (int k = 0; k < n; k++) {
                    assertThat(gradient[k]).isCloseTo(-2 * (xi[k] - values[k]) / n, within(1e-4));
                }
            }
        } finally {
            Torch.threads(before);
        }
    }

    /** Fed with noisy values of a curve, it learns the curve: the minimiser of the loss is the conditional mean. */
    @Test
    void learnsTheMeanOfWhatItIsComparedWith() {
        StateSpace space = new StateSpace(16, 2);
        try (Rng rng = Rng.seeded(5, Device.CPU);
                LearnedSlope slope = new LearnedSlope(space, 0, Ranks.ALONE, rng)) {
            for (int step = 0; step < 800; step++) {
                try (Scope scope = Scope.open()) {
                    Tensor t = rng.uniform(256);
                    LearnedSlope.Slope c = slope.at(t);
                    Tensor noisy = curve(t).add(rng.normal(256));
                    c.leaf().sub(noisy).square().mean().backward();
                    Tensor rate = Tensors.full(1e-2 * (1 - step / 800.0), Device.CPU);
                    slope.update(c, rate, 1e9, Tensors.full(1, Device.CPU));
                }
            }
            try (Scope scope = Scope.open()) {
                Tensor t = Tensors.of(new double[] {0, 0.3, 0.6, 1}, Device.CPU, 4);
                assertThat(Tensors.doubles(slope.at(t).values()))
                        .containsExactly(Tensors.doubles(curve(t)), within(0.4));
            }
        }
    }

    /** 11 to 16, with a bend. */
    private static Tensor curve(Tensor t) {
        return t.square().mul(io.github.dnfs4j.torch.Ops.scalar(5.0)).add(io.github.dnfs4j.torch.Ops.scalar(11.0));
    }
}
