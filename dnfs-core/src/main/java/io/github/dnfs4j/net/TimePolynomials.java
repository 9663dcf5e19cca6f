package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The time as the values of Chebyshev's polynomials at {@code 2t - 1}, the constant 1 among them. No weight comes before
 * them, so that they can stand beside the values of sites in one matrix that needs no gradient.
 *
 * @param count T
 */
record TimePolynomials(int count) {
    private static final int FEWEST = 6;
    private static final int EIGHT = 8;

    /** As many as make rows of {@code width} other numbers a multiple of eight long, which matrix products like best. */
    static TimePolynomials beside(int width) {
        return new TimePolynomials(FEWEST + Math.floorMod(-width - FEWEST, EIGHT));
    }

    /** For times [n], [n, T]. */
    Tensor of(Tensor t) {
        Tensor[] values = new Tensor[count];
        Tensor y = plus(times(t, 2), -1);
        values[0] = torch.ones_like(t);
        values[1] = y;
        for (int k = 2; k < count; k++) {
            values[k] = times(y, 2).mul(values[k - 1]).sub(values[k - 2]);
        }
        return stack(-1, values);
    }
}
