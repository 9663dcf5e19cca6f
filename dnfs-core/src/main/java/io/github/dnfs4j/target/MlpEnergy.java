package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Tensors;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A perceptron with swish between its layers:
 *
 * <pre>{@code
 * v_i(tau) = 2 o_i(tau) - 1, tau = 1..S-1      [n, d (S - 1)]: a bit is one input, -1 or 1
 * h_0 = swish(W_0 v + b_0), h_k = swish(W_k h_{k-1} + b_k), U = w' h       h [n, hidden]
 * }</pre>
 *
 * <p>A neighbour differs in one row of W_0: {@code W_0 v(y) = W_0 v(x) + 2 (W_0[i, tau] - W_0[i, x_i])} with
 * {@code W_0[i, 0] = 0}, so that all neighbours share the first product.
 */
final class MlpEnergy extends EnergyNet {
    MlpEnergy(EnergySettings s, StateSpace space, Function<Parameters.Builder, Parameters> weights) {
        super(s, space, weights.apply(layout(s, space)));
    }

    private static Parameters.Builder layout(EnergySettings s, StateSpace space) {
        Parameters.Builder p = new Parameters.Builder();
        int in = space.sites() * (space.states() - 1);
        for (int k = 0; k < s.layers(); k++) {
            p.add("layer" + k + ".weight", Math.sqrt((k == 0 ? 1.0 : 2.0) / in), in, s.hidden());
            // Units that all bend at the origin would see the same of a cube's corners.
            p.add("layer" + k + ".bias", k == 0 ? 0.5 : 0, s.hidden());
            in = s.hidden();
        }
        return p.add("out.weight", 0.1 / Math.sqrt(in), in);
    }

    @Override
    Tensor value(Tensor o) {
        return rest(first(o));
    }

    /** {@code W_0 v + b_0}, [n, hidden]. */
    private Tensor first(Tensor o) {
        Tensor inputs = o.narrow(-1, 1, space().states() - 1L).flatten(1, 2);
        Tensor v = Ops.plus(times(inputs, 2), -1);
        return torch.addmm(parameters().get("layer0.bias"), v, parameters().get("layer0.weight"));
    }

    private Tensor rest(Tensor first) {
        Tensor h = torch.silu(first);
        for (int k = 1; k < settings().layers(); k++) {
            String layer = "layer" + k;
            h = torch.silu(torch.addmm(
                    parameters().get(layer + ".bias"), h, parameters().get(layer + ".weight")));
        }
        return h.mv(parameters().get("out.weight"));
    }

    @Override
    Tensor flips(Tensor x) {
        long n = x.size(0);
        long d = space().sites();
        long s = space().states();
        long h = settings().hidden();
        Tensor weights = times(parameters().get("layer0.weight").view(d, s - 1, h), 2);
        Tensor table =
                Ops.cat(1, torch.zeros_like(weights.narrow(1, 0, 1)), weights).view(d * s, h);
        Tensor offset = Tensors.range(d, Tensors.device(x)).mul(scalar(s));
        Tensor now = table.index_select(0, x.add(offset).view(-1)).view(n, d, 1, h);
        Tensor then = table.index_select(0, others(x).add(offset.view(1, d, 1)).view(-1))
                .view(n, d, s - 1, h);
        Tensor base = first(Ops.indicator(x, s).to(weights.scalar_type())).view(n, 1, 1, h);
        return rest(then.sub(now).add(base).view(-1, h)).view(n, d, s - 1);
    }

    @Override
    long flipsMemory() {
        return 2L * space().neighbours() * settings().hidden();
    }
}
