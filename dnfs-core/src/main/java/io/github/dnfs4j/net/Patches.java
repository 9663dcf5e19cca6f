package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.withoutGradient;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.CudaCode;
import io.github.dnfs4j.torch.Tape;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * What stands around each site: the values at a list of offsets, [n d, m E] for m offsets. A convolution with circular
 * padding is the product of this with its kernel; one whose centre is cut out leaves offset 0 off the list.
 *
 * <p>A value is written as a corner of the regular simplex, E = S - 1 numbers of mean 0 and variance 1 (so a spin is
 * -1 or 1). Lattice sites beyond the d real ones are empty: zeros.
 */
final class Patches {
    private static final CudaCode KERNELS = CudaCode.of(Patches.class, "patches.cu");
    private static final int EIGHT = 8;

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

    /** Around each site of x [n, d] and after that the time [n, 1, T] of its state: [1, n d, m E + T]. */
    Tensor with(Tensor x, Tensor time) {
        if (!Tape.takes(() -> serves(time), time)) {
            return serves(time) ? seen(x, time) : plain(x, time);
        }
        Tensor values = withoutGradient(() -> serves(time) ? seen(x, time) : plain(x, time));
        return Tape.cut(values, g -> {
            Tensor ofTime = g.view(x.size(0), sites, -1).narrow(2, width, time.size(2));
            Tape.give(time, ofTime.sum(new long[] {1}, true, new ScalarTypeOptional()));
        });
    }

    private Tensor plain(Tensor x, Tensor time) {
        long n = x.size(0);
        Tensor now = time.expand(n, sites, time.size(2));
        return cat(-1, of(x, now).view(n, sites, -1), now).view(1, n * sites, -1);
    }

    private boolean serves(Tensor time) {
        return CudaCode.untried()
                && time.is_cuda()
                && Tensors.type(time) == ScalarType.BFloat16
                && extra == 0
                && (width + time.size(2)) % EIGHT == 0
                && CudaCode.serve(time);
    }

    private Tensor seen(Tensor x, Tensor time) {
        int times = (int) time.size(2);
        long rows = x.numel();
        Tensor out = Tensors.empty(ScalarType.BFloat16, Tensors.device(x), 1, rows, width + times);
        int all = Math.toIntExact(out.numel() / EIGHT);
        Tensor edges = corners.like(x);
        KERNELS.each(
                "see",
                all,
                x.contiguous(),
                index.like(x),
                edges,
                time.contiguous(),
                out,
                all,
                sites,
                width / (int) edges.size(1),
                (int) edges.size(1),
                times,
                (width + times) / EIGHT);
        return out;
    }

    /** Around each site of x [n, d], in the type of t, [1, n d, m E]. */
    Tensor of(Tensor x, Tensor t) {
        long n = x.size(0);
        Tensor values = torch.embedding(corners.like(x).to(t.scalar_type()), x);
        if (extra > 0) {
            Tensor empty = torch.zeros_like(values.narrow(1, 0, 1)).expand(n, extra, values.size(2));
            values = cat(1, values, empty);
        }
        return values.index_select(1, index.like(x)).view(1, n * sites, width);
    }
}
