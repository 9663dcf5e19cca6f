package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.affine;
import static io.github.dnfs4j.torch.Ops.affineGelu;
import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.normalise;

import io.github.dnfs4j.torch.Parameters;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * From hollow hidden states z [n, d, h] to a locally equivariant G [n, d, S].
 *
 * <pre>{@code
 * plain:   G(tau, i) = (omega_tau - omega_{x_i})' normalise(z_i)
 * energy:  H_i = MLP(normalise(z_i + MLP(c_i, t c_i, t)))
 *          G(tau, i) = (omega_tau - omega_{x_i})' H_i + (1/(2S) + a'H_i) (c_i(tau) - c_i(x_i))
 * }</pre>
 *
 * <p>Every term is a difference between tau and x_i of something that does not depend on x_i. The start value
 * 1/(2S) is the exact solution at t = 0 for pairwise energies without fields: there {@code sum G = <U> - U}, and the log
 * ratios of a pair term add up to {@code 2S (<U> - U)}, S for each of its sites.
 */
record EquivariantHead(Readout readout, int hidden, int states) implements Head {
    @Override
    public void register(Parameters.Builder p) {
        // Small but not zero: [G]_+ has no gradient at G = 0.
        p.add("head.omega", 0.1 / Math.sqrt(hidden), 1, hidden, states);
        if (readout == Readout.ENERGY) {
            int in = 2 * states + 1;
            p.add("head.features.in.weight", 1 / Math.sqrt(in), 1, in, hidden);
            p.add("head.features.in.bias", 0, 1, 1, hidden);
            p.add("head.features.out.weight", 1 / Math.sqrt(hidden), 1, hidden, hidden);
            p.add("head.features.out.bias", 0, 1, 1, hidden);
            p.add("head.mlp.in.weight", 1 / Math.sqrt(hidden), 1, hidden, 2 * hidden);
            p.add("head.mlp.in.bias", 0, 1, 1, 2 * hidden);
            p.add("head.mlp.out.weight", 1 / Math.sqrt(2 * hidden), 1, 2 * hidden, hidden);
            p.add("head.mlp.out.bias", 0, 1, 1, hidden);
            p.add("head.gain", 0.1 / Math.sqrt(hidden), 1, hidden, 1);
        }
    }

    @Override
    public Tensor antisymmetric(Parameters p, Parameters.ByName w, Tensor z, Tensor x, Tensor t, Context context) {
        long n = x.size(0);
        long d = x.size(1);
        ScalarType dtype = t.scalar_type();
        Tensor rows = z.reshape(1, n * d, hidden);
        if (readout == Readout.PLAIN) {
            return new Values(p.get("head.omega"), null, null, x, true, 0).of(rows);
        }
        Tensor c = context.features().to(dtype);
        Tensor time = t.view(n, 1, 1);
        Tensor features = cat(-1, c, c.mul(time), time.expand(n, d, 1)).view(1, n * d, 2L * states + 1);
        Tensor seen = features.to(z.scalar_type());
        Tensor e = affineGelu(seen, w.get("head.features.in.weight"), w.get("head.features.in.bias"));
        Tensor y = rows.add(affine(e, w.get("head.features.out.weight"), w.get("head.features.out.bias")));
        Tensor m = affineGelu(normalise(y), w.get("head.mlp.in.weight"), w.get("head.mlp.in.bias"));
        Tensor h = affine(m, w.get("head.mlp.out.weight"), w.get("head.mlp.out.bias"));
        return new Values(p.get("head.omega"), p.get("head.gain"), c, x, false, 0.5 / states).of(h);
    }
}
