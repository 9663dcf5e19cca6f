package io.github.dnfs4j.testkit;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Constant;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** {@code U(x) = sum over i <= j of W[i, x_i, j, x_j]}: random pair terms for any number of states, no closed form. */
public record Pairwise(StateSpace space, double[] weights, Constant constant) implements Target {

    public static Pairwise random(StateSpace space, double deviation, long seed) {
        int m = space.sites() * space.states();
        double[] w = new double[m * m];
        Random random = new Random(seed);
        for (int a = 0; a < m; a++) {
            for (int b = a; b < m; b++) {
                w[a * m + b] = deviation * random.nextGaussian();
            }
        }
        return new Pairwise(space, w, Constant.of(w, m, m));
    }

    @Override
    public Tensor logDensity(Tensor x) {
        long m = (long) space.sites() * space.states();
        Tensor o = torch.one_hot(x, space.states()).to(ScalarType.Double).view(-1, m);
        return o.matmul(constant.like(x)).mul(o).sum(-1);
    }

    /** U of one state, summed term by term. */
    public double logDensity(long... x) {
        int s = space.states();
        int m = space.sites() * s;
        double u = 0;
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                u += weights[(i * s + (int) x[i]) * m + j * s + (int) x[j]];
            }
        }
        return u;
    }
}
