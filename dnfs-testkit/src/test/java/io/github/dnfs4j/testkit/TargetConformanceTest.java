package io.github.dnfs4j.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.target.Differentiable;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.PairGraph;
import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Right targets pass, and each way to be wrong is found and named. */
class TargetConformanceTest {
    private static final Ising RIGHT = Ising.lattice(3, 0.2, 0.1);

    /** The lattice, with one method for a test to spoil. */
    private abstract static class Spoilt implements Target {
        @Override
        public StateSpace space() {
            return RIGHT.space();
        }

        @Override
        public Tensor logDensity(Tensor x) {
            return RIGHT.logDensity(x);
        }
    }

    private static void found(Target target, String message) {
        assertThatThrownBy(() -> TargetConformance.check(target, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
    }

    @Test
    void theSmallTargetsPass() {
        SmallTargets.all().values().forEach(target -> TargetConformance.check(target, 1));
        TargetConformance.check(new Spoilt() {}, 1);
    }

    @Test
    void impossibleStatesAreNoFault() {
        double none = Double.NEGATIVE_INFINITY;
        TargetConformance.check(Tabulated.of(2, 3, 0, 1, none, 0.5, none, 0.2, 0.3, 0, none), 1);
    }

    @Test
    void wrongClosedForms() {
        found(
                new Spoilt() {
                    @Override
                    public Tensor logRatios(Tensor x) {
                        Tensor ratios = RIGHT.logRatios(x);
                        ratios.select(1, 8).select(1, 1).mul_(Ops.scalar(1.000001));
                        return ratios;
                    }
                },
                "logRatios, against");
        found(
                new Spoilt() {
                    @Override
                    public Tensor logRatiosAt(Tensor x, int site) {
                        return RIGHT.logRatiosAt(x, 8 - site);
                    }
                },
                "logRatiosAt site 0");
        found(
                new Spoilt() {
                    @Override
                    public Tensor logRatios(Tensor x) {
                        return RIGHT.logRatios(x).select(2, 1);
                    }
                },
                "logRatios has shape [8, 9], not [8, 9, 2]");
    }

    @Test
    void wrongDensities() {
        found(
                new Spoilt() {
                    @Override
                    public Tensor logDensity(Tensor x) {
                        return super.logDensity(x).to(ScalarType.Float);
                    }
                },
                "of type Float");
        found(
                new Spoilt() {
                    @Override
                    public Tensor logDensity(Tensor x) {
                        return super.logDensity(x).unsqueeze(1);
                    }
                },
                "logDensity has shape [8, 1], not [8]");
        found(
                new Spoilt() {
                    @Override
                    public Tensor logDensity(Tensor x) {
                        return super.logDensity(x).sqrt();
                    }
                },
                "a log density is NaN");
        found(
                new Spoilt() {
                    @Override
                    public Tensor logRatios(Tensor x) {
                        x.fill_(Ops.scalar(0L));
                        return super.logRatios(x);
                    }
                },
                "the states have changed");
    }

    /** What a mean over the batch does. */
    @Test
    void rowsThatKnowEachOther() {
        found(
                new Spoilt() {
                    @Override
                    public Tensor logDensity(Tensor x) {
                        Tensor u = super.logDensity(x);
                        return u.sub(u.max());
                    }
                },
                "alone");
    }

    private static Target claims(Structure structure) {
        return new Spoilt() {
            @Override
            public Structure structure() {
                return structure;
            }
        };
    }

    @Test
    void falseClaims() {
        found(claims(Structure.of(Optional.empty(), true)), "a symmetric density after a cycle");
        Structure wrong = new Structure() {
            @Override
            public Tensor couplings(Tensor x) {
                return Tensors.full(0.8, Device.CPU, x.size(0), 9, 9);
            }
        };
        found(claims(wrong), "couplings of site 0");
        record OtherPairs() implements PairTarget {
            @Override
            public PairGraph pairs() {
                return Ising.lattice(3, 0.21, 0.1).pairs();
            }

            @Override
            public StateSpace space() {
                return RIGHT.space();
            }

            @Override
            public Tensor logDensity(Tensor x) {
                return RIGHT.logDensity(x);
            }
        }
        found(new OtherPairs(), "the pair graph");
        record OtherRelaxed(Differentiable of) implements Differentiable {
            @Override
            public StateSpace space() {
                return of.space();
            }

            @Override
            public Tensor logDensity(Tensor x) {
                return of.logDensity(x);
            }

            @Override
            public Tensor relaxed(Tensor o) {
                return of.relaxed(o).add(o.sum().sub(o.square().sum())).sub(Ops.scalar(1e-6));
            }
        }
        found(new OtherRelaxed(RandomNetwork.of(4, 3, 0.8, 8)), "relaxed at a state");
    }

    /** Row k is scaled by k + 1. */
    private record Scaled(Tensor scale, boolean forgetful) implements Target {
        @Override
        public StateSpace space() {
            return RIGHT.space();
        }

        @Override
        public Tensor logDensity(Tensor x) {
            return RIGHT.logDensity(x).mul(scale.narrow(0, 0, x.size(0)));
        }

        @Override
        public Target rows(Tensor index) {
            Tensor chosen = index.size(0) > scale.size(0) ? index : Tensors.range(index.size(0), Device.CPU);
            return new Scaled(scale.index_select(0, forgetful ? chosen : index), forgetful);
        }
    }

    @Test
    void instancesThatStayWhenTheirRowsMove() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CPU)) {
            Tensor x = rng.integers(2, 5, 9);
            TargetConformance.check(new Scaled(rng.uniform(5), false), x);
            assertThatThrownBy(() -> TargetConformance.check(new Scaled(rng.uniform(5), true), x))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("row 1 alone");
        }
    }
}
