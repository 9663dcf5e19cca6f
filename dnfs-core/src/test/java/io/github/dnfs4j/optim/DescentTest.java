package io.github.dnfs4j.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Torch;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class DescentTest {
    private static Parameters parameters(Rng rng) {
        return new Parameters.Builder().add("w", 1, 3).build(rng, ScalarType.Float);
    }

    /** One step on {@code loss = factor |w|^2 / 2}. */
    private static Descent.Outcome step(Descent descent, Parameters p, long number, double factor) {
        p.gradients().zero_();
        Tensor loss = Ops.times(p.get("w").to(ScalarType.Double).square().sum(), factor / 2);
        loss.backward();
        descent.tell(number, 0.05);
        return descent.step(loss.detach());
    }

    @Test
    void goesDownhillAndTheAverageFollows() {
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Parameters p = parameters(rng);
                Descent descent = Descent.averaging(p, 0, 10, 0.9, Ranks.ALONE);
                Scope scope = Scope.open()) {
            double before = p.values().norm().item_double();
            for (int k = 1; k <= 200; k++) {
                step(descent, p, k, 1);
            }
            assertThat(p.values().norm().item_double()).isLessThan(before / 10);
            assertThat(descent.average().norm().item_double()).isLessThan(before / 10);
            assertThatCode(descent::check).doesNotThrowAnyException();
        }
    }

    /** Neither weights nor moments nor average see a batch that is not finite; it is counted. */
    @Test
    void leavesOutWhatIsNotFiniteAndGoesOn() {
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Parameters p = parameters(rng);
                Descent descent = Descent.averaging(p, 0.1, 10, 0.9, Ranks.ALONE);
                Scope scope = Scope.open()) {
            step(descent, p, 1, 1);
            String before = image(descent);
            Descent.Outcome bad = step(descent, p, 2, Double.NaN);
            assertThat(bad.ok().item_double()).isZero();
            assertThat(Tensors.doubles(bad.skipped())).containsExactly(1, 1);
            assertThat(image(descent)).isEqualTo(before);
            Descent.Outcome good = step(descent, p, 3, 1);
            assertThat(good.ok().item_double()).isEqualTo(1);
            assertThat(Tensors.doubles(good.skipped())).containsExactly(1, 0);
            assertThat(image(descent)).isNotEqualTo(before);
        }
    }

    private static String image(Descent descent) {
        StringBuilder all = new StringBuilder();
        descent.state().forEach((name, tensor) -> {
            if (!name.equals("skipped")) {
                all.append(name).append(java.util.Arrays.toString(Tensors.doubles(tensor)));
            }
        });
        return all.toString();
    }

    @Test
    void aHundredInARowAreTooMany() {
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Parameters p = parameters(rng);
                Descent descent = Descent.of(p, 0, 10);
                Scope scope = Scope.open()) {
            for (int k = 1; k <= 99; k++) {
                step(descent, p, k, Double.POSITIVE_INFINITY);
            }
            assertThatCode(descent::check).doesNotThrowAnyException();
            step(descent, p, 100, Double.NaN);
            assertThatThrownBy(descent::check)
                    .isInstanceOf(DivergedException.class)
                    .hasMessageContaining("the last 100 steps");
        }
    }

    /** The sum over rows of (w x)^2: the parts of any number of threads add up to the whole gradient and loss. */
    @Test
    void partsAddUpToTheGradientOfTheBatch() {
        int before = Torch.threads();
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Parameters p = parameters(rng);
                SplitGradient<Parameters> gradient = new SplitGradient<>(p, Parameters::replica, q -> q, 2);
                Scope scope = Scope.open()) {
            Tensor x = rng.normal(17, 3).to(ScalarType.Float);
            double[] w = Tensors.doubles(p.values());
            double[] rows = Tensors.doubles(x);
            double loss = 0;
            double[] slope = new double[3];
            for (int r = 0; r < 17; r++) {
                double y = 0;
                for (int k = 0; k < 3; k++) {
                    y += w[k] * rows[3 * r + k];
                }
                loss += y * y;
                for (int k = 0; k < 3; k++) {
                    slope[k] += 2 * y * rows[3 * r + k];
                }
            }
            for (int threads : new int[] {1, 2, 3, 20}) {
                Torch.threads(threads);
                Tensor sum = gradient.of(17, (own, from, count) -> {
                    Tensor part =
                            x.narrow(0, from, count).mv(own.get("w")).square().sum();
                    part.backward();
                    return part.detach();
                });
                assertThat(sum.item_double()).isCloseTo(loss, within(1e-4));
                assertThat(Tensors.doubles(p.get("w").grad())).containsExactly(slope, within(1e-4));
            }
        } finally {
            Torch.threads(before);
        }
    }
}
