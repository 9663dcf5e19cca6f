package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.net.Context;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.function.BinaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What jumps cannot follow is said in a line, and not weighed. */
class JumpChecksTest {
    private static final Cases CASE = Cases.spins(4, Readout.ENERGY, 1);

    /** A network whose answers somebody changed. */
    private record Changed(RateNet net, BinaryOperator<Tensor> change) implements RateNet {
        @Override
        public Tensor antisymmetric(Tensor x, Tensor t, Context context) {
            return change.apply(x, net.antisymmetric(x, t, context));
        }

        @Override
        public Parameters parameters() {
            return net.parameters();
        }

        @Override
        public RateNet replica() {
            return this;
        }
    }

    private static Paths run(BinaryOperator<Tensor> change) {
        return run(CASE.target(), change);
    }

    private static Paths run(Target target, BinaryOperator<Tensor> change) {
        Flow flow = new Flow(new AnnealingPath(target), new Changed(CASE.net(), change), Precision.FP32);
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            return Jumps.of(flow, 4).forward(200, rng, null);
        }
    }

    @Test
    void aLeakIsNoticed() {
        try (Scope scope = Scope.open()) {
            // By a twentieth larger where the first site is 1, whichever site moves.
            assertThatIllegalStateException()
                    .isThrownBy(() -> run((x, g) -> g.mul(
                            x.narrow(1, 0, 1).unsqueeze(-1).mul(scalar(0.05)).add(scalar(1.0)))))
                    .withMessageContaining("not locally equivariant");
            run((x, g) -> g);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
    void ratesThatAreNotFinite(double value) {
        try (Scope scope = Scope.open()) {
            assertThatExceptionOfType(ArithmeticException.class)
                    .isThrownBy(() -> run((x, g) -> g.mul(scalar(value))))
                    .withMessageContaining("of 200 paths met rates or energies that are not finite");
        }
    }

    /** Such a move is never made, but could be undone. */
    @Test
    void ratesBackThatAreNotFinite() {
        try (Scope scope = Scope.open()) {
            assertThatExceptionOfType(ArithmeticException.class)
                    .isThrownBy(() -> run(
                            (x, g) -> g.sub(g.ne(scalar(0.0)).mul(scalar(1e308)).mul(scalar(10.0)))))
                    .withMessageContaining("not finite");
        }
    }

    @Test
    void ratesThatAreAllZero() {
        try (Scope scope = Scope.open()) {
            assertThatExceptionOfType(ArithmeticException.class)
                    .isThrownBy(() -> run((x, g) -> g.mul(scalar(0.0))))
                    .withMessage("all rates of the network are zero: no path moves");
        }
    }

    /** On a flat target a network without rates is perfect. */
    @Test
    void nothingToDoIsNoError() {
        Target flat = Tabulated.random(4, 2, 0, 1);
        try (Scope scope = Scope.open()) {
            double[] w = Tensors.doubles(
                    run(flat, (x, g) -> g.mul(scalar(0.0))).weights().exact());
            assertThat(Arrays.stream(w)
                            .map(v -> Math.abs(v - 4 * Math.log(2)))
                            .max()
                            .orElseThrow())
                    .isLessThan(1e-12);
        }
    }

    /** Round and round through three states. */
    @Test
    void ratesThatNeverEnd() {
        Cases c = Cases.colours(Readout.PLAIN, 4);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CPU)) {
            Tensor round = Tensors.of(new double[] {0, 1e9, -1e9, -1e9, 0, 1e9, 1e9, -1e9, 0}, Device.CPU, 3, 3);
            Flow flow = new Flow(
                    new AnnealingPath(c.target()),
                    new Changed(
                            c.net(), (x, g) -> round.index_select(0, x.view(-1)).view_as(g)),
                    Precision.FP32);
            assertThatExceptionOfType(ArithmeticException.class)
                    .isThrownBy(() -> Jumps.of(flow, 1).forward(2, rng, null))
                    .withMessageContaining("too large to be followed jump by jump");
        }
    }

    /** Energies so large that rates of the way back overflow give weights that are tiny, not NaN. */
    @Test
    void hugeEnergiesGiveNumbers() {
        Cases c = Cases.of("huge", Tabulated.random(3, 2, 3_000, 3), Readout.PLAIN, 3);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU)) {
            double[] w = Tensors.doubles(
                    Jumps.of(c.flow(), 4).forward(300, rng, null).weights().exact());
            assertThat(Arrays.stream(w).anyMatch(Double::isNaN)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -3, 1_000_001})
    void numbersOfCells(int cells) {
        assertThatIllegalArgumentException().isThrownBy(() -> Jumps.of(CASE.flow(), cells));
    }

    @Test
    void backwardTakesNeitherMovesNorResampling() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(4, Device.CPU)) {
            Tensor x = CASE.flow().path().start(4, rng);
            Jumps jumps = Jumps.of(CASE.flow(), 2);
            assertThatIllegalStateException()
                    .isThrownBy(() -> jumps.with(new Gibbs(), 0).backward(x, rng));
            assertThatIllegalStateException()
                    .isThrownBy(() -> jumps.with(null, 0.5).backward(x, rng));
        }
    }
}
