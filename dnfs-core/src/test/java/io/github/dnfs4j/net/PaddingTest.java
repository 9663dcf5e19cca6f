package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Sites that are not there: rows of 1 to 6 real sites, padded to 6 or more. */
class PaddingTest {
    private static final int SITES = 9;
    private static final int STATES = 3;
    private static final int ROWS = 6;

    private static List<Networks> shapes() {
        return List.of(
                Networks.letf(SITES, STATES, 1, 1, true, Readout.PLAIN),
                Networks.letf(SITES, STATES, 2, 2, false, Readout.ENERGY),
                Networks.legf(SITES, STATES, 1, 1, true, Readout.PLAIN),
                Networks.legf(SITES, STATES, 2, 2, false, Readout.ENERGY));
    }

    /** Row k has k + 1 real sites. */
    private static Tensor mask(int width) {
        Tensor site = Tensors.range(width, Device.CPU);
        return site.unsqueeze(0).le(Tensors.range(ROWS, Device.CPU).unsqueeze(1));
    }

    private static Tensor g(LeNet net, Tensor x, Tensor features) {
        Context context = new Context(features).masked(mask((int) x.size(1)));
        return net.antisymmetric(x, Tensors.full(0.4, Device.CPU, x.size(0)), context);
    }

    private static double difference(Tensor a, Tensor b) {
        return a.sub(b).abs().max().item_double() / a.abs().max().item_double();
    }

    @Test
    void whatStandsInPaddedSitesAndHowManyThereAreChangesNothing() {
        for (Networks shape : shapes()) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(1, Device.CPU);
                    LeNet net = shape.random(1, ScalarType.Double)) {
                Tensor x = rng.integers(STATES, ROWS, SITES);
                Tensor other = x.where(mask(SITES), rng.integers(STATES, ROWS, SITES));
                assertThat(other.ne(x).sum().item_long()).isPositive();
                Tensor features = Ops.centre(rng.normal(ROWS, SITES, STATES).to(ScalarType.Double));
                Tensor noise = rng.normal(ROWS, SITES, STATES).to(ScalarType.Double);
                Tensor moved = features.where(mask(SITES).unsqueeze(-1), noise);
                Tensor g = g(net, x, features);
                assertThat(difference(g, g(net, other, moved))).isZero();
                for (int width = ROWS; width < SITES; width++) {
                    Tensor narrow = g(net, x.narrow(1, 0, width), features.narrow(1, 0, width));
                    assertThat(difference(g.narrow(1, 0, width), narrow)).isLessThan(1e-11);
                }
                assertThat(g.masked_select(mask(SITES).unsqueeze(-1).logical_not())
                                .abs()
                                .max()
                                .item_double())
                        .isZero();
            }
        }
    }

    @Test
    void aRowOfRealSitesIsWhatItIsWithoutAMask() {
        for (Networks shape : shapes()) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(2, Device.CPU);
                    LeNet net = shape.random(2, ScalarType.Double)) {
                Tensor x = rng.integers(STATES, ROWS, SITES);
                Tensor features = Ops.centre(rng.normal(ROWS, SITES, STATES).to(ScalarType.Double));
                Tensor g = g(net, x, features);
                for (int row = 0; row < ROWS; row++) {
                    Tensor alone = net.antisymmetric(
                            x.narrow(0, row, 1).narrow(1, 0, row + 1),
                            Tensors.full(0.4, Device.CPU, 1),
                            new Context(features.narrow(0, row, 1).narrow(1, 0, row + 1)));
                    assertThat(difference(g.narrow(0, row, 1).narrow(1, 0, row + 1), alone))
                            .isLessThan(1e-11);
                }
            }
        }
    }

    @Test
    void gradientsAreFinite() {
        for (Networks shape : shapes()) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(3, Device.CPU);
                    LeNet net = shape.random(3, ScalarType.Double)) {
                Tensor x = rng.integers(STATES, ROWS, SITES);
                g(net, x, Ops.centre(rng.normal(ROWS, SITES, STATES).to(ScalarType.Double)))
                        .relu()
                        .sum()
                        .backward();
                assertThat(net.parameters().gradients().abs().sum().item_double())
                        .isFinite()
                        .isPositive();
            }
        }
    }

    @Test
    void networksThatKnowNoPaddingSaySo() {
        for (Networks shape : Networks.all()) {
            if (!shape.name().startsWith("LeTransformer") && !shape.name().startsWith("LeGraphformer")) {
                try (Scope scope = Scope.open();
                        LeNet net = shape.fresh(4, ScalarType.Double)) {
                    int d = shape.space().sites();
                    Tensor x = Tensors.zeros(ScalarType.Long, Device.CPU, ROWS, d);
                    Tensor features =
                            Tensors.full(0, Device.CPU, ROWS, d, shape.space().states());
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> g(net, x, features))
                            .withMessageContaining("only letf and legf");
                }
            }
        }
    }
}
