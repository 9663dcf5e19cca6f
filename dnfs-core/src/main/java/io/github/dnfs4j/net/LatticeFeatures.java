package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.gelu;
import static io.github.dnfs4j.torch.Ops.plusProduct;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Tape;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import org.bytedeco.pytorch.StringViewOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * What site i of {@link LeLattice} gathers from the lattice: the values of its patch, the features of the sites near it
 * with x_i cut out, and those of the sites too far away to know x_i, [1, n d, h].
 *
 * <p>All of it comes from one matrix, the 5 x 5 square around each site and the time, [n d, 25 E + T], by products with
 * matrices that are filled from the weights by index. Their rows are zero where a weight must not see x_i, and where an
 * offset is not in a smaller square: a feature with x_i cut out is not a difference, its sum runs over the square of i
 * without i, with {@code W[q - o]} where that is in the 3 x 3 square and 0 elsewhere, [25 E + T, 9 C].
 */
final class LatticeFeatures implements LatticeNet.Gathering {
    private static final int NEAR = 1;
    private static final int FEWEST_TIMES = 6;
    private static final int EIGHT = 8;
    private static final int MOST_SITES = 1024;

    private final LatticeShape settings;
    private final List<Integer> near;
    private final List<Integer> far;
    private final List<Integer> square;
    private final Patches patch;
    private final TimeEmbedding time;
    private final int times;
    private final Constant seen;
    private final Constant cut;
    private final Constant whole;
    private final Constant places;
    /** Of small lattices, for a card: there one product of matrices is quicker than three transforms. */
    private final @Nullable Circulant circulant;

    private final LatticeParameters weights;

    LatticeFeatures(LatticeShape s) {
        settings = s;
        near = s.torus().square(NEAR);
        far = FarWeights.offsets(s.torus());
        square = s.torus().square(2 * NEAR);
        List<Integer> ring = s.torus().ring(2 * NEAR);
        patch = new Patches(s.torus(), s.torus().sites(), s.states(), square);
        // Products like rows of a multiple of eight numbers best.
        times = FEWEST_TIMES + Math.floorMod(-patch.width() - FEWEST_TIMES, EIGHT);
        time = new TimeEmbedding(s.hidden(), times);
        weights = new LatticeParameters(s, near, far, ring, times);
        int[] ringRow = rows(ring);
        int[] nearRow = rows(near);
        seen = rowsFor(1, ring.size(), (q, o) -> ringRow[q]);
        cut = rowsFor(
                near.size(),
                near.size(),
                (q, o) -> q == 0 ? near.size() : nearRow[s.torus().subtract(q, near.get(o))]);
        whole = rowsFor(1, near.size(), (q, o) -> nearRow[q]);
        int[] farRow = rows(far);
        int d = s.torus().sites();
        places = table(d, 1, (o, column) -> farRow[o]);
        circulant = d <= MOST_SITES ? new Circulant(s.torus(), far) : null;
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

    /**
     * Which row of a weight matrix, [known E + T + 1] with zeros last, multiplies each number of the matrix that a site
     * sees, for each of some columns.
     *
     * @param place of an offset for a column, {@code known} for none
     */
    private Constant rowsFor(int columns, int known, IntBinaryOperator place) {
        int e = settings.states() - 1;
        int values = patch.width();
        return table(values + times, columns, (row, column) -> {
            if (row >= values) {
                return known * e + row - values;
            }
            int at = place.applyAsInt(square.get(row / e), column);
            return at == known ? known * e + times : at * e + row % e;
        });
    }

    private static Constant table(int rows, int columns, IntBinaryOperator entry) {
        long[] index = new long[rows * columns];
        for (int k = 0; k < index.length; k++) {
            index[k] = entry.applyAsInt(k / columns, k % columns);
        }
        return Constant.of(index, index.length);
    }

    @Override
    public void register(Parameters.Builder p) {
        time.register(p);
        weights.register(p);
    }

    @Override
    public Tensor gather(Parameters.ByName free, Tensor x, Tensor t) {
        Parameters.ByName p = weights.of(free, x);
        long n = x.size(0);
        long d = settings.torus().sites();
        long width = patch.width() + times;
        Tensor near = p.get("near.weight");
        Tensor now = time.of(free, t).expand(n, d, times);
        Tensor values = Tape.leaf(cat(-1, patch.of(x, now).view(n, d, -1), now).view(1, n * d, width));
        Tensor nearby = gelu(values.bmm(filled(p, "local", cut, x).view(1, width, -1)));
        Tensor z = plusProduct(values.bmm(filled(p, "patch", seen, x).unsqueeze(0)), nearby, near);
        return far.isEmpty() ? z : distant(p, z, values, x);
    }

    /** Features stand before sites here, so that nothing has to copy what it reads. */
    private Tensor distant(Parameters.ByName p, Tensor z, Tensor values, Tensor x) {
        long n = x.size(0);
        long d = settings.torus().sites();
        long c = settings.channels();
        Tensor u =
                gelu(filled(p, "local", whole, x).t().mm(values.squeeze(0).t())).view(c, n, d);
        Tensor v = p.get(LatticeParameters.FAR);
        Tensor sums = circulant != null && Tensors.device(x) == Device.CUDA
                ? u.bmm(circulant.of(v))
                : correlated(u, named(places, x, v, zeros(v)).t(), settings.torus());
        return plusProduct(z, sums.reshape(1, c, n * d).transpose(1, 2), p.get("far.mix"));
    }

    /**
     * Sums over all offsets o of {@code v(o) u(i + o)} by Fourier transforms, in d log d: u [C, n, d] and v [C, d] to
     * [C, n, d]. A sum over the lattice becomes {@code conj(v^) u^} at each wave vector.
     */
    static Tensor correlated(Tensor u, Tensor v, Torus torus) {
        long rows = torus.rows();
        long columns = torus.columns();
        ScalarType type = u.scalar_type().intern() == ScalarType.Double ? ScalarType.Double : ScalarType.Float;
        Tensor waves = torch.fft_rfft2(u.to(type).view(u.size(0), u.size(1), rows, columns));
        Tensor weights = torch.fft_rfft2(v.to(type).reshape(u.size(0), 1, rows, columns));
        Tensor sums = torch.fft_irfft2(
                waves.mul(weights.conj()), new long[] {rows, columns}, new long[] {-2, -1}, new StringViewOptional());
        return sums.view(u.sizes()).to(u.scalar_type());
    }

    /** The rows of the weights for values and for times that the index names. */
    private static Tensor filled(Parameters.ByName p, String name, Constant index, Tensor like) {
        Tensor weight = p.get(name + ".weight");
        return named(index, like, weight, p.get(name + ".time"), zeros(weight));
    }

    /** The rows of some matrices, one below the other, that the index names. */
    private static Tensor named(Constant index, Tensor like, Tensor... weights) {
        return torch.embedding(cat(0, weights), index.like(like));
    }

    private static Tensor zeros(Tensor weight) {
        return torch.zeros_like(weight.narrow(0, 0, 1));
    }
}
