package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Differentiable;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.Smooth;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.Taylor;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** One gradient in place of all neighbours: exact for pairs of sites, biased beyond, and never in the exact weights. */
class TaylorTest {
    private static final Smooth SMOOTH = Smooth.random(new StateSpace(4, 3), 1);
    private static final double T = 0.8;

    @Test
    void pairwiseEnergiesLoseNothing() {
        for (Differentiable target : new Differentiable[] {Ising.lattice(3, 0.3, 0.2), Potts.lattice(3, 4, 1.1)}) {
            assertThat(error(target)).isLessThan(1e-12);
        }
    }

    @Test
    void anEnergyThatIsNotLinearInASiteIsOff() {
        assertThat(error(SMOOTH)).isBetween(0.1, 10.0);
    }

    /** The largest error of a log ratio, asked for where gradients are off, as simulations do. */
    private static double error(Differentiable target) {
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard();
                Rng rng = Rng.seeded(1, Device.CPU)) {
            Tensor x = rng.integers(target.space().states(), 20, target.space().sites());
            Tensor ratios = new Taylor(target).logRatios(x);
            assertThat(ratios.requires_grad()).isFalse();
            assertThat(Tensors.doubles(new Taylor(target).logRatiosAt(x, 1)))
                    .containsExactly(Tensors.doubles(target.logRatiosAt(x, 1)));
            return ratios.sub(target.logRatios(x)).abs().max().item_double();
        }
    }

    /** The bias: E_t[xi] is d/dt log Z_t with exact ratios, and is off by more than a tenth with these. */
    @Test
    void meanOfXiIsNoLongerTheSlopeOfLogZ() {
        Cases c = Cases.of("smooth", SMOOTH, Readout.PLAIN, 3);
        ExactChain exact = c.chain(RateFloor.NONE);
        double slope = exact.slope(T);
        assertThat(mean(exact, c.flow())).isCloseTo(slope, within(1e-10));
        assertThat(Math.abs(mean(exact, taylor(c)) - slope)).isGreaterThan(0.1);
    }

    private static double mean(ExactChain exact, Flow flow) {
        double[] p = exact.density(T);
        try (Scope scope = Scope.open()) {
            double[] xi = Tensors.doubles(flow.at(Enumeration.states(flow.path().space()), T, RateFloor.NONE)
                    .xi());
            double mean = 0;
            for (int k = 0; k < p.length; k++) {
                mean += p[k] * xi[k];
            }
            return mean;
        }
    }

    private static Flow taylor(Cases c) {
        Target target = new Taylor((Differentiable) c.target());
        return new Flow(new AnnealingPath(target), c.net(), Precision.FP32);
    }

    /** Reverse rates from wrong ratios still make a normalised kernel, and that is all the weights ask for. */
    @Test
    void exactWeightsAreStillUnbiased() {
        Cases c = Cases.of("smooth", SMOOTH, Readout.PLAIN, 3);
        double logZ = Enumeration.of(SMOOTH).logZ();
        for (StepRule kernel : StepRule.values()) {
            double mean = ExactWeightsTest.mean(taylor(c), kernel, Cases.REVERSIBLE, TimeGrid.uniform(3));
            assertThat(mean / Math.exp(logZ)).isCloseTo(1, within(1e-10));
        }
    }
}
