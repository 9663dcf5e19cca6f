package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;

import io.github.dnfs4j.torch.Constant;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * The m offsets o of a convolution on a periodic lattice, and its kernels [out, in, rows, columns] from weights by offset.
 *
 * <p>Features may come in one orientation for each g of a group D, the first of the symmetries of {@link Torus#image}. To turn
 * the lattice by r then takes u_(g, c) at site j to u_(g r^-1, c) at r j. What keeps to this rule has |D| times fewer weights:
 *
 * <pre>{@code
 * from values:   W[o, v -> (g, c)]        = W_0[g o, v, c]
 * from features: K[o, (g', c') -> (g, c)] = K_0[g o, g' g^-1, c', c]
 * to numbers:    N[o, (g, c) -> h]        = N_0[g o, c, h],     and from values  A[o, v -> h] = sum over g of A_0[g o, v, h]
 * }</pre>
 *
 * <p>Where the centre is cut out it has no weights, and the kernel is zero there.
 */
final class Stencil {
    /** Offset of row -1 and column 2 in a square of reach 2: no symmetry but the identity leaves it in its place. */
    private static final int ODD = 9;

    private final int rows;
    private final int columns;
    private final int down;
    private final int right;
    private final int symmetries;
    private final boolean cut;
    private final Constant images;
    private final Constant products;

    /**
     * @param rows to either side of the centre
     * @param columns to either side
     * @param down from one row of it to the next, in sites
     * @param right from one column to the next
     * @param symmetries |D|; with 8, rows and columns must be the same
     * @param cut whether the centre is cut out
     */
    Stencil(int rows, int columns, int down, int right, int symmetries, boolean cut) {
        this.rows = rows;
        this.columns = columns;
        this.down = down;
        this.right = right;
        this.symmetries = symmetries;
        this.cut = cut;
        int m = size();
        int centre = m / 2;
        long[] places = new long[symmetries * m];
        long[] rules = new long[symmetries * symmetries * m];
        for (int g = 0; g < symmetries; g++) {
            for (int o = 0; o < m; o++) {
                int place = image(g, o);
                places[g * m + o] = !cut || place < centre ? place : place == centre ? m - 1 : place - 1;
                for (int other = 0; other < symmetries; other++) {
                    rules[(g * symmetries + other) * m + o] = place * symmetries + quotient(other, g);
                }
            }
        }
        images = Constant.of(places, symmetries, m);
        products = Constant.of(rules, symmetries, symmetries, m);
    }

    /** These offsets with the centre cut out. */
    Stencil hollow() {
        return new Stencil(rows, columns, down, right, symmetries, true);
    }

    /** m. */
    int size() {
        return (2 * rows + 1) * (2 * columns + 1);
    }

    /** How many of them have weights. */
    int weighted() {
        return cut ? size() - 1 : size();
    }

    private int image(int symmetry, int offset) {
        return image(symmetry, offset, rows, columns);
    }

    /** The place of an offset under a symmetry, in a square of so many rows and columns to either side. */
    private static int image(int symmetry, int offset, int rows, int columns) {
        int row = offset / (2 * columns + 1) - rows;
        int column = offset % (2 * columns + 1) - columns;
        row = (symmetry & 1) == 0 ? row : -row;
        column = (symmetry & 2) == 0 ? column : -column;
        boolean swapped = (symmetry & 4) != 0;
        return ((swapped ? column : row) + rows) * (2 * columns + 1) + (swapped ? row : column) + columns;
    }

    /** {@code g' g^-1}: the r that takes the image of an offset under g to its image under g'. */
    private int quotient(int other, int g) {
        for (int r = 0; r < symmetries; r++) {
            if (image(r, image(g, ODD, 2, 2), 2, 2) == image(other, ODD, 2, 2)) {
                return r;
            }
        }
        throw new IllegalStateException("these symmetries are no group");
    }

    /** W: from weights [weighted, values c], [|D| c, values, rows, columns]. */
    Tensor lifting(Tensor weight, long values) {
        return kernel(bySymmetry(weight)
                .view(symmetries, size(), values, -1)
                .permute(0, 3, 2, 1)
                .flatten(0, 1));
    }

    /** K: from weights [m |D|, c c], [|D| c, |D| c, rows, columns]. */
    Tensor raising(Tensor weight, long c) {
        Tensor all = torch.embedding(weight, products.like(weight));
        return kernel(all.view(symmetries, symmetries, size(), c, c)
                .permute(0, 4, 1, 3, 2)
                .flatten(2, 3)
                .flatten(0, 1));
    }

    /** N: from weights [weighted, c h], [h, |D| c, rows, columns]. */
    Tensor lowering(Tensor weight, long h) {
        return kernel(bySymmetry(weight)
                .view(symmetries, size(), -1, h)
                .permute(3, 0, 2, 1)
                .flatten(1, 2));
    }

    /** A: from weights [weighted, values h], [h, values, rows, columns]. */
    Tensor summing(Tensor weight, long values) {
        return kernel(bySymmetry(weight).sum(0).view(size(), values, -1).permute(2, 1, 0));
    }

    /** Rows by offset, for all symmetries: [|D|, m, ..]. */
    private Tensor bySymmetry(Tensor weight) {
        Tensor all = cut ? cat(0, weight, torch.zeros_like(weight.narrow(0, 0, 1))) : weight;
        return torch.embedding(all, images.like(weight));
    }

    /** From [out, in, m]. */
    private Tensor kernel(Tensor weight) {
        return weight.reshape(weight.size(0), weight.size(1), 2L * rows + 1, 2L * columns + 1);
    }

    /** The convolution of u [n, in, L, L'] with a kernel. */
    Tensor convolved(Tensor u, Tensor kernel) {
        long[] border = {(long) columns * right, (long) columns * right, (long) rows * down, (long) rows * down};
        Tensor padded = torch.pad(u, border, "circular", new DoubleOptional());
        return torch.conv2d(
                padded,
                kernel,
                new TensorOptional(),
                new long[] {1, 1},
                new long[] {0, 0},
                new long[] {down, right},
                1);
    }
}
