package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * What the other sites would do if site i were not there: for each i a small network passes messages along the couplings
 * of the graph without i. With {@code u_j = c_j(1) - c_j(0)} the log odds of site j, those without i are known exactly,
 * so that x_i enters nowhere, and L layers see L + 1 steps far:
 *
 * <pre>{@code
 * u_{j|i} = u_j - J_ji x_i                                                                    [n, d, d]
 * m^1_{j|i} = relu([u_{j|i}, t u_{j|i}, x_j, J_ji] W + t w + b)                               [n, d, d, 16]
 * m^{l+1}_{j|i} = relu(m^l_{j|i} U_l + (sum over k != i coupled to j of m^l_{k|i}) V_l + b_l)
 * cavity_i = sum over l, and over j coupled to i, of m^l_{j|i} W_l                            [n, d, h]
 * }</pre>
 *
 * @param layers L
 */
record Cavity(int layers) {
    private static final int INPUTS = 4;
    private static final int WIDTH = 16;
    private static final int MOST_LAYERS = 8;
    /** Log odds of cold targets are large for a network's first layer. */
    private static final double SCALE = 0.2;

    Cavity {
        if (layers < 1 || layers > MOST_LAYERS) {
            throw new IllegalArgumentException(
                    "the layers of the cavity must be 1 to " + MOST_LAYERS + ", not " + layers);
        }
    }

    void register(Parameters.Builder p, int hidden) {
        p.add("cavity.in.weight", 1 / Math.sqrt(INPUTS), INPUTS, WIDTH);
        p.add("cavity.in.time", 0.5, WIDTH);
        p.add("cavity.in.bias", 0.5, WIDTH);
        p.add("cavity.out.weight", 0.5 / Math.sqrt(WIDTH), WIDTH, hidden);
        for (int l = 1; l < layers; l++) {
            p.add(name(l, "own.weight"), 1 / Math.sqrt(WIDTH), WIDTH, WIDTH);
            p.add(name(l, "around.weight"), 0.5 / Math.sqrt(WIDTH), WIDTH, WIDTH);
            p.add(name(l, "bias"), 0.1, WIDTH);
            p.add(name(l, "out.weight"), 0.5 / Math.sqrt(WIDTH), WIDTH, hidden);
        }
    }

    private static String name(int layer, String what) {
        return "cavity." + layer + "." + what;
    }

    /** For log odds u [n, d] and couplings j [n, d, d], both fp64. */
    Tensor of(Parameters.ByName w, Tensor u, Tensor j, Tensor x, Tensor t) {
        ScalarType type = w.get("cavity.in.weight").scalar_type();
        long d = x.size(1);
        Tensor coupled = j.ne(scalar(0.0)).to(type);
        Tensor sites = Tensors.range(d, Tensors.device(x));
        Tensor others = sites.unsqueeze(0).ne(sites.unsqueeze(1)).to(type).view(1, d * d, 1);
        Tensor m = first(w, u, j, x, t, others);
        Tensor sum = around(m, coupled).matmul(w.get("cavity.out.weight"));
        for (int l = 1; l < layers; l++) {
            Tensor before = m;
            m = next(w, l, before, coupled, others);
            before.close(); // a gradient keeps what it needs; without one these would be most of the memory
            sum = sum.add(around(m, coupled).matmul(w.get(name(l, "out.weight"))));
        }
        return sum;
    }

    /**
     * The first messages [n, d d, WIDTH], that of j without i in row d j + i. They are the largest tensors of the
     * network, hence the scopes of their own and the changes in place.
     *
     * @param others 0 where j = i: site i itself sends nothing
     */
    private static Tensor first(Parameters.ByName w, Tensor u, Tensor j, Tensor x, Tensor t, Tensor others) {
        try (Scope scope = Scope.open()) {
            Tensor in = w.get("cavity.in.weight");
            ScalarType type = in.scalar_type();
            Tensor y = x.to(ScalarType.Double);
            // Odds are large and cancel: the difference is taken in fp64, all else in the type of the network.
            Tensor without =
                    times(u.unsqueeze(2).sub(j.mul(y.unsqueeze(1))), SCALE).to(type);
            Tensor later = without.mul(t.to(type).view(-1, 1, 1));
            Tensor value = y.to(type).unsqueeze(2).expand_as(j);
            Tensor pairs =
                    stack(-1, without, later, value, times(j, SCALE).to(type)).view(x.size(0), -1, INPUTS);
            Tensor time = t.to(type).view(-1, 1, 1).mul(w.get("cavity.in.time"));
            return scope.keep(Distances.rowwise(pairs, in)
                    .add_(time.add(w.get("cavity.in.bias")))
                    .mul_(others)
                    .relu_());
        }
    }

    private static Tensor next(Parameters.ByName w, int l, Tensor m, Tensor coupled, Tensor others) {
        try (Scope scope = Scope.open()) {
            long d = coupled.size(1);
            Tensor near = coupled.bmm(m.view(-1, d, d * WIDTH)).view(-1, d * d, WIDTH);
            return scope.keep(Distances.rowwise(m, w.get(name(l, "own.weight")))
                    .add_(Distances.rowwise(near, w.get(name(l, "around.weight"))))
                    .add_(w.get(name(l, "bias")))
                    .mul_(others)
                    .relu_());
        }
    }

    /** The sum of the messages of the sites coupled to each, [n, d, WIDTH]. */
    private static Tensor around(Tensor m, Tensor coupled) {
        try (Scope scope = Scope.open()) {
            long d = coupled.size(1);
            return scope.keep(m.view(-1, d, d, WIDTH).mul(coupled.unsqueeze(-1)).sum(1));
        }
    }
}
