package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.affine;
import static io.github.dnfs4j.torch.Ops.affineGelu;
import static io.github.dnfs4j.torch.Ops.indicator;
import static io.github.dnfs4j.torch.Ops.normalise;
import static io.github.dnfs4j.torch.Ops.plusRowsGelu;
import static io.github.dnfs4j.torch.Ops.stack;

import io.github.dnfs4j.torch.Parameters;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * From hollow hidden states of the fields {@code y^tau_j = [x_j = tau]} to a G that knows no state from another:
 * {@code G(pi tau, i | pi x) = G(tau, i | x)} for every permutation pi of the S states.
 *
 * <pre>{@code
 * z_i(tau) = hidden(y^tau, t)_i,  a network for two states                      z [n S, d, h]
 * z_i(tau) <- normalise(z_i(tau) + MLP(c_i(tau), t c_i(tau), t))                energy readout only adds this
 * H_i(tau) = gelu(z_i(tau) A + mean over s of z_i(s) B + a) C + b               b with the energy readout only
 * v_i(tau) = omega'H_i(tau) + (1/(2S) + gain'H_i(tau)) c_i(tau)                 v [n, d, S]
 * G(tau, i | x) = v_i(tau) - v_i(x_i)
 * }</pre>
 *
 * <p>The weights are the same for all tau, and the mean does not care for their order. No y^tau_i enters z_i(tau), hence
 * x_i enters no v_i, and G is locally equivariant. Through the mean a state knows how the others stand to each other.
 */
record SymmetricHead(Readout readout, int hidden, int states) implements Head {
    @Override
    public void register(Parameters.Builder p) {
        // Small but not zero: [G]_+ has no gradient at G = 0.
        p.add("head.omega", 0.1 / Math.sqrt(hidden), 1, hidden, readout == Readout.PLAIN ? 1 : 2);
        if (readout == Readout.ENERGY) {
            p.add("head.features.in.weight", 1 / Math.sqrt(3), 1, 3, hidden);
            p.add("head.features.in.bias", 0, 1, 1, hidden);
            p.add("head.features.out.weight", 1 / Math.sqrt(hidden), 1, hidden, hidden);
            p.add("head.features.out.bias", 0, 1, 1, hidden);
        }
        p.add("head.mlp.in.weight", 1 / Math.sqrt(hidden), 1, hidden, 2L * hidden);
        p.add("head.mlp.in.bias", 0, 1, 1, 2L * hidden);
        p.add("head.mlp.others.weight", 1 / Math.sqrt(hidden), 1, hidden, 2L * hidden);
        p.add("head.mlp.out.weight", 1 / Math.sqrt(2.0 * hidden), 1, 2L * hidden, hidden);
        if (readout == Readout.ENERGY) {
            // Without a gain it would cancel in every difference.
            p.add("head.mlp.out.bias", 0, 1, 1, hidden);
        }
    }

    @Override
    public int views() {
        return states;
    }

    @Override
    public Tensor views(Tensor x) {
        return indicator(x, states).transpose(1, 2).reshape(-1, x.size(1)).to(ScalarType.Long);
    }

    @Override
    public Tensor antisymmetric(Parameters p, Parameters.ByName w, Tensor z, Tensor x, Tensor t, Context context) {
        long n = x.size(0);
        long d = x.size(1);
        Tensor rows = z.reshape(1, n * states * d, hidden);
        @Nullable
        Tensor c = readout == Readout.ENERGY
                ? context.features().to(t.scalar_type()).transpose(1, 2)
                : null;
        Tensor seen = normalise(c == null ? rows : rows.add(features(w, c, t, z.scalar_type())));
        Tensor mean = seen.view(n, states, d, hidden).mean(new long[] {1}, true, new ScalarTypeOptional());
        Tensor others = mean.view(1, n * d, hidden).bmm(w.get("head.mlp.others.weight"));
        Tensor own = affine(seen, w.get("head.mlp.in.weight"), w.get("head.mlp.in.bias"));
        Tensor m = plusRowsGelu(own.view(n, states, d, 2L * hidden), others.view(n, 1, d, 2L * hidden));
        Tensor wide = m.view(1, n * states * d, 2L * hidden);
        Tensor out = w.get("head.mlp.out.weight");
        Tensor h = c == null ? wide.bmm(out) : affine(wide, out, w.get("head.mlp.out.bias"));
        Tensor values = values(h, p, c).view(n, states, d).transpose(1, 2).contiguous();
        return values.sub(values.gather(-1, x.unsqueeze(-1)));
    }

    /** v of rows h [1, n S d, h]. */
    private Tensor values(Tensor h, Parameters p, @Nullable Tensor c) {
        Tensor weights = p.get("head.omega");
        Tensor omega = weights.narrow(2, 0, 1);
        Tensor gain = c == null ? null : weights.narrow(2, 1, 1);
        return new Values(omega, gain, c, null, false, 0.5 / states).of(h);
    }

    /** Of the conditional log densities c [n, S, d]: [1, n S d, h]. */
    private Tensor features(Parameters.ByName w, Tensor c, Tensor t, ScalarType type) {
        Tensor time = t.view(-1, 1, 1).expand_as(c);
        Tensor seen = stack(-1, c, c.mul(time), time).view(1, -1, 3).to(type);
        Tensor e = affineGelu(seen, w.get("head.features.in.weight"), w.get("head.features.in.bias"));
        return affine(e, w.get("head.features.out.weight"), w.get("head.features.out.bias"));
    }
}
