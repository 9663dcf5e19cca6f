package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Constant;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the bonds of a periodic lattice of d sites lie. Bond 2 j leads from site j to the right, bond 2 j + 1 below.
 *
 * <pre>{@code
 * from, to   the sites of each bond                                                                  [2 d]
 * star       the four bonds of each site, ends  the sites at their other ends                        [d 4]
 * around     the bonds inside the square of 2 reach + 1 sites a side around each site, 2 d in place  [d m]
 *            of those that end in the site itself
 * }</pre>
 */
final class BondPlaces {
    final Constant from;
    final Constant to;
    final Constant star;
    final Constant ends;
    final Constant around;
    private final int count;
    private final int rows;
    private final int columns;

    BondPlaces(Torus torus, int reach) {
        rows = torus.rows();
        columns = torus.columns();
        count = count(reach);
        int d = torus.sites();
        long[] one = new long[2 * d];
        long[] other = new long[2 * d];
        List<Long> stars = new ArrayList<>();
        List<Long> across = new ArrayList<>();
        List<Long> square = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            for (int c = 0; c < 2; c++) {
                one[2 * i + c] = i;
                other[2 * i + c] = end(2 * i + c);
                int back = site(i, -c, c - 1);
                stars.add(2L * i + c);
                across.add((long) end(2 * i + c));
                stars.add(2L * back + c);
                across.add((long) back);
            }
            for (int[] b : square(reach)) {
                int j = site(i, b[0], b[1]);
                int bond = 2 * j + b[2];
                square.add(j == i || end(bond) == i ? 2L * d : bond);
            }
        }
        from = Constant.of(one, one.length);
        to = Constant.of(other, other.length);
        star = of(stars);
        ends = of(across);
        around = of(square);
    }

    private static Constant of(List<Long> places) {
        return Constant.of(places.stream().mapToLong(v -> v).toArray(), places.size());
    }

    /** m: bonds of the square but for the four of its centre. */
    static int count(int reach) {
        return square(reach).size();
    }

    int count() {
        return count;
    }

    /** Row, column and direction of the bonds of the square. */
    private static List<int[]> square(int reach) {
        List<int[]> bonds = new ArrayList<>();
        for (int row = -reach; row <= reach; row++) {
            for (int column = -reach; column <= reach; column++) {
                boolean centre = row == 0 && column == 0;
                if (column < reach && !centre && !(row == 0 && column == -1)) {
                    bonds.add(new int[] {row, column, 0});
                }
                if (row < reach && !centre && !(column == 0 && row == -1)) {
                    bonds.add(new int[] {row, column, 1});
                }
            }
        }
        return bonds;
    }

    private int end(int bond) {
        return site(bond / 2, bond % 2, 1 - bond % 2);
    }

    private int site(int i, int down, int right) {
        return Math.floorMod(i / columns + down, rows) * columns + Math.floorMod(i % columns + right, columns);
    }
}
