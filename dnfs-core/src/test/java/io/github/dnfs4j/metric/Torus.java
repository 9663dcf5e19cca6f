package io.github.dnfs4j.metric;

import java.util.Arrays;

/** The sum over all states of exp(sigma x'Ax) on a periodic rows x columns lattice, one flip at a time in Gray code. */
final class Torus {
    private Torus() {}

    static ExactValues enumerate(int rows, int columns, double sigma) {
        int d = rows * columns;
        int[] s = new int[d];
        Arrays.fill(s, 1);
        int bonds = 2 * d;
        double z = 0;
        double sum = 0;
        for (int k = 1; ; k++) {
            double u = 2 * sigma * bonds;
            z += Math.exp(u);
            sum += u * Math.exp(u);
            int i = Integer.numberOfTrailingZeros(k);
            if (i >= d) {
                return new ExactValues(Math.log(z), sum / z);
            }
            int row = i / columns;
            int column = i % columns;
            int around = s[(row + 1) % rows * columns + column]
                    + s[(row + rows - 1) % rows * columns + column]
                    + s[row * columns + (column + 1) % columns]
                    + s[row * columns + (column + columns - 1) % columns];
            bonds -= 2 * s[i] * around;
            s[i] = -s[i];
        }
    }
}
