package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.oneHot;
import static io.github.dnfs4j.torch.Ops.pick;
import static io.github.dnfs4j.torch.Ops.times;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * The q-state Potts model on the periodic L x L lattice, {@code U = beta sum over edges, each once, of [x_i = x_j]}.
 *
 * <p>With {@code o_i(a) = [x_i = a]}, [n, d, q], and the number of neighbours of i in state a,
 * {@code m_i(a) = sum over neighbours j of o_j(a)}, setting x_i to tau changes U by
 * {@code beta (m_i(tau) - m_i(x_i))}. The infinite lattice is critical at {@code beta = ln(1 + sqrt q)}. For q = 2 it is
 * the Ising lattice at {@code sigma = beta / 4}, with {@code log Z} larger by {@code beta d}.
 */
public final class Potts implements Differentiable, PairTarget, Tempered, Climbable {
    private static final int LARGEST_SIDE = 256;

    private final StateSpace space;
    private final int side;
    private final double beta;
    private final PairGraph pairs;
    private final Structure structure;

    private Potts(int side, int states, double beta) {
        space = new StateSpace(Math.multiplyExact(side, side), states);
        this.side = side;
        this.beta = beta;
        pairs = pairs(space, side, beta);
        structure = Structure.of(Optional.of(new Lattice(side, side)), true);
    }

    /** The periodic side x side lattice, site i at row i / side. */
    public static Potts lattice(int side, int states, double beta) {
        checkLattice(side, states, beta);
        return new Potts(side, states, beta);
    }

    /** Refuses, with the reason, what {@link #lattice} cannot build. */
    public static void checkLattice(int side, int states, double beta) {
        if (side < 3) {
            throw new IllegalArgumentException(
                    "side must be at least 3, not " + side + " (a periodic lattice of side 2 would have double edges)");
        }
        if (side > LARGEST_SIDE) {
            throw new IllegalArgumentException("side must be at most " + LARGEST_SIDE + ", not " + side);
        }
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
        return lattice(side, space.states(), strength);
    }

    @Override
    public PairGraph pairs() {
        return pairs;
    }

    private static PairGraph pairs(StateSpace space, int side, double beta) {
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < space.sites(); i++) {
            int row = i / side;
            int column = i % side;
            edges.add(new int[] {i, row * side + (column + 1) % side});
            edges.add(new int[] {i, (row + 1) % side * side + column});
        }
        double[] weights = new double[edges.size()];
        Arrays.fill(weights, beta);
        return PairGraph.of(space, edges, weights, new double[space.sites()][space.states()]);
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return relaxed(oneHot(x, space.states()));
    }

    @Override
    public Tensor relaxed(Tensor o) {
        Tensor lattice = lattice(o);
        // One neighbour in each direction: every edge once.
        Tensor next = shifted(lattice, 1, 1).add(shifted(lattice, 1, 2));
        return times(lattice.mul(next).sum(-3, -2, -1), beta);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        Tensor o = lattice(oneHot(x, space.states()));
        Tensor m = shifted(o, 1, 1)
                .add(shifted(o, -1, 1))
                .add(shifted(o, 1, 2))
                .add(shifted(o, -1, 2))
                .flatten(1, 2);
        return times(m.sub(pick(m, x).unsqueeze(-1)), beta);
    }

    @Override
    public Tensor logRatiosAt(Tensor x, int site) {
        int row = site / side;
        int column = site % side;
        int above = (row + side - 1) % side * side + column;
        int below = (row + 1) % side * side + column;
        int left = row * side + (column + side - 1) % side;
        int right = row * side + (column + 1) % side;
        Tensor m = oneHot(x.select(1, above), space.states())
                .add(oneHot(x.select(1, below), space.states()))
                .add(oneHot(x.select(1, left), space.states()))
                .add(oneHot(x.select(1, right), space.states()));
        return times(m.sub(pick(m, x.select(1, site)).unsqueeze(-1)), beta);
    }

    /** [n, d, q] as [n, L, L, q]. */
    private Tensor lattice(Tensor o) {
        return o.unflatten(1, side, side);
    }

    private static Tensor shifted(Tensor lattice, long by, long dim) {
        return lattice.roll(new long[] {by}, dim);
    }
}
