package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Every rule against libtorch's autograd, and against differences in fp64; and what a tape is for. */
class TapeTest {
    private static final double STEP = 1e-6;

    /** An operation on tensors of these shapes, all of which have gradients. */
    private record Case(String name, Function<Tensor[], Tensor> operation, long[]... shapes) {}

    private static final List<Case> CASES = List.of(
            new Case("normalise", x -> Ops.normalise(x[0]), new long[] {2, 3, 8}),
            new Case("gelu", x -> Ops.gelu(x[0]), new long[] {3, 8}),
            new Case(
                    "bias of a group",
                    x -> Ops.plusRowsGelu(Ops.times(x[0], 1), x[1]),
                    new long[] {2, 3, 8},
                    new long[] {2, 1, 8}),
            new Case(
                    "bias of a tail",
                    x -> Ops.plusRowsGelu(Ops.times(x[0], 1), x[1]),
                    new long[] {2, 3, 4, 8},
                    new long[] {2, 1, 4, 8}),
            new Case(
                    "affine and gelu",
                    x -> Ops.affineGelu(x[0], x[1], x[2]),
                    new long[] {2, 5, 4},
                    new long[] {2, 4, 8},
                    new long[] {2, 1, 8}),
            new Case(
                    "sum with a product",
                    x -> Ops.plusProduct(Ops.times(x[0], 1), x[1], x[2]),
                    new long[] {2, 5, 8},
                    new long[] {2, 5, 4},
                    new long[] {2, 4, 8}),
            new Case(
                    "sum with an affine map",
                    x -> Ops.plusAffine(Ops.times(x[0], 1), x[1], x[2], x[3]),
                    new long[] {1, 5, 8},
                    new long[] {1, 5, 4},
                    new long[] {1, 4, 8},
                    new long[] {1, 1, 8}),
            new Case("a stream that is normalised and goes on", TapeTest::stream, new long[] {1, 5, 8}, new long[] {
                1, 8, 8
            }));

    /** Two layers of {@code z <- z + gelu(normalise(z)) W}, the second of which sees the sum of what it is given. */
    private static Tensor stream(Tensor[] x) {
        Tensor z = Tape.leaf(Ops.times(x[0], 1));
        for (int k = 0; k < 2; k++) {
            z = Ops.plusProduct(z, Ops.gelu(Tape.leaf(Ops.times(Ops.normalise(z), 2))), x[1]);
        }
        return z.add(Ops.normalise(z));
    }

    /** Leaves with normal values, and the weights of a linear function of what the operation makes of them. */
    private static final class Trial {
        private final Case of;
        private final Tensor[] inputs;
        private final Tensor weights;

        Trial(Case of, ScalarType type, Rng rng) {
            this.of = of;
            inputs = new Tensor[of.shapes.length];
            for (int k = 0; k < inputs.length; k++) {
                inputs[k] = rng.normal(of.shapes[k]).to(type);
            }
            weights = rng.normal(Tensors.shape(of.operation.apply(inputs))).to(ScalarType.Double);
        }

        Tensor loss() {
            return of.operation.apply(inputs).to(ScalarType.Double).mul(weights).sum();
        }

        /** Of all inputs, one after the other. */
        double[] gradients(boolean taped) {
            for (Tensor t : inputs) {
                t.set_requires_grad(true);
                t.mutable_grad().put(new Tensor());
            }
            if (taped) {
                try (Tape tape = Tape.ofAll()) {
                    tape.backward(loss());
                }
            } else {
                loss().backward();
            }
            List<Tensor> all = new ArrayList<>();
            for (Tensor t : inputs) {
                all.add(t.grad().reshape(-1).to(ScalarType.Double));
                t.set_requires_grad(false);
            }
            return Tensors.doubles(Ops.cat(0, all.toArray(Tensor[]::new)));
        }

        double[] differences() {
            List<Double> all = new ArrayList<>();
            for (Tensor t : inputs) {
                for (long k = 0; k < t.numel(); k++) {
                    Tensor entry = t.view(-1).narrow(0, k, 1);
                    entry.add_(Ops.scalar(STEP));
                    double above = loss().item_double();
                    entry.sub_(Ops.scalar(2 * STEP));
                    all.add((above - loss().item_double()) / (2 * STEP));
                    entry.add_(Ops.scalar(STEP));
                }
            }
            return all.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

    @Test
    void rulesAreWhatAutogradAndDifferencesSay() {
        for (Case c : CASES) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(1, Device.CPU)) {
                Trial trial = new Trial(c, ScalarType.Double, rng);
                double[] own = trial.gradients(true);
                assertThat(own).as(c.name).containsExactly(trial.gradients(false), within(1e-10));
                assertThat(own).as(c.name).containsExactly(trial.differences(), within(1e-6));
            }
        }
    }

