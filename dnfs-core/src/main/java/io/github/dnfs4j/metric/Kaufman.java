package io.github.dnfs4j.metric;

/**
 * The exact partition function of the periodic Ising lattice without a field, {@code log p = sigma x'Ax}: every edge
 * counts twice, K = 2 sigma.
 *
 * <p>Kaufman's four products (Phys. Rev. 76, 1232, 1949), written over momenta in both directions. With
 * {@code t = tanh K}, momenta {@code p = 2 pi j / m} (P) or {@code 2 pi (j + 1/2) / m} (A), likewise q with n:
 *
 * <pre>
 * Z = 1/2 (2 cosh^2 K)^(mn) (-PP + PA + AP + AA)
 * each product squared = prod_pq f,     f = (1 + t^2)^2 - 2t (1 - t^2) (cos p + cos q)
 * </pre>
 *
 * <p>Momenta come in pairs (p, q), (-p, -q), which makes each product a polynomial in t, except the soft mode
 * p = q = 0 (p = q = pi where t &lt; 0): its factor is {@code 1 - 2|t| - t^2}, and it gives PP its sign beyond the
 * critical point. {@code <U> = K d log Z / dK} differentiates term by term.
 */
public final class Kaufman {
    /** Terms that cancel to less than this share of their size would leave too few digits. */
    private static final double CANCELLATION = 1e-5;

    private Kaufman() {}

    /**
     * log Z and the mean log density of a rows x columns lattice.
     *
     * @throws IllegalArgumentException for a side below 3, a sigma that is not finite, or a lattice with an odd side
     *     and sigma so negative that the four products cancel (even sides have no such limit: flipping one sublattice
     *     turns sigma into -sigma)
     */
    public static ExactValues of(int rows, int columns, double sigma) {
        if (rows < 3 || columns < 3) {
            throw new IllegalArgumentException("sides must be at least 3, not " + rows + " and " + columns
                    + " (a periodic lattice of side 2 would have double edges)");
        }
        if (!Double.isFinite(sigma)) {
            throw new IllegalArgumentException("sigma must be finite, not " + sigma);
        }
        double k = 2 * Math.abs(sigma);
        double t = Math.tanh(k);
        double gap = Math.pow(Math.cosh(k), -2); // 1 - t^2, without its cancellation at large K
        Term[] terms = new Term[4];
        double top = Double.NEGATIVE_INFINITY;
        for (int s = 0; s < 4; s++) {
            terms[s] = term(softness(rows, s / 2, sigma < 0), softness(columns, s % 2, sigma < 0), t, gap);
            top = Math.max(top, terms[s].scale);
        }
        double sum = 0;
        double slope = 0;
        double size = 0;
        for (int s = 0; s < 4; s++) {
            double e = Math.exp(terms[s].scale - top) * (s == 0 ? -1 : 1);
            sum += e * terms[s].value;
            slope += e * terms[s].slope;
            size += Math.abs(e * terms[s].value);
        }
        if (sum < CANCELLATION * size) {
            throw new IllegalArgumentException("the " + rows + " x " + columns + " lattice is frustrated and sigma = "
                    + sigma + " is too cold for the exact formula in double precision");
        }
        double sites = (double) rows * columns;
        double logCosh = k + Math.log1p(Math.exp(-2 * k)) - Math.log(2);
        double logZ = sites * (Math.log(2) + 2 * logCosh) - Math.log(2) + top + Math.log(sum);
        return new ExactValues(logZ, k * (2 * sites * t + gap * slope / sum));
    }

    /** One product is {@code value exp(scale)}, its derivative by t is {@code slope exp(scale)}. */
    private record Term(double scale, double value, double slope) {}

    /**
     * {@code f = (1 - 2t - t^2)^2 + 4t (1 - t^2) (a + b)} for t >= 0, with {@code a = sin^2(p/2)}: a sum of positive
     * numbers, so nothing cancels near the critical point.
     */
    private static Term term(double[] rows, double[] columns, double t, double gap) {
        double soft = 1 - 2 * t - t * t;
        double softSlope = -2 - 2 * t;
        double value = 1;
        double valueSlope = 0;
        double scale = 0;
        double slope = 0;
        for (double a : rows) {
            for (double b : columns) {
                if (a + b == 0) {
                    value = soft;
                    valueSlope = softSlope;
                } else {
                    double f = soft * soft + 4 * t * gap * (a + b);
                    scale += Math.log(f) / 2;
                    slope += (soft * softSlope + 2 * (gap - 2 * t * t) * (a + b)) / f;
                }
            }
        }
        return new Term(scale, value, valueSlope + value * slope);
    }

    /**
     * {@code sin^2(p/2)} for the momenta of one direction, {@code p = pi k / side} with k even (shift 0) or odd. For
     * negative t momenta are counted from pi, where the soft mode then is: t changes its sign with cos p.
     */
    private static double[] softness(int side, int shift, boolean negative) {
        double[] a = new double[side];
        for (int j = 0; j < side; j++) {
            int k = 2 * j + shift - (negative ? side : 0);
            double s = Math.sin(Math.PI * k / (2.0 * side)); // exactly zero for k = 0, and for no other k
            a[j] = s * s;
        }
        return a;
    }
}
