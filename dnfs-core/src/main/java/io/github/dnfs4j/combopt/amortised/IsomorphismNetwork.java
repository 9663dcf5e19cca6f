package io.github.dnfs4j.combopt.amortised;

import static io.github.dnfs4j.torch.Ops.gelu;
import static io.github.dnfs4j.torch.Ops.normalise;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A graph isomorphism network over the vertices of a growing set S, the policy of a GFlowNet.
 *
 * <pre>{@code
 * h_i = [in S, addable, neither, deg / 10] W;   h <- h + gelu(normalise(h + A h) W_1 + b) W_2, once a layer
 * logits_i = h_i'w                                                              [n, d]
 * log F~ = sum over addable i of h_i'f, which is 0 where nothing can be added   [n]
 * }</pre>
 */
final class IsomorphismNetwork implements AutoCloseable {
    private static final int INPUTS = 4;

    private final int layers;
    private final Parameters p;

    IsomorphismNetwork(int hidden, int layers, Rng rng) {
        this.layers = layers;
        Parameters.Builder b = new Parameters.Builder();
        b.add("in.weight", 1 / Math.sqrt(INPUTS), INPUTS, hidden);
        for (int k = 0; k < layers; k++) {
            b.add(k + ".in.weight", 1 / Math.sqrt(hidden), hidden, 2L * hidden);
            b.add(k + ".in.bias", 0, 2L * hidden);
            b.add(k + ".out.weight", 1 / Math.sqrt(2.0 * hidden * layers), 2L * hidden, hidden);
        }
        b.add("out.weight", 0.1 / Math.sqrt(hidden), hidden, 2);
        p = b.build(rng, ScalarType.Float);
    }

    Parameters parameters() {
        return p;
    }

    /** Logits [n, d] and log F~ [n]. */
    record Output(Tensor logits, Tensor logFlow) {}

    Output of(Choices choices, Tensor set) {
        Tensor addable = choices.addable(set).to(ScalarType.Float);
        Tensor neither = set.add(addable).neg().add(scalar(1.0));
        Tensor degree = times(choices.edges().sum(-1), 0.1);
        Tensor h = stack(-1, set, addable, neither, degree).matmul(p.get("in.weight"));
        for (int k = 0; k < layers; k++) {
            Tensor around = normalise(h.add(choices.edges().bmm(h)));
            Tensor wide = gelu(around.matmul(p.get(k + ".in.weight")).add(p.get(k + ".in.bias")));
            h = h.add(wide.matmul(p.get(k + ".out.weight")));
        }
        Tensor out = h.matmul(p.get("out.weight"));
        return new Output(out.select(-1, 0), out.select(-1, 1).mul(addable).sum(-1));
    }

    @Override
    public void close() {
        p.close();
    }
}
