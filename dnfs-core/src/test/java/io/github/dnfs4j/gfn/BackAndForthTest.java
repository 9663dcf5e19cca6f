package io.github.dnfs4j.gfn;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class BackAndForthTest {
    private static final int N = 20_000;

    /** Exact samples stay exact samples, under a policy that knows nothing of the target. */
    @Test
    void targetIsInvariantWhateverThePolicy() {
        Target target = Tabulated.random(3, 3, 1.5, 61);
        Enumeration truth = Enumeration.of(target);
        for (int k = 1; k <= 3; k++) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(60 + k, Device.CPU);
                    FillPolicy policy = FillPolicy.of(target.space(), GfnSettings.DEFAULT.withNetwork(8, 1), rng)) {
                Tensor values = policy.parameters().values();
                values.add_(Ops.times(rng.normal(values.numel()), 0.4));
                SampleSet start = truth.sample(N, rng);
                Tensor x = Tensors.of(start.states(), Device.CPU, N, 3).to(ScalarType.Long);
                for (int step = 0; step < 3; step++) {
                    x = new BackAndForth(policy, k).step(target, x, rng);
                }
                ChiSquare.check(k + " sites", ChiSquare.counts(Tensors.longs(x), 3, 3, 27), truth.probabilities());
            }
        }
    }

    @Test
    void moreSitesThanThereAreCannotBeUnset() {
        try (Rng rng = Rng.seeded(64, Device.CPU);
                FillPolicy policy = FillPolicy.of(
                        Tabulated.random(3, 2, 1, 1).space(), GfnSettings.DEFAULT.withNetwork(8, 1), rng)) {
            assertThatIllegalArgumentException().isThrownBy(() -> new BackAndForth(policy, 4));
        }
    }
}
