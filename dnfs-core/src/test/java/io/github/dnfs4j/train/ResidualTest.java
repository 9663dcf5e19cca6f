package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Torch;
import org.junit.jupiter.api.Test;

class ResidualTest {
    /** The loss and its gradient do not depend on how many threads share the batch. */
    @Test
    void threadsAddUpToTheWholeGradient() {
        int before = Torch.threads();
        try (Rng rng = Rng.seeded(11, Device.CPU);
                Model model = Model.create(Tiny.run(1), rng);
                Residual residual = new Residual(model.flow());
                Scope scope = Scope.open()) {
            int n = 41;
            Batch batch = new Batch(
                    model.flow().path().start(n, rng), rng.uniform(n), rng.uniform(n), Tensors.range(n, Device.CPU));
            Torch.threads(1);
            double loss = residual.backward(batch).item_double();
            double[] gradient = Tensors.doubles(model.flow().net().parameters().gradients());
            for (int threads : new int[] {2, 3, 5}) {
                Torch.threads(threads);
                assertThat(residual.backward(batch).item_double()).isCloseTo(loss, within(1e-5 * loss));
                assertThat(Tensors.doubles(model.flow().net().parameters().gradients()))
                        .containsExactly(gradient, within(1e-3));
            }
        } finally {
            Torch.threads(before);
        }
    }
}
