package io.github.dnfs4j.metric;

import io.github.dnfs4j.target.Lattice;

/**
 * Products over one state x of S states on a periodic lattice of D sites, {@code g(i, j) = (S [x_i = x_j] - 1) / (S - 1)}:
 *
 * <pre>{@code
 * F(0)      D^-1 sum_ij g(i, j)
 * F(k)      D^-1 sum_ij cos(2 pi (i - j) / L) g(i, j), the mean of i and j counted along rows and along columns
 * G(r)      the mean of g over pairs at a distance r along a row or a column, r = 0, 1, ..., half the shorter side
 * }</pre>
 *
 * <p>F takes D terms rather than D^2: the indicator of each state is summed along lines and then transformed.
 */
final class Correlations {
    private Correlations() {}

    /** F(0), F(k), G(0), G(1), ... */
    static double[] of(byte[] x, int states, Lattice lattice) {
        int rows = lattice.rows();
        int columns = lattice.columns();
        int lags = Math.min(rows, columns) / 2 + 1;
        double[] all = new double[2 + lags];
        int[][] byRow = new int[states][rows];
        int[][] byColumn = new int[states][columns];
        for (int i = 0; i < x.length; i++) {
            byRow[x[i] & 0xff][i / columns]++;
            byColumn[x[i] & 0xff][i % columns]++;
        }
        double scale = states / (states - 1.0) / x.length;
        for (int a = 0; a < states; a++) {
            all[0] += scale * power(byRow[a], 0, (double) columns / states);
            all[1] += scale
                    * (power(byRow[a], 2 * Math.PI / rows, (double) columns / states)
                            + power(byColumn[a], 2 * Math.PI / columns, (double) rows / states))
                    / 2;
        }
        for (int r = 0; r < lags; r++) {
            int same = 0;
            for (int i = 0; i < x.length; i++) {
                int row = i / columns;
                int column = i % columns;
                same += x[i] == x[row * columns + (column + r) % columns] ? 1 : 0;
                same += x[i] == x[(row + r) % rows * columns + column] ? 1 : 0;
            }
            all[2 + r] = (states * same / (2.0 * x.length) - 1) / (states - 1);
        }
        return all;
    }

    /** {@code |sum_l e^(ikl) (count_l - mean)|^2}. */
    private static double power(int[] counts, double k, double mean) {
        double cosine = 0;
        double sine = 0;
        for (int l = 0; l < counts.length; l++) {
            cosine += Math.cos(k * l) * (counts[l] - mean);
            sine += Math.sin(k * l) * (counts[l] - mean);
        }
        return cosine * cosine + sine * sine;
    }
}
