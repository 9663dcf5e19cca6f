package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Constant;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Edwards and Anderson's glasses on one periodic lattice: spins {@code s = 2x - 1}, and bonds K that are others in each row.
 *
 * <pre>{@code
 * U(x) = sum over sites i of s_i (K_i0 s_right(i) + K_i1 s_below(i))                     K fp64 [n, d, 2]
 * U(x with s_i set to tau) - U(x) = (tau - s_i) F_i,  F_i the sum of K s over the four neighbours of i
 * }</pre>
 */
public final class Glasses implements Target {
    private final Lattice lattice;
    private final StateSpace space;
    private final Tensor bonds;
    private final Neighbours around;

    /** The sites to the right of each, below, to the left and above, [d]. */
    private record Neighbours(Constant right, Constant below, Constant left, Constant above) {
        static Neighbours on(Lattice lattice) {
            return new Neighbours(
                    moved(lattice, 0, 1),
                    moved(lattice, 1, 0),
                    moved(lattice, 0, lattice.columns() - 1),
                    moved(lattice, lattice.rows() - 1, 0));
        }

        private static Constant moved(Lattice lattice, int rows, int columns) {
            long[] sites = new long[lattice.sites()];
            for (int i = 0; i < sites.length; i++) {
                int row = (i / lattice.columns() + rows) % lattice.rows();
                sites[i] = (long) row * lattice.columns() + (i + columns) % lattice.columns();
            }
            return Constant.of(sites, sites.length);
        }
    }

    private Glasses(Lattice lattice, StateSpace space, Tensor bonds, Neighbours around) {
        this.lattice = lattice;
        this.space = space;
        this.bonds = bonds;
        this.around = around;
    }

    /** Bonds K that the caller keeps and may rewrite; every site of the lattice has four neighbours or twice two. */
    public static Glasses over(Lattice lattice, Tensor bonds) {
        if (lattice.rows() < 2 || lattice.columns() < 2) {
            throw new IllegalArgumentException("a glass needs a lattice of 2 x 2 sites or more");
        }
        return new Glasses(lattice, new StateSpace(lattice.sites(), 2), bonds, Neighbours.on(lattice));
    }

    @Override
    public StateSpace space() {
        return space;
    }

    @Override
    public Glasses rows(Tensor index) {
        return new Glasses(lattice, space, bonds.index_select(0, index), around);
    }

    @Override
    public Structure structure() {
        return new Structure.Bonded(lattice, x -> bonds);
    }

    @Override
    public Tensor logDensity(Tensor x) {
        Tensor s = plus(times(x.to(ScalarType.Double), 2), -1);
        return times(s.mul(force(s)).sum(-1), 0.5);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        Tensor s = plus(times(x.to(ScalarType.Double), 2), -1);
        Tensor force = force(s);
        return stack(-1, plus(s, 1).neg().mul(force), plus(s.neg(), 1).mul(force));
    }

    /** F, [n, d]. */
    private Tensor force(Tensor s) {
        Tensor right = bonds.select(2, 0);
        Tensor below = bonds.select(2, 1);
        return right.mul(at(s, around.right))
                .add(below.mul(at(s, around.below)))
                .add(at(right.mul(s), around.left))
                .add(at(below.mul(s), around.above));
    }

    private static Tensor at(Tensor values, Constant sites) {
        return values.index_select(1, sites.like(values));
    }
}
