package io.github.dnfs4j.testkit;

import io.github.dnfs4j.target.Differentiable;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Constant;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** A random neural energy, {@code U = scale b' tanh(W onehot(x))}: no closed form, but a gradient. */
public record RandomNetwork(StateSpace space, Constant in, Constant out) implements Differentiable {
    private static final int HIDDEN = 8;

    public static RandomNetwork of(int d, int s, double scale, long seed) {
        Random random = new Random(seed);
        double[] w = random.doubles((long) d * s * HIDDEN, -1, 1).toArray();
        double[] b = random.doubles(HIDDEN, -scale, scale).toArray();
        return new RandomNetwork(new StateSpace(d, s), Constant.of(w, (long) d * s, HIDDEN), Constant.of(b, HIDDEN));
    }

    @Override
    public Tensor relaxed(Tensor oneHot) {
        return oneHot.reshape(oneHot.size(0), -1).matmul(in.like(oneHot)).tanh().mv(out.like(oneHot));
    }

    @Override
    public boolean prefersGradient() {
        return true;
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return relaxed(torch.one_hot(x, space.states()).to(ScalarType.Double));
    }
}
