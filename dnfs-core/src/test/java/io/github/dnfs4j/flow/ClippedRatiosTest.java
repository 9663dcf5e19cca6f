package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.assertj.core.data.Offset;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The clip bounds the log ratios of the loss; rates, and xi in the weights, know nothing of it. */
class ClippedRatiosTest {
    private static final double T = 0.8;
    /** Among the log ratios of the cases: some are cut, others not. */
    private static final double CLIP = 0.1;

    private static final Offset<Double> ROUNDING = within(1e-10);

    /** {@code xi = d/dt log p~ + sum (phi(G) - phi(-G) exp(min(t r, clip)))} in plain doubles. */
    private static double[] xi(Flow flow, Tensor x, double clip) {
        Look look = flow.look(x, Tensors.full(T, Device.CPU, x.size(0)));
        double[] out = Tensors.doubles(look.out());
        double[] back = Tensors.doubles(look.back());
        double[] ratios = Tensors.doubles(look.ratios());
        double[] xi = Tensors.doubles(flow.path().timeDerivative(look.u()));
        int moves = out.length / xi.length;
        for (int k = 0; k < out.length; k++) {
            xi[k / moves] += out[k] - back[k] * Math.exp(Math.min(T * ratios[k], clip));
        }
        return xi;
    }

    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinks")
    void onlyTheLossSeesIt(Cases c) {
        Flow free = c.flow();
        Flow clipped = free.clipped(CLIP);
        try (Scope scope = Scope.open()) {
            Tensor x = Enumeration.states(c.target().space());
            Tensor times = Tensors.full(T, Device.CPU, x.size(0));
            double[] cut = xi(free, x, CLIP);
            double[] whole = xi(free, x, Double.POSITIVE_INFINITY);
            double most = 0;
            for (int k = 0; k < cut.length; k++) {
                most = Math.max(most, cut[k] - whole[k]);
            }
            assertThat(most).isGreaterThan(0.01);

            assertThat(Tensors.doubles(clipped.xi(x, times))).containsExactly(cut, ROUNDING);
            Point point = clipped.at(x, T, Cases.REVERSIBLE);
            assertThat(Tensors.doubles(point.residual())).containsExactly(cut, ROUNDING);
            assertThat(Tensors.doubles(point.xi())).containsExactly(whole, ROUNDING);

            Point same = free.at(x, T, Cases.REVERSIBLE);
            assertThat(Tensors.doubles(same.residual())).containsExactly(whole, ROUNDING);
            assertThat(Tensors.doubles(point.forward())).containsExactly(Tensors.doubles(same.forward()));
            assertThat(Tensors.doubles(point.reverse())).containsExactly(Tensors.doubles(same.reverse()));
        }
    }
}
