package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.testkit.OnlyDensity;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class TargetCheckTest {
    private static final Target GOOD = new Clock(3, 0.4);

    /** A good target of which one answer is spoilt. */
    private record Spoilt(UnaryOperator<Tensor> density, UnaryOperator<Tensor> ratios, UnaryOperator<Tensor> oneSite)
            implements ForwardingTarget {
        @Override
        public Target inner() {
            return GOOD;
        }

        @Override
        public Tensor logDensity(Tensor x) {
            return density.apply(GOOD.logDensity(x));
        }

        @Override
        public Tensor logRatios(Tensor x) {
            return ratios.apply(GOOD.logRatios(x));
        }

        @Override
        public Tensor logRatiosAt(Tensor x, int site) {
            return oneSite.apply(GOOD.logRatiosAt(x, site));
        }

        @Override
        public Spoilt rows(Tensor index) {
            return this;
        }
    }

    private static Spoilt density(UnaryOperator<Tensor> how) {
        return new Spoilt(how, r -> r, r -> r);
    }

    private static Spoilt ratios(UnaryOperator<Tensor> how) {
        return new Spoilt(u -> u, how, r -> r);
    }

    @Test
    void targetsThatAreRightPass() {
        TargetCheck.of(GOOD, Device.CPU);
        TargetCheck.of(Ising.lattice(4, 0.3, 0.1), Device.CPU);
        TargetCheck.of(Potts.lattice(3, 5, 1), Device.CPU);
        TargetCheck.of(new Taylor(Ising.lattice(4, 0.3, 0.1)), Device.CPU);
        TargetCheck.of(density(u -> u.to(ScalarType.Float)), Device.CPU);
        TargetCheck.of(new OnlyDensity(Ising.lattice(20, 0.3, 0.1)), Device.CPU);
    }

    @Test
    void shapesAndTypesAreTold() {
        refused(density(u -> u.unsqueeze(-1)), "logDensity returned a tensor [64, 1] for 64 states, not [64]");
        refused(density(u -> u.sum()), "logDensity returned a tensor [] for 64 states, not [64]");
        refused(density(u -> u.to(ScalarType.Long)), "not floating-point numbers");
        refused(ratios(r -> r.flatten(1, 2)), "logRatios returned a tensor [64, 27] for 64 states, not [64, 9, 3]");
        refused(
                new Spoilt(u -> u, r -> r, r -> r.select(1, 0)),
                "logRatiosAt returned a tensor [64] for 64 states, not");
        refused(new OnLattice(GOOD, new Lattice(3, 4)), "a lattice of 3 x 4, but it has 9 sites");
    }

    @Test
    void whatIsNotFiniteIsToldWithTheState() {
        refused(density(u -> torch.log(u)), "logDensity is NaN at state (");
        refused(density(u -> Ops.times(u, Double.POSITIVE_INFINITY)), "logDensity is");
        refused(
                density(u -> u.masked_fill(u.lt(Ops.scalar(-1.0)), Ops.scalar(Double.NEGATIVE_INFINITY))),
                "states that are forbidden need a large finite penalty, or a target that is Constrained");
        refused(ratios(r -> torch.log(r)), "logRatios has entries that are not finite at state (");
        refused(ratios(r -> Ops.times(r, 1e300)), "more than a network can follow");
    }

    @Test
    void ratiosThatAreNotThoseOfTheDensityAreTold() {
        refused(ratios(r -> Ops.times(r, 1.01)), "logRatios says that setting site ");
        refused(ratios(r -> r.neg()), "logRatios says that setting site ");
        refused(new Spoilt(u -> u, r -> r, r -> r.roll(new long[] {1}, 1)), "logRatiosAt says that setting site ");
    }

    @Test
    void aDensityThatIsNotOneIsTold() {
        int[] calls = {0};
        refused(density(u -> Ops.plus(u, calls[0]++)), "logDensity differs between two calls");
    }

    @Test
    void valuesThatNotAllSitesHaveCannotBeExchanged() {
        Target mixed = Tabulated.random(StateSpace.of(2, 3), 1, 1);
        TargetCheck.of(mixed, Device.CPU);
        refused(new Claiming(mixed), "its states may be exchanged, but it has sites of [2, 3] states");
    }

    private record Claiming(Target inner) implements ForwardingTarget {
        @Override
        public Structure structure() {
            return Structure.of(Optional.empty(), true);
        }

        @Override
        public Claiming rows(Tensor index) {
            return this;
        }
    }

    /** The hint for forbidden states leads somewhere. */
    @Test
    void aConstrainedTargetMayForbidStates() {
        TargetCheck.of(new NotBoth(), Device.CPU);
    }

    /** Two bits that are not both 1. */
    private record NotBoth() implements Target, Constrained {
        @Override
        public StateSpace space() {
            return new StateSpace(2, 2);
        }

        @Override
        public Tensor logDensity(Tensor x) {
            Tensor both = x.sum(1).eq(Ops.scalar(2L));
            return Tensors.zeros(ScalarType.Double, Device.CPU, x.size(0))
                    .masked_fill(both, Ops.scalar(Double.NEGATIVE_INFINITY));
        }

        @Override
        public Tensor open(Tensor x) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Tensor turns(Tensor priorities) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Tensor start(double strength, int n, Rng rng) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Tensor rateScale(Tensor strength) {
            throw new UnsupportedOperationException();
        }
    }

    /** No array of that size is made before it is said. */
    @Test
    void tooManySitesAreOneLine() {
        Target large = new Target() {
            @Override
            public StateSpace space() {
                return new StateSpace(100_000, 2);
            }

            @Override
            public Tensor logDensity(Tensor x) {
                return Tensors.zeros(ScalarType.Double, Device.CPU, x.size(0));
            }
        };
        refused(large, "100000 are too many, at most 16384");
    }

    private static void refused(Target target, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TargetCheck.of(target, Device.CPU))
                .withMessageContaining(reason)
                .withMessageNotContaining("\n");
    }
}
