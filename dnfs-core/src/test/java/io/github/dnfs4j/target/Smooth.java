package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Ops;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;

/** {@code U = sum_k a_k tanh(w_k' o)}: a small neural energy, linear in no site. */
public record Smooth(StateSpace space, Constant w, Constant a) implements Differentiable {
    private static final int UNITS = 6;

    public static Smooth random(StateSpace space, long seed) {
        Random random = new Random(seed);
        int m = space.sites() * space.states();
        return new Smooth(
                space,
                Constant.of(random.doubles((long) m * UNITS, -1.5, 1.5).toArray(), m, UNITS),
                Constant.of(random.doubles(UNITS, -1.5, 1.5).toArray(), UNITS));
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return relaxed(Ops.oneHot(x, space.states()));
    }

    @Override
    public Tensor relaxed(Tensor o) {
        return o.flatten(1, 2).matmul(w.like(o)).tanh().mv(a.like(o));
    }
}
