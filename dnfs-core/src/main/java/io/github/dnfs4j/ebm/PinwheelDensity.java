package io.github.dnfs4j.ebm;

import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;

/**
 * The pinwheel. A point (X, Y) = x / 2 of arm k is (f, g) turned by an angle that depends on f, so that f is a root of
 *
 * <pre>{@code
 * h(f) = f - (X cos a - Y sin a),  a = 2 pi k / 5 + exp(f) / 4,  g = X sin a + Y cos a
 * p(x) = sum over arms and roots of N(f; 1, 0.3^2) N(g; 0, 0.1^2) / |h'(f)| / 5 / 4,  h' = 1 + g exp(f) / 4
 * }</pre>
 *
 * <p>where h' is the determinant of the map, too. Roots are found by signs on a grid in f, then by Newton's steps.
 */
final class PinwheelDensity implements PlanarDensity {
    private static final int ARMS = 5;
    private static final int CELLS = 128;
    private static final int NEWTON = 3;
    private static final double LENGTH = 0.3;
    private static final double BREADTH = 0.1;
    /** f within six deviations. */
    private static final double FROM = 1 - 6 * LENGTH;

    private static final double STEP = 12 * LENGTH / CELLS;

    /** Of the angles on the grid, which are the same for every point: [arm][cell]. */
    private final double[][] cosines = new double[ARMS][CELLS + 1];

    private final double[][] sines = new double[ARMS][CELLS + 1];

    PinwheelDensity() {
        for (int arm = 0; arm < ARMS; arm++) {
            for (int k = 0; k <= CELLS; k++) {
                double a = angle(arm, FROM + k * STEP);
                cosines[arm][k] = Math.cos(a);
                sines[arm][k] = Math.sin(a);
            }
        }
    }

    private static double angle(int arm, double f) {
        return 2 * Math.PI * arm / ARMS + Math.exp(f) / 4;
    }

    @Override
    public double grain() {
        return BREADTH; // half of the noise in x: the turn bends it
    }

    @Override
    public Tensor log(Tensor points) {
        double[] p = Tensors.doubles(points);
        double[] log = new double[p.length / 2];
        for (int k = 0; k < log.length; k++) {
            double density = 0;
            for (int arm = 0; arm < ARMS; arm++) {
                density += density(arm, p[2 * k] / 2, p[2 * k + 1] / 2);
            }
            log[k] = Math.log(density / (4 * ARMS));
        }
        return Tensors.of(log, Tensors.device(points), log.length);
    }

    private double density(int arm, double x, double y) {
        double sum = 0;
        double left = Double.NaN;
        for (int k = 0; k <= CELLS; k++) {
            double f = FROM + k * STEP;
            double h = f - (x * cosines[arm][k] - y * sines[arm][k]);
            if (left <= 0 && h > 0 || left > 0 && h <= 0) {
                sum += atRoot(arm, x, y, f - STEP * h / (h - left));
            }
            left = h;
        }
        return sum;
    }

    private static double atRoot(int arm, double x, double y, double near) {
        double f = near;
        for (int k = 0; ; k++) {
            double a = angle(arm, f);
            double g = x * Math.sin(a) + y * Math.cos(a);
            double slope = 1 + g * Math.exp(f) / 4;
            if (k == NEWTON) {
                return normal(f - 1, LENGTH) * normal(g, BREADTH) / Math.abs(slope);
            }
            f -= (f - (x * Math.cos(a) - y * Math.sin(a))) / slope;
        }
    }

    private static double normal(double z, double deviation) {
        return Math.exp(-z * z / (2 * deviation * deviation)) / (deviation * Math.sqrt(2 * Math.PI));
    }
}
