package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.affine;
import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.gelu;
import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.optim.AdamW;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * d/dt log Z_t as a small network, trained together with the rates by the same loss (LEAPS, Proposition 6.1):
 *
 * <pre>{@code
 * c(t) = d log S (1 + MLP(t, cos(pi t), .., cos(4 pi t))),     t [n], c [n]
 * loss = mean (xi_t(x) - c(t))^2,   dloss/dc = -2 (xi - c) / n
 * }</pre>
 *
 * <p>The loss does not know the network: it sees the values c as a leaf of its graph, and what it leaves there as the
 * gradient goes on through the network. AdamW moves it and no Descent of its own, because whether a step counts is decided
 * for rates and slope together: where the loss or the gradient of the rates is not finite, neither moves.
 */
final class LearnedSlope implements AutoCloseable {
    private static final int COSINES = 4;
    private static final int HIDDEN = 32;

    private final Parameters parameters;
    private final AdamW optimiser;
    private final Ranks ranks;
    private final double scale;
    private final Constant frequencies;

    LearnedSlope(StateSpace space, double weightDecay, Ranks ranks, Rng rng) {
        this.ranks = ranks;
        scale = space.logSize();
        parameters = new Parameters.Builder()
                .add("in.weight", 1 / Math.sqrt(COSINES + 1), 1, COSINES + 1, HIDDEN)
                .add("in.bias", 0.5, 1, 1, HIDDEN)
                .add("middle.weight", 1 / Math.sqrt(HIDDEN), 1, HIDDEN, HIDDEN)
                .add("middle.bias", 0, 1, 1, HIDDEN)
                .add("out.weight", 0.1 / Math.sqrt(HIDDEN), 1, HIDDEN, 1)
                .add("out.bias", 0, 1, 1, 1)
                .build(rng, ScalarType.Float);
        ranks.share(parameters.values());
        optimiser = new AdamW(parameters, weightDecay);
        double[] f = new double[COSINES];
        Arrays.setAll(f, k -> Math.PI * (k + 1));
        frequencies = Constant.of(f, COSINES);
    }

    /** A batch's c, as values of the network and as what the loss sees of them. */
    record Slope(Tensor values, Tensor leaf) {}

    Slope at(Tensor t) {
        Tensor time = t.unsqueeze(-1);
        Tensor x = cat(-1, time, time.mul(frequencies.like(t)).cos())
                .to(ScalarType.Float)
                .unsqueeze(0);
        Tensor h = gelu(affine(x, parameters.get("in.weight"), parameters.get("in.bias")));
        Tensor m = gelu(affine(h, parameters.get("middle.weight"), parameters.get("middle.bias")));
        Tensor y = affine(m, parameters.get("out.weight"), parameters.get("out.bias"));
        Tensor values = times(plus(y.flatten().to(ScalarType.Double), 1), scale);
        Tensor leaf = values.detach();
        leaf.set_requires_grad(true);
        leaf.mutable_grad().put(torch.zeros_like(leaf));
        return new Slope(values, leaf);
    }

    /** One update, with the gradient that the loss left; rate and ok as in {@link AdamW#update}. */
    void update(Slope slope, Tensor rate, double clip, Tensor ok) {
        parameters.gradients().zero_();
        slope.values.mul(slope.leaf.grad()).sum().backward();
        ranks.mean(parameters.gradients());
        optimiser.update(rate, AdamW.clipping(parameters, clip), ok);
    }

    /** What a checkpoint must hold. */
    Map<String, Tensor> state() {
        Map<String, Tensor> all = new HashMap<>(Map.of("slope.weights", parameters.values()));
        optimiser.state().forEach((name, tensor) -> all.put("slope." + name, tensor));
        return all;
    }

    @Override
    public void close() {
        optimiser.close();
        parameters.close();
    }
}
