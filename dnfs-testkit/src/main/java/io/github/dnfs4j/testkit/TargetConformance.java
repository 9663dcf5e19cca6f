package io.github.dnfs4j.testkit;

import io.github.dnfs4j.target.Differentiable;
import io.github.dnfs4j.target.PairGraph;
import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Holds a target against its own log density: every closed form against the default that it overrides, to 1e-10 of the
 * largest |U|. The log density itself only you know; compare it with a sum in plain Java, or a small case by hand.
 *
 * <ul>
 *   <li>{@code logDensity} is fp64 [n], below infinity, the same each time, and leaves the states alone;
 *   <li>row k of a batch has the density it has alone: {@code rows(index)} goes with the rows {@code index} of x;
 *   <li>{@code logRatios} and {@code logRatiosAt} are differences of {@code logDensity};
 *   <li>a target that says it is {@code symmetric} is;
 *   <li>{@code couplings}, the pair graph and the relaxed density, where there are such, belong to the same U.
 * </ul>
 *
 * <pre>{@code TargetConformance.check(new MyTarget(), 1); }</pre>
 */
public final class TargetConformance {
    private static final int ROWS = 8;
    private static final double TOLERANCE = 1e-10;

    private TargetConformance() {}

    /** At random states, for a target whose rows are all the same instance. */
    public static void check(Target target, long seed) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            check(target, target.space().uniform(ROWS, rng));
        }
    }

    /** At given states, int64 [n, d]: for a target of n instances, one a row. */
    public static void check(Target target, Tensor x) {
        try (Scope scope = Scope.open()) {
            Ops.withoutGradient(() -> {
                Tensor u = density(target, x);
                double tolerance = TOLERANCE * largest(u);
                rows(target, x, u, tolerance);
                ratios(target, x, u, tolerance);
                symmetry(target, x, u, tolerance);
                couplings(target, x, tolerance);
                pairs(target, x, u, tolerance);
                if (target instanceof Differentiable smooth) {
                    Tensor relaxed = smooth.relaxed(Ops.oneHot(x, target.space().states()));
                    same("relaxed at a state, against logDensity", relaxed, u, tolerance);
                }
                return true;
            });
        }
    }

    private static Tensor density(Target target, Tensor x) {
        long[] before = Tensors.longs(x);
        Tensor u = target.logDensity(x);
        Expect.that(Tensors.type(u) == ScalarType.Double, "logDensity is of type %s, not Double", Tensors.type(u));
        shape("logDensity", u, x.size(0));
        for (double v : Tensors.doubles(u)) {
            Expect.that(v < Double.POSITIVE_INFINITY, "a log density is %s", v);
        }
        same("logDensity, asked again", target.logDensity(x), u, 0);
        target.logRatios(x);
        Expect.that(Arrays.equals(before, Tensors.longs(x)), "the states have changed");
        return u;
    }

    /** Last rows first, the first one twice, and each alone. */
    private static void rows(Target target, Tensor x, Tensor u, double tolerance) {
        int n = (int) x.size(0);
        long[] order = new long[n + 1];
        Arrays.setAll(order, k -> Math.max(0, n - 1 - k));
        Tensor index = Tensors.of(order, Tensors.device(x), order.length);
        Tensor some = target.rows(index).logDensity(x.index_select(0, index));
        same("rows in another order", some, u.index_select(0, index), tolerance);
        for (int k = 0; k < n; k++) {
            Tensor one = Tensors.of(new long[] {k}, Tensors.device(x), 1);
            Tensor alone = target.rows(one).logDensity(x.narrow(0, k, 1));
            same("row " + k + " alone", alone, u.narrow(0, k, 1), tolerance);
        }
    }

    private static void ratios(Target target, Tensor x, Tensor u, double tolerance) {
        int d = target.space().sites();
        Target plain = new OnlyDensity(target);
        Tensor possible = u.isfinite().nonzero().view(-1);
        Tensor expected = plain.logRatios(x);
        Tensor all = target.logRatios(x);
        shape("logRatios", all, x.size(0), d, target.space().states());
        same(
                "logRatios, against differences of logDensity,",
                target.space().within(all).index_select(0, possible),
                target.space().within(expected).index_select(0, possible),
                tolerance);
        for (int i = 0; i < d; i++) {
            Tensor at = target.logRatiosAt(x, i);
            shape("logRatiosAt", at, x.size(0), target.space().states());
            same(
                    "logRatiosAt site " + i + ", against differences of logDensity,",
                    target.space().within(at, i).index_select(0, possible),
                    target.space().within(expected.select(1, i), i).index_select(0, possible),
                    tolerance);
        }
    }

    /** A cycle of the states and an exchange of two make all permutations. */
    private static void symmetry(Target target, Tensor x, Tensor u, double tolerance) {
        if (!target.structure().symmetric()) {
            return;
        }
        Expect.that(!target.space().mixed(), "symmetric with %s, which cannot be exchanged", target.space());
        long s = target.space().states();
        Tensor cycle = x.add(Ops.scalar(1L)).remainder(Ops.scalar(s));
        same("a symmetric density after a cycle of the states", target.logDensity(cycle), u, tolerance);
        Tensor low = x.lt(Ops.scalar(2L)).to(ScalarType.Long);
        Tensor swapped = x.add(low.mul(x.neg().add(x.neg()).add(Ops.scalar(1L))));
        same("a symmetric density after an exchange of 0 and 1", target.logDensity(swapped), u, tolerance);
    }

    private static void couplings(Target target, Tensor x, double tolerance) {
        Tensor couplings = target.structure().couplings(x);
        if (couplings == null) {
            return;
        }
        int d = target.space().sites();
        Expect.that(target.space().states() == 2, "couplings are for two states");
        shape("couplings", couplings, x.size(0), d, d);
        Target plain = new OnlyDensity(target);
        for (int i = 0; i < d; i++) {
            Tensor growth = gain(plain, set(x, i, 1)).sub(gain(plain, set(x, i, 0)));
            growth.select(1, i).fill_(Ops.scalar(0L));
            same("couplings of site " + i, couplings.select(1, i), growth, 4 * tolerance);
        }
    }

    /** {@code U(x with x_j = 1) - U(x with x_j = 0)}, [n, d]. */
    private static Tensor gain(Target target, Tensor x) {
        Tensor ratios = target.logRatios(x);
        return ratios.select(2, 1).sub(ratios.select(2, 0));
    }

    private static Tensor set(Tensor x, int site, long value) {
        Tensor y = x.clone();
        y.select(1, site).fill_(Ops.scalar(value));
        return y;
    }

    private static void pairs(Target target, Tensor x, Tensor u, double tolerance) {
        if (!(target instanceof PairTarget known)) {
            return;
        }
        PairGraph graph = known.pairs();
        int d = target.space().sites();
        long[] states = Tensors.longs(x);
        double[] sums = new double[(int) x.size(0)];
        for (int row = 0; row < sums.length; row++) {
            for (int i = 0; i < d; i++) {
                int own = (int) states[row * d + i];
                sums[row] += graph.fields()[i][own];
                for (int k = 0; k < graph.neighbours()[i].length; k++) {
                    int j = graph.neighbours()[i][k];
                    sums[row] += j < i && states[row * d + j] == own ? graph.couplings()[i][k] : 0;
                }
            }
        }
        Tensor sum = Tensors.of(sums, Tensors.device(x), sums.length);
        same("the pair graph, up to a constant,", sum.sub(sum.select(0, 0)), u.sub(u.select(0, 0)), 2 * tolerance);
    }

    private static double largest(Tensor u) {
        return Arrays.stream(Tensors.doubles(u))
                .filter(Double::isFinite)
                .map(Math::abs)
                .reduce(1, Math::max);
    }

    private static void shape(String what, Tensor t, long... expected) {
        Expect.that(
                Arrays.equals(Tensors.shape(t), expected),
                "%s has shape %s, not %s",
                what,
                Arrays.toString(Tensors.shape(t)),
                Arrays.toString(expected));
    }

    private static void same(String what, Tensor actual, Tensor expected, double tolerance) {
        shape(what, actual, Tensors.shape(expected));
        double[] a = Tensors.doubles(actual);
        double[] b = Tensors.doubles(expected);
        for (int k = 0; k < a.length; k++) {
            Expect.that(
                    a[k] == b[k] || Math.abs(a[k] - b[k]) <= tolerance,
                    "%s: %s is given, %s is right, at number %d of %s",
                    what,
                    a[k],
                    b[k],
                    k,
                    Arrays.toString(Tensors.shape(actual)));
        }
    }
}
