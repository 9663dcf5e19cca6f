package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.oneHot;
import static io.github.dnfs4j.torch.Ops.pick;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Constant;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * The q-state Potts model on a lattice with bonds of strength w ({@link Layout}), 1 on the periodic L x L lattice:
 * {@code U = beta sum over edges, each once, of w_ij [x_i = x_j]}.
 *
 * <p>With {@code o_i(a) = [x_i = a]}, [n, d, q], and the bonds of i to neighbours in state a,
 * {@code m_i(a) = sum over neighbours j of w_ij o_j(a)}, setting x_i to tau changes U by
 * {@code beta (m_i(tau) - m_i(x_i))}. Neighbours are gathered, [n, d, D, q] for D of the site that has most; others fill
 * up with themselves and w = 0. The infinite square lattice is critical at {@code beta = ln(1 + sqrt q)}. For q = 2 it is
 * the Ising lattice at {@code sigma = beta / 4}, with {@code log Z} larger by {@code beta d}.
 */
public final class Potts implements Differentiable, PairTarget, Tempered, Climbable {
    private static final int MOST_SITES = 256 * 256;
    private static final int MOST_COMPLETE = 1024;

    private final StateSpace space;
    private final Layout layout;
    private final int side;
    private final double beta;
    private final PairGraph pairs;
    private final Structure structure;
    /** j of each bond of each site, [d D]. */
    private final Constant neighbours;
    /** w of each bond of each site, [d, D, 1]. */
    private final Constant strengths;

    private Potts(Layout layout, int side, int states, double beta) {
        this.layout = layout;
        this.side = side;
        this.beta = beta;
        space = new StateSpace(layout.sites(side), states);
        List<Layout.Bond> bonds = layout.bonds(side);
        pairs = pairs(space, bonds, beta);
        structure = Structure.of(layout.torus() ? Optional.of(new Lattice(side, side)) : Optional.empty(), true);
        // The same graph in units of beta, which may be 0.
        PairGraph plain = pairs(space, bonds, 1);
        int d = space.sites();
        int most = Math.max(1, plain.degree());
        long[] j = new long[d * most];
        double[] w = new double[d * most];
        for (int i = 0; i < d; i++) {
            for (int k = 0; k < most; k++) {
                boolean bond = k < plain.neighbours()[i].length;
                j[i * most + k] = bond ? plain.neighbours()[i][k] : i;
                w[i * most + k] = bond ? plain.couplings()[i][k] : 0;
            }
        }
        neighbours = Constant.of(j, (long) d * most);
        strengths = Constant.of(w, d, most, 1);
    }

    /** The periodic side x side lattice, site i at row i / side. */
    public static Potts lattice(int side, int states, double beta) {
        return lattice(Layout.TORUS, side, states, beta);
    }

    /** Any layout. */
    public static Potts lattice(Layout layout, int side, int states, double beta) {
        checkLattice(layout, side, states, beta);
        return new Potts(layout, side, states, beta);
    }

    /** Refuses, with the reason, what {@link #lattice} cannot build. */
    public static void checkLattice(Layout layout, int side, int states, double beta) {
        layout.check(side, layout.lattice() == Layout.Kind.COMPLETE ? MOST_COMPLETE : MOST_SITES);
        if (states < 2 || states > 255) {
            throw new IllegalArgumentException("states must be 2 to 255, not " + states);
        }
        if (!Double.isFinite(beta)) {
            throw new IllegalArgumentException("beta must be finite, not " + beta);
        }
    }

    /** The critical beta of the infinite lattice, ln(1 + sqrt q). */
    public static double critical(int states) {
        return Math.log(1 + Math.sqrt(states));
    }

    @Override
    public StateSpace space() {
        return space;
    }

    public Layout layout() {
        return layout;
    }

    /** L. */
    public int side() {
        return side;
    }

    public double beta() {
        return beta;
    }

    @Override
    public Structure structure() {
        return structure;
    }

    @Override
    public double inverseTemperature() {
        return beta == 0 ? 1 : beta;
    }

    @Override
    public Potts withStrength(double strength) {
        return lattice(layout, side, space.states(), strength);
    }

    @Override
    public PairGraph pairs() {
        return pairs;
    }

    private static PairGraph pairs(StateSpace space, List<Layout.Bond> bonds, double beta) {
        return PairGraph.of(
                space,
                bonds.stream().map(b -> new int[] {b.from(), b.to()}).toList(),
                bonds.stream().mapToDouble(b -> beta * b.strength()).toArray(),
                new double[space.sites()][space.states()]);
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return relaxed(oneHot(x, space.states()));
    }

    @Override
    public Tensor relaxed(Tensor o) {
        // Every edge is seen from both ends.
        return times(o.mul(around(o)).sum(-2, -1), beta / 2);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        Tensor m = around(oneHot(x, space.states()));
        return times(m.sub(pick(m, x).unsqueeze(-1)), beta);
    }

    @Override
    public Tensor logRatiosAt(Tensor x, int site) {
        Tensor w = strengths.like(x).select(0, site); // [D, 1]
        long most = w.size(0);
        Tensor j = neighbours.like(x).narrow(0, site * most, most);
        Tensor m = oneHot(x.index_select(1, j), space.states()).mul(w).sum(1);
        return times(m.sub(pick(m, x.select(1, site)).unsqueeze(-1)), beta);
    }

    /** m of o [n, d, q]. */
    private Tensor around(Tensor o) {
        Tensor w = strengths.like(o);
        return o.index_select(1, neighbours.like(o))
                .unflatten(1, space.sites(), w.size(1))
                .mul(w)
                .sum(2);
    }
}
