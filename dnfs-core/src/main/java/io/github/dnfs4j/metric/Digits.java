package io.github.dnfs4j.metric;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;

/**
 * Numbers the states of a small space: {@code k = sum_i x_i prod over j > i of S_j}, site 0 the most significant digit.
 */
final class Digits {
    private Digits() {}

    /** The number of states, refused above the limit. */
    static int count(StateSpace space, int limit) {
        long size = 1;
        for (int i = 0; i < space.sites(); i++) {
            size *= space.size(i);
            // Inside the loop, before a large space can overflow.
            if (size > limit) {
                throw new IllegalArgumentException("too large to enumerate: "
                        + (space.mixed() ? space.toString() : space.states() + "^" + space.sites() + " states")
                        + ", and the limit is " + limit);
            }
        }
        return Math.toIntExact(size);
    }

    /** State k, d values. */
    static byte[] of(StateSpace space, long k) {
        byte[] x = new byte[space.sites()];
        long rest = k;
        for (int i = x.length - 1; i >= 0; i--) {
            x[i] = (byte) (rest % space.size(i));
            rest /= space.size(i);
        }
        return x;
    }

    /** States from..from+count-1, int64 [count, d]. */
    static Tensor states(StateSpace space, int from, int count) {
        int d = space.sites();
        long[] x = new long[Math.multiplyExact(count, d)];
        for (int row = 0; row < count; row++) {
            byte[] digits = of(space, from + row);
            for (int i = 0; i < d; i++) {
                x[row * d + i] = digits[i] & 0xff;
            }
        }
        return Tensors.of(x, Device.CPU, count, d);
    }
}
