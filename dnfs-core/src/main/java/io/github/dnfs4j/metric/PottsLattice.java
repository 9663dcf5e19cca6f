package io.github.dnfs4j.metric;

import io.github.dnfs4j.target.StateSpace;

/**
 * The exact partition function of the periodic Potts lattice, by its transfer matrix over rows. With a row
 * {@code r = (x_1..x_n)}, one of q^n:
 *
 * <pre>
 * Z = Tr (H V)^m,   H(r, r) = exp(beta sum_i [x_i = x_{i+1}]),   V = v x ... x v,   v(a, b) = exp(beta [a = b])
 * </pre>
 *
 * <p>H is diagonal and V a product over the sites of a row, so that one row costs n q^(n+1) and not q^(2n). All terms
 * are positive: nothing cancels. {@code <U> = beta d log Z / d beta} is carried along with every number. By the symmetry
 * of the q states, only first rows with x_1 = 0 are followed.
 */
public final class PottsLattice {
    /** The most states of one row; 3^7, 2^11. */
    public static final int LIMIT = 2200;

    private final int sites;
    private final int q;
    private final double beta;
    private final double diagonal;
    private final double other;
    private final double[] within;
    private final int[] matches;

    private PottsLattice(int columns, int states, double beta) {
        sites = columns;
        q = states;
        this.beta = beta;
        // Every factor at most 1: nothing overflows, and the scale comes back as 2 top a site at the end.
        double top = Math.max(beta, 0);
        diagonal = Math.exp(beta - top);
        other = Math.exp(-top);
        StateSpace row = new StateSpace(columns, states);
        matches = new int[Digits.count(row, LIMIT)];
        within = new double[matches.length];
        for (int r = 0; r < matches.length; r++) {
            byte[] x = Digits.of(row, r);
            for (int i = 0; i < columns; i++) {
                matches[r] += x[i] == x[(i + 1) % columns] ? 1 : 0;
            }
            within[r] = Math.exp(beta * matches[r] - top * columns);
        }
    }

    /** Whether the rows of a lattice are short enough. */
    public static boolean fits(int columns, int states) {
        return columns * Math.log(states) <= Math.log(LIMIT) + 1e-9;
    }

    /**
     * log Z and the mean log density of a rows x columns lattice, both sides 3 or more.
     *
     * @throws IllegalArgumentException for sides below 3 or more than {@link #LIMIT} states of a row
     */
    public static ExactValues of(int rows, int columns, int states, double beta) {
        if (rows < 3 || columns < 3) {
            throw new IllegalArgumentException("sides must be at least 3, not " + rows + " and " + columns
                    + " (a periodic lattice of side 2 would have double edges)");
        }
        return new PottsLattice(columns, states, beta).trace(rows);
    }

    private ExactValues trace(int rows) {
        int size = matches.length;
        double sum = 0;
        double slope = 0;
        for (int first = 0; first < size / q; first++) {
            double[] v = new double[size];
            double[] dv = new double[size];
            v[first] = 1;
            for (int k = 0; k < rows; k++) {
                for (int i = 0; i < sites; i++) {
                    down(v, dv, (int) Math.round(Math.pow(q, i)));
                }
                for (int r = 0; r < size; r++) {
                    v[r] *= within[r];
                    dv[r] = dv[r] * within[r] + matches[r] * v[r];
                }
            }
            sum += v[first];
            slope += dv[first];
        }
        double scale = 2.0 * Math.max(beta, 0) * sites * rows;
        return new ExactValues(scale + Math.log(q * sum), beta * slope / sum);
    }

    /** Multiplies by v at the site whose digit has this place value: {@code other sum_b + (diagonal - other) own}. */
    private void down(double[] v, double[] dv, int place) {
        for (int block = 0; block < v.length; block += place * q) {
            for (int rest = block; rest < block + place; rest++) {
                double total = 0;
                double dTotal = 0;
                for (int a = 0; a < q; a++) {
                    total += v[rest + a * place];
                    dTotal += dv[rest + a * place];
                }
                for (int a = 0; a < q; a++) {
                    int r = rest + a * place;
                    double own = v[r];
                    // d/dbeta exp(beta [a = b]) is itself on the diagonal and zero elsewhere.
                    dv[r] = other * (dTotal - dv[r]) + diagonal * (dv[r] + own);
                    v[r] = other * (total - own) + diagonal * own;
                }
            }
        }
    }
}
