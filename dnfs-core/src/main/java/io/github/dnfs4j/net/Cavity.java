package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Parameters;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * What the coupled sites of site i would do if i were not there. With {@code u_j = c_j(1) - c_j(0)} the log odds of site
 * j, those without i are known exactly, so that this is hollow and sees two steps far:
 *
 * <pre>{@code
 * u_{j|i} = u_j - J_ij x_i                                                       [n, d, d]
 * cavity_i = sum over j with J_ij != 0 of relu([u_{j|i}, t u_{j|i}, x_j, J_ij] W_1 + t w + b) W_2      [n, d, h]
 * }</pre>
 */
final class Cavity {
    private static final int INPUTS = 4;
    private static final int WIDTH = 16;
    /** Log odds of cold targets are large for a network's first layer. */
    private static final double SCALE = 0.2;

    private Cavity() {}

    static void register(Parameters.Builder p, int hidden) {
        p.add("cavity.in.weight", 1 / Math.sqrt(INPUTS), INPUTS, WIDTH);
        p.add("cavity.in.time", 0.5, WIDTH);
        p.add("cavity.in.bias", 0.5, WIDTH);
        p.add("cavity.out.weight", 0.5 / Math.sqrt(WIDTH), WIDTH, hidden);
    }

    /** For log odds u [n, d] and couplings j [n, d, d], both fp64. */
    static Tensor of(Parameters.Weights w, Tensor u, Tensor j, Tensor x, Tensor t) {
        Tensor in = w.get("cavity.in.weight");
        ScalarType type = in.scalar_type();
        Tensor y = x.to(ScalarType.Double);
        // Odds are large and cancel: the difference is taken in fp64, all else in the type of the network.
        Tensor without = times(u.unsqueeze(1).sub(j.mul(y.unsqueeze(2))), SCALE).to(type);
        Tensor later = without.mul(t.to(type).view(-1, 1, 1));
        Tensor value = y.to(type).unsqueeze(1).expand_as(j);
        long d = x.size(1);
        Tensor pairs =
                stack(-1, without, later, value, times(j, SCALE).to(type)).view(-1, d * d, INPUTS);
        Tensor time = t.to(type).view(-1, 1, 1).mul(w.get("cavity.in.time"));
        Tensor hidden = Distances.rowwise(pairs, in)
                .add(time.add(w.get("cavity.in.bias")))
                .relu()
                .view(-1, d, d, WIDTH);
        Tensor coupled = j.ne(scalar(0.0)).to(type).unsqueeze(2);
        // A product [1, d] x [d, WIDTH] for each site: the sum over coupled sites.
        return coupled.matmul(hidden).squeeze(2).matmul(w.get("cavity.out.weight"));
    }
}
