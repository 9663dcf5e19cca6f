package io.github.dnfs4j.factor;

import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.torch.Constant;
import java.util.Arrays;
import java.util.Optional;

/**
 * A factor graph that is spins on the periodic square lattice, row by row, without fields: of a table of two spins
 *
 * <pre>{@code K = (f(-,-) + f(+,+) - f(-,+) - f(+,-)) / 4,    h_1 = (f(+,-) + f(+,+) - f(-,-) - f(-,+)) / 4}</pre>
 *
 * and h_2 likewise; all h of a spin must add up to 0, and only neighbours may have a K.
 *
 * @param bonds K of the bonds to the right of each site and below, fp64 [1, d, 2]
 */
record SpinLattice(Lattice lattice, Constant bonds) {
    /** On fewer sites a pair of neighbours has two bonds. */
    private static final int SHORTEST = 3;

    private static final double ROUNDING = 1e-12;

    /** The lattice of a graph, where it is one. */
    static Optional<SpinLattice> of(FactorGraph graph) {
        int d = graph.variables();
        int side = (int) Math.round(Math.sqrt(d));
        if (side < SHORTEST || side * side != d || Arrays.stream(graph.sizes()).anyMatch(s -> s != 2)) {
            return Optional.empty();
        }
        double[] bonds = new double[2 * d];
        double[] fields = new double[d];
        double largest = 0;
        for (Factor f : graph.factors()) {
            for (double v : f.logTable()) {
                largest = Math.max(largest, Math.abs(v));
            }
            if (f.order() == 1) {
                fields[f.variable(0)] += (f.log(1) - f.log(0)) / 2;
            } else if (f.order() == 2) {
                double[] table = {f.log(0), f.log(f.stride(0)), f.log(f.stride(1)), f.log(f.stride(0) + f.stride(1))};
                double k = (table[0] + table[3] - table[1] - table[2]) / 4;
                fields[f.variable(0)] += (table[1] + table[3] - table[0] - table[2]) / 4;
                fields[f.variable(1)] += (table[2] + table[3] - table[0] - table[1]) / 4;
                int bond = bond(f.variable(0), f.variable(1), side);
                if (bond >= 0) {
                    bonds[bond] += k;
                } else if (k != 0) {
                    return Optional.empty();
                }
            } else if (f.order() > 2) {
                return Optional.empty();
            }
        }
        double zero = ROUNDING * largest;
        boolean none = Arrays.stream(fields).allMatch(h -> Math.abs(h) <= zero);
        return none && Double.isFinite(largest)
                ? Optional.of(new SpinLattice(new Lattice(side, side), Constant.of(bonds, 1, d, 2)))
                : Optional.empty();
    }

    /** 2 i for the bond from i to the right, 2 i + 1 for the one below; -1 for sites that are no neighbours. */
    private static int bond(int a, int b, int side) {
        for (int[] pair : new int[][] {{a, b}, {b, a}}) {
            int i = pair[0];
            int row = i / side;
            int column = i % side;
            if (pair[1] == row * side + (column + 1) % side) {
                return 2 * i;
            }
            if (pair[1] == (row + 1) % side * side + column) {
                return 2 * i + 1;
            }
        }
        return -1;
    }
}
