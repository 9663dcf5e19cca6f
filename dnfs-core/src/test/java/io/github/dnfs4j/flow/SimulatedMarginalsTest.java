package io.github.dnfs4j.flow;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The states of a simulation have the law of the product of the exact one-step matrices. */
class SimulatedMarginalsTest {
    private static final TimeGrid GRID = new TimeGrid(0, 0.3, 0.5, 0.9, 1);

    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withKernels")
    void forward(Cases c, StepRule kernel) {
        checkForward(c, kernel, 6_000);
    }

    /** 2^9 states. */
    @ParameterizedTest
    @EnumSource(StepRule.class)
    void forwardOnALattice(StepRule kernel) {
        checkForward(Cases.of("lattice", Ising.lattice(3, 0.15, 0.1), Readout.ENERGY, 5), kernel, 6_000);
    }

    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withKernels")
    void backwardFromExactSamples(Cases c, StepRule kernel) {
        ExactChain exact = c.chain(Cases.REVERSIBLE);
        double[] p = exact.density(1);
        for (int k = GRID.steps() - 1; k >= 0; k--) {
            p = ExactChain.apply(p, exact.step(exact.reverse(GRID.at(k + 1)), GRID.width(k), kernel));
        }
        int n = 6_000;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(12, Device.CPU)) {
            SampleSet samples = Enumeration.of(c.target()).sample(n, rng);
            Tensor x = Tensors.of(samples.states(), Device.CPU, n, exact.d).to(ScalarType.Long);
            Paths paths = Steps.of(c.flow(), GRID, kernel, Cases.REVERSIBLE).backward(x, rng);
            ChiSquare.check("x_0", ChiSquare.counts(Tensors.longs(paths.x()), exact.d, exact.s, exact.size), p);
        }
    }

    private static void checkForward(Cases c, StepRule kernel, int n) {
        ExactChain exact = c.chain(Cases.CONSTANT);
        List<long[]> seen = new ArrayList<>();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(11, Device.CPU)) {
            Simulator simulator = Steps.of(c.flow(), GRID, kernel, Cases.CONSTANT);
            Paths paths = simulator.forward(n, rng, (k, x) -> seen.add(Tensors.longs(x)));
            seen.add(Tensors.longs(paths.x()));
        }
        double[] p = new double[exact.size];
        Arrays.fill(p, 1.0 / exact.size);
        for (int k = 0; k <= GRID.steps(); k++) {
            ChiSquare.check("x_" + k, ChiSquare.counts(seen.get(k), exact.d, exact.s, exact.size), p);
            if (k < GRID.steps()) {
                p = ExactChain.apply(p, exact.step(exact.forward(GRID.at(k)), GRID.width(k), kernel));
            }
        }
        ChiSquare.check("the result", ChiSquare.counts(seen.get(GRID.steps() + 1), exact.d, exact.s, exact.size), p);
    }
}
