package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.affine;
import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.plusRowsGelu;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * What site i of {@link LeLattice} gathers from the lattice: the values of its patch, the features of the sites near it
 * with x_i cut out, and those of the sites too far away to know x_i, [1, n d, h].
 *
 * <p>A feature with x_i cut out is not a difference. Its sum runs over the patch of i without i, with the weights
 * {@code W[q - o]} where that is in the square and 0 elsewhere: a [24 E, 9 C] matrix, filled from W by index.
 */
final class LatticeFeatures {
    private static final int NEAR = 1;

    private final LeLattice.Settings settings;
    private final List<Integer> near;
    private final List<Integer> far;
    private final Patches patch;
    private final Patches squares;
    private final Constant cut;
    private final Constant circulant;
    private final LatticeWeights weights;

    LatticeFeatures(LeLattice.Settings s) {
        settings = s;
        near = s.torus().square(NEAR);
        far = new ArrayList<>(s.torus().square(s.torus().sites()));
        far.removeAll(near);
        List<Integer> ring = s.torus().ring(2 * NEAR);
        patch = new Patches(s.torus(), s.torus().sites(), s.states(), ring);
        squares = new Patches(s.torus(), s.torus().sites(), s.states(), near);
        weights = new LatticeWeights(s, near, far, ring);
        int e = s.states() - 1;
        int[] nearRow = rows(near);
        cut = table(patch.width(), near.size(), (row, o) -> {
            int at = nearRow[s.torus().subtract(ring.get(row / e), near.get(o))];
            return at == near.size() ? at * e : at * e + row % e;
        });
        int[] farRow = rows(far);
        circulant = table(
                s.torus().sites(), s.torus().sites(), (j, i) -> farRow[s.torus().subtract(j, i)]);
    }

    /** For every offset its place in the list; the place after the last where it is not in it. */
    private int[] rows(List<Integer> offsets) {
        int[] rows = new int[settings.torus().sites()];
        Arrays.fill(rows, offsets.size());
        for (int k = 0; k < offsets.size(); k++) {
            rows[offsets.get(k)] = k;
        }
        return rows;
    }

    private static Constant table(int rows, int columns, IntBinaryOperator entry) {
        double[] index = new double[rows * columns];
        for (int k = 0; k < index.length; k++) {
            index[k] = entry.applyAsInt(k / columns, k % columns);
        }
        return Constant.of(index, index.length);
    }

    void register(Parameters.Builder p) {
        weights.register(p);
    }

    /** For the embedded times [n, 1, h]. */
    Tensor gather(Parameters.Weights free, Tensor x, Tensor t, Tensor now) {
        Parameters.Weights p = weights.of(free, x);
        long n = x.size(0);
        int d = settings.torus().sites();
        int c = settings.channels();
        int m = near.size();
        Tensor b = affine(now.view(1, n, -1), p.get("local.time.weight"), p.get("local.time.bias"));
        Tensor values = patch.of(x, t);
        Tensor cutOut = values.bmm(filled(p.get("local.weight"), cut, x).view(1, patch.width(), (long) m * c));
        Tensor nearby =
                plusRowsGelu(cutOut.view(n, d, m, c), b.view(n, 1, 1, c)).view(1, n * d, (long) m * c);
        Tensor z = values.bmm(p.get("patch.weight")).add(affine(nearby, p.get("near.weight"), p.get("near.bias")));
        return far.isEmpty() ? z : z.add(distant(p, x, t, b));
    }

    private Tensor distant(Parameters.Weights p, Tensor x, Tensor t, Tensor b) {
        long n = x.size(0);
        int d = settings.torus().sites();
        int c = settings.channels();
        Tensor whole = squares.of(x, t).squeeze(0).matmul(p.get("local.weight")).view(n, d, c);
        Tensor u = plusRowsGelu(whole, b.view(n, 1, c)).permute(2, 0, 1);
        Tensor byOffset =
                filled(p.get("far.weight"), circulant, x).view(d, d, c).permute(2, 0, 1);
        return u.bmm(byOffset).permute(1, 2, 0).reshape(1, n * d, c).bmm(p.get("far.mix"));
    }

    /** The rows of a weight matrix that the index names; the row after its last is zero. */
    private static Tensor filled(Tensor weight, Constant index, Tensor like) {
        Tensor zero = torch.zeros_like(weight.narrow(0, 0, 1));
        return torch.embedding(cat(0, weight, zero), index.like(like).to(ScalarType.Long));
    }
}