    /** Rounded to bf16 the rules are as good as libtorch's: both miss what fp64 says by the same order. */
    @Test
    void rulesRoundNoMoreThanAutograd() {
        for (Case c : CASES) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(1, Device.CPU)) {
                Trial rounded = new Trial(c, ScalarType.BFloat16, rng);
                double[] own = rounded.gradients(true);
                double[] autograd = rounded.gradients(false);
                for (int k = 0; k < rounded.inputs.length; k++) {
                    rounded.inputs[k] = rounded.inputs[k].to(ScalarType.Double);
                }
                double[] exact = rounded.gradients(false);
                assertThat(difference(own, exact)).as(c.name).isLessThan(2 * difference(autograd, exact) + 0.02);
            }
        }
    }

    private static double difference(double[] a, double[] b) {
        double largest = 0;
        for (int k = 0; k < a.length; k++) {
            largest = Math.max(largest, Math.abs(a[k] - b[k]));
        }
        return largest;
    }

    /** What would be gone through twice is refused, not counted twice or lost. */
    @Test
    void tensorThatIsNoLeafServesOneOperation() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU);
                Tape tape = Tape.ofAll()) {
            Tensor w = rng.normal(8, 8);
            w.set_requires_grad(true);
            Tensor z = rng.normal(3, 8).mm(w).exp();
            Tensor loss = z.add(Ops.normalise(z)).sum();
            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> tape.backward(loss))
                    .withMessageContaining("second time");
        }
    }

    /** Two leaves whose gradients are views of one: a rule that writes over its own must not change the other. */
    @Test
    void gradientsThatShareMemoryAreKeptApart() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU)) {
            Tensor x = rng.normal(4, 8).to(ScalarType.Double);
            Tensor[] gradients = new Tensor[2];
            for (int k = 0; k < 2; k++) {
                Tensor own = x.detach().clone();
                own.set_requires_grad(true);
                try (Tape tape = k == 0 ? Tape.ofAll() : Tape.open(Device.CPU)) {
                    Tensor a = Tape.leaf(Ops.times(own, 2));
                    Tensor b = Tape.leaf(Ops.times(own, 3));
                    Tensor seen = Ops.normalise(a).add(Ops.normalise(b));
                    tape.backward(seen.add(a.view(-1).add(b.view(-1)).view(4, 8))
                            .square()
                            .sum());
                }
                gradients[k] = own.grad();
            }
            assertThat(Tensors.doubles(gradients[0])).containsExactly(Tensors.doubles(gradients[1]), within(1e-10));
        }
    }

    /** Weights that are rounded once for all operations. */
    @Test
    void roundedWeightsGetTheirGradientsTogether() {
        double[][] gradients = new double[2][];
        for (int k = 0; k < 2; k++) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(1, Device.CPU);
                    Parameters p = new Parameters.Builder()
                            .add("a", 1, 1, 4, 8)
                            .add("unused", 1, 3)
                            .add("b", 1, 1, 1, 8)
                            .build(rng, ScalarType.Float);
                    Tape tape = k == 0 ? Tape.ofAll() : Tape.open(Device.CPU)) {
                Parameters.ByName w = p.as(ScalarType.BFloat16);
                Tensor x = rng.normal(1, 5, 4).to(ScalarType.BFloat16);
                Tensor y = Ops.affineGelu(x, w.get("a"), w.get("b"));
                tape.backward(y.to(ScalarType.Float).sum().add(p.get("a").sum()));
                gradients[k] = Tensors.doubles(p.gradients());
            }
        }
        assertThat(gradients[0]).containsExactly(gradients[1], within(0.05));
        assertThat(gradients[0][35]).isZero();
    }

    @Test
    void closedTapeLeavesTheOneAround() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU);
                Tape outer = Tape.ofAll()) {
            Tensor x = rng.normal(2, 8).to(ScalarType.Double);
            x.set_requires_grad(true);
            try (Tape inner = Tape.open(Device.CPU)) {
                assertThat(Ops.normalise(x).is_leaf()).isFalse();
            }
            assertThat(Ops.normalise(x).is_leaf()).isTrue();
        }
        assertThat(Tape.takes(() -> true)).isFalse();
    }
}
