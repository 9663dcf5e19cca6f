package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Constant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Spins {@code s = 2x - 1} with {@code U = s'Js + b's}, J symmetric with a zero diagonal.
 *
 * <p>Flipping spin i changes U by {@code -2 s_i (2 (Js)_i + b_i)}. A lattice has {@code J = sigma A}, A the strengths of
 * its bonds ({@link Layout}), so that every edge counts twice; its inverse temperature is {@code beta = 2 sigma}, the periodic
 * square lattice critical at {@code sigma = ln(1 + sqrt 2) / 4}.
 */
public final class Ising implements Differentiable, PairTarget, Tempered, Climbable {
    /** The critical coupling of the infinite lattice. */
    public static final double CRITICAL = Math.log(1 + Math.sqrt(2)) / 4;

    /** All pairs of sites are stored. */
    private static final int MOST_SITES = 64 * 64;

    private final StateSpace space;
    private final Constant couplings;
    private final Constant field;
    private final @Nullable Laid laid;
    private final PairGraph pairs;
    private final Structure structure;

    /** The periodic side x side lattice with one coupling and one field. */
    public record Periodic(int side, double sigma, double field) {}

    /** A lattice of any layout. */
    private record Laid(Layout layout, int side, double sigma, double field) {
        Optional<Lattice> torus() {
            return layout.torus() ? Optional.of(new Lattice(side, side)) : Optional.empty();
        }

        Structure bonded() {
            int d = layout.sites(side);
            double[] k = new double[2 * d];
            for (Layout.Bond bond : layout.bonds(side)) {
                boolean below = bond.to() % side == bond.from() % side;
                k[2 * bond.from() + (below ? 1 : 0)] = 2 * sigma * bond.strength();
            }
            Constant all = Constant.of(k, 1, d, 2);
            return new Structure.Bonded(
                    new Lattice(side, side), x -> all.like(x).expand(x.size(0), d, 2));
        }
    }

    private Ising(double[][] j, double[] b, @Nullable Laid laid) {
        int d = b.length;
        space = new StateSpace(d, 2);
        double[] flat = new double[d * d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(j[i], 0, flat, i * d, d);
        }
        couplings = Constant.of(flat, d, d);
        field = Constant.of(b, d);
        this.laid = laid;
        pairs = pairs(space, j, b);
        structure = laid != null && laid.layout.bonded() && laid.field == 0
                ? laid.bonded()
                : Structure.of(laid == null ? Optional.empty() : laid.torus(), pairs.symmetric());
    }

    /** Any symmetric couplings with a zero diagonal, and a field. */
    public static Ising of(double[][] j, double[] b) {
        int d = b.length;
        if (j.length != d) {
            throw new IllegalArgumentException("couplings are " + j.length + " rows for " + d + " fields");
        }
        for (int i = 0; i < d; i++) {
            if (j[i].length != d) {
                throw new IllegalArgumentException("row " + i + " of the couplings has " + j[i].length + " entries");
            }
        }
        for (int i = 0; i < d; i++) {
            finite(b[i], "field");
            for (int k = 0; k < d; k++) {
                finite(j[i][k], "coupling");
                if (i == k ? j[i][i] != 0 : j[i][k] != j[k][i]) {
                    throw new IllegalArgumentException(
                            "couplings must be symmetric with a zero diagonal; see entry " + i + ", " + k);
                }
            }
        }
        return new Ising(j, b, null);
    }

    /** The periodic side x side lattice, site i at row i / side, with a uniform field. */
    public static Ising lattice(int side, double sigma, double field) {
        return lattice(Layout.TORUS, side, sigma, field);
    }

    /** {@code J = sigma} times the strength of each bond of a layout, and a uniform field. */
    public static Ising lattice(Layout layout, int side, double sigma, double field) {
        checkLattice(layout, side, sigma, field);
        int d = layout.sites(side);
        double[][] j = new double[d][d];
        for (Layout.Bond bond : layout.bonds(side)) {
            j[bond.from()][bond.to()] = j[bond.to()][bond.from()] = sigma * bond.strength();
        }
        double[] b = new double[d];
        Arrays.fill(b, field);
        return new Ising(j, b, new Laid(layout, side, sigma, field));
    }

    /** Refuses, with the reason, what {@link #lattice} cannot build. */
    public static void checkLattice(Layout layout, int side, double sigma, double field) {
        layout.check(side, MOST_SITES);
        finite(sigma, "sigma");
        finite(field, "field");
    }

    private static void finite(double v, String what) {
        if (!Double.isFinite(v)) {
            throw new IllegalArgumentException(what + " must be finite, not " + v);
        }
    }

    /** {@code 2 J s s' = 4 J [x = x'] - 2 J}, and the field's two values. */
    private static PairGraph pairs(StateSpace space, double[][] j, double[] b) {
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < b.length; i++) {
            for (int k = i + 1; k < b.length; k++) {
                if (j[i][k] != 0) {
                    edges.add(new int[] {i, k});
                }
            }
        }
        double[] weights = edges.stream().mapToDouble(e -> 4 * j[e[0]][e[1]]).toArray();
        double[][] fields = Arrays.stream(b).mapToObj(h -> new double[] {-h, h}).toArray(double[][]::new);
        return PairGraph.of(space, edges, weights, fields);
    }

    @Override
    public PairGraph pairs() {
        return pairs;
    }

    /** The lattice that {@link #lattice} built, where it is the periodic square one. */
    public Optional<Periodic> periodic() {
        return laid != null && laid.layout.plain()
                ? Optional.of(new Periodic(laid.side, laid.sigma, laid.field))
                : Optional.empty();
    }

    @Override
    public Structure structure() {
        return structure;
    }

    @Override
    public StateSpace space() {
        return space;
    }

    @Override
    public double inverseTemperature() {
        return laid == null || laid.sigma == 0 ? 1 : 2 * laid.sigma;
    }

    @Override
    public Ising withStrength(double strength) {
        if (laid == null) {
            throw new IllegalArgumentException("this target has no strength to climb");
        }
        return lattice(laid.layout, laid.side, strength, laid.field);
    }

    private static Tensor spins(Tensor x) {
        return plus(times(x.to(ScalarType.Double), 2), -1);
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return ofSpins(spins(x));
    }

    @Override
    public Tensor relaxed(Tensor o) {
        return ofSpins(o.select(2, 1).sub(o.select(2, 0)));
    }

    private Tensor ofSpins(Tensor s) {
        return s.matmul(couplings.like(s)).add(field.like(s)).mul(s).sum(-1);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        Tensor s = spins(x);
        return flips(s, times(s.matmul(couplings.like(x)), 2).add(field.like(x)));
    }

    @Override
    public Tensor logRatiosAt(Tensor x, int site) {
        Tensor s = spins(x);
        Tensor force = times(torch.mv(s, couplings.like(x).select(0, site)), 2)
                .add(field.like(x).select(0, site));
        return flips(s.select(1, site), force);
    }

    /** {@code (tau - s_i) force_i} for tau = -1 and +1: zero where tau is the spin itself. */
    private static Tensor flips(Tensor s, Tensor force) {
        return stack(-1, plus(s, 1).neg().mul(force), plus(s.neg(), 1).mul(force));
    }
}
