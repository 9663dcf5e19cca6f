package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Parameters;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Convolutions of 3 x 3 over a grid with a rim of zeros, swish after each; U is a sum over sites:
 *
 * <pre>{@code
 * h_0 = swish(C_0 v), h_k = h_{k-1} + swish(C_k h_{k-1})      h [n, hidden, rows, columns]
 * U = sum over sites of w'h                                   v = 2 o - 1 as in the perceptron, S - 1 channels
 * }</pre>
 */
final class ConvEnergy extends EnergyNet {
    ConvEnergy(EnergySettings s, StateSpace space, Function<Parameters.Builder, Parameters> weights) {
        super(s, space, weights.apply(layout(s, space)));
    }

    private static Parameters.Builder layout(EnergySettings s, StateSpace space) {
        if ((long) s.rows() * s.columns() != space.sites()) {
            throw new IllegalArgumentException(
                    "a grid of " + s.rows() + " x " + s.columns() + " does not have " + space.sites() + " sites");
        }
        Parameters.Builder p = new Parameters.Builder();
        int in = space.states() - 1;
        for (int k = 0; k < s.layers(); k++) {
            p.add("conv" + k + ".weight", Math.sqrt(2.0 / (9 * in)), s.hidden(), in, 3, 3);
            p.add("conv" + k + ".bias", k == 0 ? 0.5 : 0, s.hidden());
            in = s.hidden();
        }
        return p.add("out.weight", 0.1 / Math.sqrt(in * (double) space.sites()), in);
    }

    @Override
    Tensor value(Tensor o) {
        long n = o.size(0);
        Tensor v = plus(times(o.narrow(-1, 1, space().states() - 1L), 2), -1)
                .transpose(1, 2)
                .reshape(n, -1, settings().rows(), settings().columns());
        Tensor h = layer(0, v);
        for (int k = 1; k < settings().layers(); k++) {
            h = h.add(layer(k, h));
        }
        return h.sum(-2, -1).mv(parameters().get("out.weight"));
    }

    private Tensor layer(int k, Tensor h) {
        Tensor weight = parameters().get("conv" + k + ".weight");
        TensorOptional bias = new TensorOptional(parameters().get("conv" + k + ".bias"));
        long[] one = {1, 1};
        return torch.silu(torch.conv2d(h, weight, bias, one, one, one, 1));
    }

    @Override
    long flipsMemory() {
        return 3L * space().neighbours() * space().sites() * settings().hidden();
    }
}
