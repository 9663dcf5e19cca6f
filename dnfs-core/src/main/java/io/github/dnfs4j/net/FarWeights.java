package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Ops;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * V of {@link LeLattice}, [m, C]: a weight for each of the m offsets that are further away than the 3 x 3 square.
 *
 * <p>Those of a square lattice of s sites a side become weights of a larger lattice: every offset keeps its own, and those that the smaller
 * lattice does not have begin with 0. Where s is even, s / 2 and -s / 2 are one offset there and two here, with half the weight each. So a state
 * that repeats one of the smaller lattice has at each site the sums that it has there.
 */
final class FarWeights {
    private static final int NEAR = 1;
    private static final int LEAST_SIDE = 5; // below it the 5 x 5 squares of its other weights reach around

    private FarWeights() {}

    /** The offsets, in the order of the weights. */
    static List<Integer> offsets(Torus torus) {
        List<Integer> far = new ArrayList<>(torus.square(torus.sites()));
        far.removeAll(torus.square(NEAR));
        return far;
    }

    /** The weights of a square lattice for one that is as large or larger; others as they are. */
    static Tensor grown(Tensor smaller, Torus to) {
        int side = (int) Math.round(Math.sqrt(
                smaller.size(0) + new Torus(LEAST_SIDE, LEAST_SIDE).square(NEAR).size()));
        if (side < LEAST_SIDE || Math.min(to.rows(), to.columns()) < side) {
            return smaller;
        }
        List<Integer> known = offsets(new Torus(side, side));
        List<Integer> wanted = offsets(to);
        if (known.size() != smaller.size(0)) {
            return smaller;
        }
        Tensor grown = torch.zeros_like(smaller.narrow(0, 0, 1)).repeat(wanted.size(), 1);
        for (int k = 0; k < known.size(); k++) {
            List<Integer> rows = places(known.get(k) / side, side);
            List<Integer> columns = places(known.get(k) % side, side);
            Tensor share = Ops.times(smaller.narrow(0, k, 1), 1.0 / (rows.size() * columns.size()));
            for (int row : rows) {
                for (int column : columns) {
                    int offset = Math.floorMod(row, to.rows()) * to.columns() + Math.floorMod(column, to.columns());
                    grown.narrow(0, wanted.indexOf(offset), 1).add_(share);
                }
            }
        }
        return grown;
    }

    /** What an offset along a side is on an endless line: the nearest to 0, both where two are as near. */
    private static List<Integer> places(int offset, int side) {
        if (2 * offset == side) {
            return List.of(offset, -offset);
        }
        return List.of(2 * offset < side ? offset : offset - side);
    }
}
