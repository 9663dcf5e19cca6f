package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An energy-informed network starts from the solution of Kolmogorov's equation at t = 0, whatever the number of states. */
class StartTest {
    static Stream<Target> lattices() {
        return Stream.of(Ising.lattice(3, 0.2, 0), Potts.lattice(3, 2, 0.9), Potts.lattice(3, 3, 0.9));
    }

    @ParameterizedTest
    @MethodSource("lattices")
    void theResidualIsConstantAtTimeZero(Target target) {
        Cases c = Cases.of("start", target, Readout.ENERGY, 1);
        try (Scope scope = Scope.open()) {
            c.net().parameters().slices(c.net().parameters().values()).forEach((name, slice) -> {
                if (name.equals("head.omega") || name.equals("head.gain")) {
                    slice.zero_();
                }
            });
            Tensor x = Enumeration.states(target.space());
            double[] xi = Tensors.doubles(c.flow().at(x, 0, RateFloor.NONE).xi());
            for (double v : xi) {
                assertThat(v).isCloseTo(xi[0], within(1e-9));
            }
        }
    }
}
