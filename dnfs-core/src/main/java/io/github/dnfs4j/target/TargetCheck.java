package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Looks a target over before anybody trains on it: shapes and types of what it returns, finite densities, and log ratios
 * that agree with the densities. What is wrong is said in one line, with a state that shows it. For targets whose rows
 * are all the same instance.
 */
public final class TargetCheck {
    private static final int MOST_STATES = 64;
    private static final int NEIGHBOURS = 24;
    /** Numbers at once where log ratios have no closed form: all neighbours of all states. */
    private static final long NUMBERS = 50_000_000;

    private static final int MOST_SITES = 1 << 14;
    /** Of a density in fp32, the difference of two of which has lost the digits that they have in common. */
    private static final double TOLERANCE = 1e-4;
    /** Networks compute in fp32, and losses are squares. */
    private static final double LARGEST = 1e15;

    private static final int SHOWN_SITES = 40;

    private final Target target;
    private final StateSpace space;
    private final int states;

    private TargetCheck(Target target) {
        this.target = target;
        space = target.space();
        if (space.sites() > MOST_SITES) {
            throw new IllegalArgumentException(
                    "networks look at all pairs of sites: " + space.sites() + " are too many, at most " + MOST_SITES);
        }
        long each = (long) space.sites() * space.sites() * space.states();
        states = (int) Math.max(2, Math.min(MOST_STATES, NUMBERS / each));
    }

    /**
     * Checks a target at some random states on a device.
     *
     * @throws IllegalArgumentException with the reason
     */
    public static void of(Target target, Device device) {
        TargetCheck check = new TargetCheck(target);
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard();
                Rng rng = Rng.seeded(1, device)) {
            Tensor x = check.space.uniform(check.states, rng);
            check.structure();
            check.density(x);
            check.ratios(x);
            check.neighbours(x, rng);
        }
    }

    private void structure() {
        if (target.structure().symmetric() && space.mixed()) {
            throw new IllegalArgumentException("the target says that its states may be exchanged, but it has " + space);
        }
        target.structure().lattice().ifPresent(l -> {
            if (l.sites() != space.sites()) {
                throw new IllegalArgumentException("the target says it is a lattice of " + l.rows() + " x "
                        + l.columns() + ", but it has " + space.sites() + " sites");
            }
        });
    }

    private void density(Tensor x) {
        Tensor u = target.logDensity(x);
        shape("logDensity", u, states);
        double[] values = Tensors.doubles(u.to(ScalarType.Double));
        for (int k = 0; k < values.length; k++) {
            finite(values[k], x, k);
        }
        // A density that has random parts, or that remembers, has no log ratios.
        double[] again = Tensors.doubles(target.logDensity(x).to(ScalarType.Double));
        for (int k = 0; k < values.length; k++) {
            if (Math.abs(again[k] - values[k]) > tolerance(values[k])) {
                throw new IllegalArgumentException("logDensity differs between two calls: " + values[k] + ", then "
                        + again[k] + ", at state " + state(x, k));
            }
        }
    }

    private void finite(double u, Tensor x, int row) {
        if (Double.isFinite(u) || u == Double.NEGATIVE_INFINITY && target instanceof Constrained) {
            return;
        }
        String hint = u == Double.NEGATIVE_INFINITY
                ? "; states that are forbidden need a large finite penalty, or a target that is Constrained"
                : "";
        throw new IllegalArgumentException("logDensity is " + u + " at state " + state(x, row) + hint);
    }

    private void ratios(Tensor x) {
        Tensor r = target.logRatios(x);
        shape("logRatios", r, states, space.sites(), space.states());
        if (target instanceof Constrained) {
            return; // ratios to states outside of the support mean nothing
        }
        Tensor bad = r.isfinite().logical_not();
        if (bad.any().item_bool()) {
            int k = (int) bad.flatten(1, -1).any(1).to(ScalarType.Long).argmax().item_long();
            throw new IllegalArgumentException("logRatios has entries that are not finite at state " + state(x, k)
                    + ": a neighbour of it has no finite density");
        }
        double most = r.abs().max().to(ScalarType.Double).item_double();
        if (most > LARGEST) {
            throw new IllegalArgumentException("log ratios as large as " + most + " are more than a network can follow;"
                    + " measure the energy in a larger unit, or sample it at a higher temperature");
        }
    }

    /** Single moves by their densities: ratios that are a guess by intention, as Taylor's, are not held against them. */
    private void neighbours(Tensor x, Rng rng) {
        if (target instanceof Constrained || target instanceof Taylor) {
            return;
        }
        Tensor ratios = target.logRatios(x);
        Tensor u = target.logDensity(x).to(ScalarType.Double);
        for (int k = 0; k < NEIGHBOURS; k++) {
            long row = k % states;
            int site = (int) rng.integers(space.sites(), 1).item_long();
            long value = rng.integers(space.size(site), 1).item_long();
            Tensor y = x.narrow(0, row, 1).clone();
            y.select(1, site).fill_(Ops.scalar(value));
            Tensor index = Tensors.of(new long[] {row}, rng.device(), 1);
            double moved =
                    target.rows(index).logDensity(y).to(ScalarType.Double).item_double();
            finite(moved, y, 0);
            double before = u.select(0, row).item_double();
            double want = moved - before;
            double all = ratios.select(0, row)
                    .select(0, site)
                    .select(0, value)
                    .to(ScalarType.Double)
                    .item_double();
            Tensor at = target.logRatiosAt(x, site);
            shape("logRatiosAt", at, states, space.states());
            double one =
                    at.select(0, row).select(0, value).to(ScalarType.Double).item_double();
            agree("logRatios", all, want, before, x, row, site, value);
            agree("logRatiosAt", one, want, before, x, row, site, value);
        }
    }

    private void agree(String what, double is, double want, double u, Tensor x, long row, int site, long value) {
        if (Math.abs(is - want) > tolerance(u) + tolerance(want)) {
            throw new IllegalArgumentException(what + " says that setting site " + site + " to " + value
                    + " changes logDensity by " + is + ", but it changes by " + want + ", at state "
                    + state(x, (int) row));
        }
    }

    private static double tolerance(double u) {
        return TOLERANCE * Math.max(1, Math.abs(u));
    }

    private void shape(String what, Tensor r, long... wanted) {
        if (r == null || r.isNull()) {
            throw new IllegalArgumentException(what + " returned nothing");
        }
        long[] sizes = Tensors.shape(r);
        if (!Arrays.equals(sizes, wanted)) {
            throw new IllegalArgumentException(what + " returned a tensor " + Arrays.toString(sizes) + " for " + states
                    + " states, not " + Arrays.toString(wanted));
        }
        if (!r.is_floating_point()) {
            throw new IllegalArgumentException(what + " returned " + r.scalar_type() + ", not floating-point numbers");
        }
    }

    private static String state(Tensor x, int row) {
        long[] sites = Tensors.longs(x.select(0, row));
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < Math.min(SHOWN_SITES, sites.length); i++) {
            text.append(i == 0 ? "" : " ").append(sites[i]);
        }
        return text.append(sites.length > SHOWN_SITES ? " ...)" : ")").toString();
    }
}
