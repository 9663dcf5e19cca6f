package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.indicator;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.torch.Tape;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Learned biases of attention by the distance psi of sites, and how they lie where slot i of a stream holds the value of
 * the site before its own.
 *
 * <pre>{@code
 * psi      0 .. FAR, one value for no path, one for the start of a stream     int64 [n, d, d]
 * pairs    b(psi(i, j))                                                       [n, heads, d, d]
 * start    b of the start                                                     [1, heads, 1, 1]
 * }</pre>
 */
record Distances(Tensor pairs, Tensor start) {
    /** The longest distance that has a bias of its own. */
    static final int FAR = 8;

    private static final int UNREACHABLE = FAR + 1;
    private static final int START = FAR + 2;
    /** How many values psi has. */
    static final int VALUES = START + 1;

    private static final long NO_PATH = 255;

    /** psi of all pairs of sites; padded sites read as the start of a stream. */
    static Tensor psi(Tensor x, Context context) {
        Tensor distances = context.distances();
        Tensor mask = context.mask();
        Tensor psi = distances == null
                ? torch.full_like(x, scalar((long) UNREACHABLE)).unsqueeze(1).expand(-1, x.size(1), -1)
                : length(distances.to(ScalarType.Long));
        return mask == null ? psi : psi.masked_fill(both(mask).logical_not(), scalar((long) START));
    }

    private static Tensor length(Tensor distances) {
        return distances.clamp_max(scalar((long) FAR)).masked_fill(distances.eq(scalar(NO_PATH)), scalar((long)
                UNREACHABLE));
    }

    private static Tensor both(Tensor mask) {
        return mask.unsqueeze(1).logical_and(mask.unsqueeze(2));
    }

    /** From a table [VALUES, heads]. */
    static Distances bias(Tensor table, Tensor psi) {
        long d = psi.size(1);
        Tensor one = indicator(psi, VALUES).to(table.scalar_type()).reshape(-1, d * d, VALUES);
        Tensor all = rowwise(one, table).view(-1, d, d, table.size(1)).permute(0, 3, 1, 2);
        return new Distances(Tape.leaf(all), table.select(0, START).view(1, -1, 1, 1));
    }

    /**
     * {@code x w} for x [n, m, in] and w [in, out], as n products: the gradient of w is then a sum of n products, and not
     * one with an inner dimension of n m in the millions, at which a GPU does badly.
     */
    static Tensor rowwise(Tensor x, Tensor w) {
        return x.bmm(w.unsqueeze(0).expand(x.size(0), -1, -1));
    }

    /** Rows of a table; as a product with one-hot rows, whose gradient is a product, too. */
    static Tensor rows(Tensor index, long count, Tensor table) {
        return indicator(index, count).to(table.scalar_type()).matmul(table);
    }

    /** For a stream that reads the sites from the last to the first. */
    Distances reversed() {
        return new Distances(pairs.flip(2, 3), start);
    }

    /** For a stream of reversed slots: only those are reversed, not the sites that look at them. */
    Distances reversedKeys() {
        return new Distances(pairs.flip(3), start);
    }

    /** From slot to slot, [n, heads, d, d]. */
    Tensor slots() {
        return cat(2, edge(1, pairs.size(3)), keys().narrow(2, 0, pairs.size(2) - 1));
    }

    /** From site to slot, [n, heads, d, d]. */
    Tensor keys() {
        return cat(3, edge(pairs.size(2), 1), pairs.narrow(3, 0, pairs.size(3) - 1));
    }

    private Tensor edge(long rows, long columns) {
        return start.expand(pairs.size(0), pairs.size(1), rows, columns);
    }
}
