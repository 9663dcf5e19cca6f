package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Ops;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * What stands around each site: the values at a list of offsets, [n d, m E] for m offsets. A convolution with circular
 * padding is the product of this with its kernel; one whose centre is cut out leaves offset 0 off the list.
 *
 * <p>A value is written as a corner of the regular simplex, E = S - 1 numbers of mean 0 and variance 1 (so a spin is
 * -1 or 1). Lattice sites beyond the d real ones are empty: zeros.
 */
final class Patches {
    private final int sites;
    private final int width;
    private final Constant corners;
    private final Constant index;
    private final long extra;

    Patches(Torus torus, int sites, int states, List<Integer> offsets) {
        this.sites = sites;
        width = offsets.size() * (states - 1);
        corners = corners(states);
        extra = torus.sites() - sites;
        long[] at = new long[sites * offsets.size()];
        for (int k = 0; k < at.length; k++) {
            at[k] = torus.add(k / offsets.size(), offsets.get(k % offsets.size()));
        }
        index = Constant.of(at, at.length);
    }

    /** The values of the states, [S, E]. */
    static Constant corners(int states) {
        return Constant.of(simplex(states), states, states - 1L);
    }

    /** Helmert's contrasts: S points at equal distances around 0. */
    private static double[] simplex(int states) {
        double[] c = new double[states * (states - 1)];
        for (int k = 1; k < states; k++) {
            double unit = Math.sqrt(states / (k * (k + 1.0)));
            for (int s = 0; s <= k; s++) {
                c[s * (states - 1) + k - 1] = s < k ? -unit : k * unit;
            }
        }
        return c;
    }

    /** Numbers for one site: m E. */
    int width() {
        return width;
    }

    /** Around each site of x [n, d], in the type of t, [1, n d, m E]. */
    Tensor of(Tensor x, Tensor t) {
        long n = x.size(0);
        Tensor values = torch.embedding(corners.like(x).to(t.scalar_type()), x);
        if (extra > 0) {
            Tensor empty = torch.zeros_like(values.narrow(1, 0, 1)).expand(n, extra, values.size(2));
            values = Ops.cat(1, values, empty);
        }
        return values.index_select(1, index.like(x)).view(1, n * sites, width);
    }
}
