package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Locale;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Points of the plane as 2 B bits, B a coordinate: a sign and B - 1 bits of Gray code, most significant first, in which
 * neighbouring numbers differ by one bit.
 *
 * <pre>{@code
 * q = trunc(|v| scale),  g = q xor (q >> 1),  x = [v_1 < 0, g_1, v_2 < 0, g_2]
 * }</pre>
 *
 * @param bits B
 * @param scale numbers a unit of length; kept with a model, which knows nothing else of the plane
 */
public record GrayCode(int bits, double scale) {
    private static final int FIT = 5000;
    private static final long FIT_SEED = 5000;

    public GrayCode {
        if (bits < 2 || bits > 24) {
            throw new IllegalArgumentException("a coordinate takes 2 to 24 bits, not " + bits);
        }
        if (!(scale > 0 && Double.isFinite(scale))) {
            throw new IllegalArgumentException("the scale must be above 0, not " + scale);
        }
    }

    /** The code for a set: {@code scale = 2^(B - 1) / (max |v| + 2)} over 5,000 points, the same each time. */
    public static GrayCode of(Planar set, int bits) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(FIT_SEED, Device.CPU)) {
            double most = set.points(FIT, rng).abs().max().item_double();
            return new GrayCode(bits, Math.pow(2, bits - 1.0) / (most + 2));
        }
    }

    public StateSpace space() {
        return new StateSpace(2 * bits, 2);
    }

    /** The largest coordinate that the code reaches. */
    public double reach() {
        return Math.pow(2, bits - 1.0) / scale;
    }

    /**
     * Points [n, 2] as states, int64 [n, 2 B].
     *
     * @throws IllegalArgumentException naming the first point that lies outside
     */
    public Tensor encode(Tensor points) {
        try (Scope scope = Scope.open()) {
            Tensor inside = points.abs().lt(scalar(reach())).all(1);
            if (!inside.all().item_bool()) {
                refuse(points, inside);
            }
            return scope.keep(bits(points));
        }
    }

    /** The states of points, without asking where the points lie; those out of reach get a wrong state. */
    Tensor bits(Tensor points) {
        return cat(1, coordinate(points.select(1, 0)), coordinate(points.select(1, 1)));
    }

    private void refuse(Tensor points, Tensor inside) {
        double[] values = Tensors.doubles(points);
        double[] ok = Tensors.doubles(inside);
        for (int k = 0; k < ok.length; k++) {
            if (ok[k] == 0) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "point %d, (%s, %s), lies outside of what %d bits of scale %.6g reach: %.6g",
                        k + 1,
                        values[2 * k],
                        values[2 * k + 1],
                        bits,
                        scale,
                        reach()));
            }
        }
    }

    private Tensor coordinate(Tensor v) {
        Tensor q = times(v.abs(), scale).trunc().to(ScalarType.Long);
        Tensor g = q.bitwise_xor(q.bitwise_right_shift(scalar(1L)));
        Tensor[] columns = new Tensor[bits];
        columns[0] = v.lt(scalar(0.0)).to(ScalarType.Long);
        for (int k = 1; k < bits; k++) {
            columns[k] = g.bitwise_right_shift(scalar((long) (bits - 1 - k))).bitwise_and(scalar(1L));
        }
        return stack(1, columns);
    }

    /** The points of states [n, 2 B], each in the middle of its cell; fp64 [n, 2]. */
    public Tensor decode(Tensor x) {
        try (Scope scope = Scope.open()) {
            return scope.keep(stack(1, number(x.narrow(1, 0, bits)), number(x.narrow(1, bits, bits))));
        }
    }

    private Tensor number(Tensor code) {
        // Bit k of q is the exclusive or of the bits of g from the top to k.
        Tensor q = code.select(1, 1).mul(scalar(0L));
        Tensor bit = q;
        for (int k = 1; k < bits; k++) {
            bit = bit.bitwise_xor(code.select(1, k));
            q = q.mul(scalar(2L)).add(bit);
        }
        Tensor size = times(plus(q.to(ScalarType.Double), 0.5), 1 / scale);
        Tensor sign = plus(times(code.select(1, 0).to(ScalarType.Double), -2), 1);
        return size.mul(sign);
    }
}
