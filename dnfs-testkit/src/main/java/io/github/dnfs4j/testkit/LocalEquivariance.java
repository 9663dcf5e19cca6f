package io.github.dnfs4j.testkit;

import io.github.dnfs4j.net.Context;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/**
 * What every {@link RateNet} must pass: with {@code y = x with x_i set to tau},
 *
 * <pre>{@code G(tau, i | x) + G(x_i, i | y) = 0    and    G(x_i, i | x) = 0}</pre>
 *
 * <p>and it must not pass by being blind: G at site i has to see the other sites and the time.
 */
public final class LocalEquivariance {
    private static final int ROWS = 3;

    private LocalEquivariance() {}

    /** The two equations to 1e-5 of the largest |G|, for random states, times and a random target's features. */
    public static void check(RateNet net, StateSpace space, long seed) {
        check(net, space, seed, 1e-5);
    }

    /** The two equations to a tolerance of your own, as a share of the largest |G|. */
    public static void check(RateNet net, StateSpace space, long seed, double tolerance) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            int d = space.sites();
            int s = space.states();
            Target target = Pairwise.random(space, 1 / Math.sqrt(d), seed);
            long[] x = Tensors.longs(rng.integers(s, ROWS, d));
            double[] t = Tensors.doubles(rng.uniform(ROWS));
            double[] g = evaluate(net, target, states(x, d), t);
            double[] back = evaluate(net, target, states(neighbours(x, d, s), d), repeat(t, d * s));
            double largest = Arrays.stream(g).map(Math::abs).max().orElseThrow();
            Expect.that(Double.isFinite(largest) && largest > 1e-6, "the largest |G| is %s", largest);
            for (int at = 0; at < g.length; at++) {
                int site = at / s % d;
                int own = (int) x[at / s];
                String where = "row " + at / s / d + ", site " + site + ", tau " + at % s + ", x_i " + own;
                if (at % s == own) {
                    Expect.that(g[at] == 0, "G(x_i, i | x) is %s at %s", g[at], where);
                }
                double sum = (g[at] + back[(at * d + site) * s + own]) / largest;
                Expect.that(
                        Math.abs(sum) <= tolerance,
                        "G(tau, i | x) + G(x_i, i | y), over the largest |G|, is %s at %s",
                        sum,
                        where);
            }
        }
    }

    /** G at site i moves with every other site, and with the time, while the features stay as they are. For fp64. */
    public static void checkSight(RateNet net, StateSpace space, long seed) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            int d = space.sites();
            int s = space.states();
            Tensor row = rng.integers(s, 1, d);
            long[] x = Tensors.longs(row);
            Context context = context(Pairwise.random(space, 1 / Math.sqrt(d), seed), row);
            double[] g = evaluate(net, row, new double[] {0.4}, context);
            double least = 1e-8 * Arrays.stream(g).map(Math::abs).max().orElseThrow();
            double[] later = evaluate(net, row, new double[] {0.6}, context);
            double change = distance(g, 0, later, 0, g.length);
            Expect.that(change > least, "change with the time is only %s", change);
            Tensor features = context.features().expand((long) d * s, d, s);
            double[] moved = evaluate(
                    net, states(neighbours(x, d, s), d), repeat(new double[] {0.4}, d * s), new Context(features));
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    double most = 0;
                    for (int tau = 0; tau < s; tau++) {
                        most = Math.max(most, distance(g, i * s, moved, ((j * s + tau) * d + i) * s, s));
                    }
                    Expect.that(i == j || most > least, "change at site %d with site %d is only %s", i, j, most);
                }
            }
        }
    }

    private static double distance(double[] a, int fromA, double[] b, int fromB, int count) {
        double most = 0;
        for (int k = 0; k < count; k++) {
            most = Math.max(most, Math.abs(a[fromA + k] - b[fromB + k]));
        }
        return most;
    }

    /** Every x with x_i set to tau, in the order row, i, tau. */
    private static long[] neighbours(long[] x, int d, int s) {
        long[] y = new long[x.length * s * d];
        for (int k = 0; k < x.length * s; k++) {
            System.arraycopy(x, k / (d * s) * d, y, k * d, d);
            y[k * d + k / s % d] = k % s;
        }
        return y;
    }

    private static Tensor states(long[] x, int d) {
        return Tensors.of(x, Device.CPU, x.length / d, d);
    }

    private static double[] repeat(double[] t, int times) {
        double[] out = new double[t.length * times];
        Arrays.setAll(out, k -> t[k / times]);
        return out;
    }

    /** The features of a target: its conditional log densities, as the flow computes them. */
    public static Context context(Target target, Tensor x) {
        return new Context(target.space().centre(target.logRatios(x)));
    }

    private static double[] evaluate(RateNet net, Target target, Tensor x, double[] t) {
        return evaluate(net, x, t, context(target, x));
    }

    private static double[] evaluate(RateNet net, Tensor x, double[] t, Context context) {
        return Ops.withoutGradient(() -> Tensors.doubles(net.antisymmetric(x, time(net, t), context)));
    }

    private static Tensor time(RateNet net, double[] t) {
        return Tensors.of(t, Device.CPU, t.length).to(net.parameters().values().scalar_type());
    }
}
