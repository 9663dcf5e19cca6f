package io.github.dnfs4j.ebm;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** The densities of the planar sets; each says the same as how {@link Planar} draws. */
final class PlanarDensities {
    private static final DoubleUnaryOperator EVENLY = t -> 1;
    /**
     * Nodes of an open curve: at most 0.3 standard deviations of its noise lie between two, so that the sum over them is
     * the integral but for some 1e-3 at the ends. Closed curves have no ends and do with half.
     */
    private static final int NODES = 1024;

    private PlanarDensities() {}

    static PlanarDensity of(Planar set) {
        return switch (set) {
            case SPIRALS2 ->
                // n = 3 pi sqrt(u) has the density 2 n / (3 pi)^2; the uniforms, / 3, are an interval about 1/12.
                CurveDensity.of(NODES, 0, 3 * Math.PI, n -> n, 0.1, 1.0 / 12, n -> spiral(n, 1), n -> spiral(n, -1));
            case GAUSSIANS8 -> CurveDensity.of(8, 0, 8, EVENLY, 0.5 / 1.414, 0, k -> round(4 / 1.414, (k - 0.5) / 8));
            case CIRCLES -> rings(0.24, 1.5, 3);
            case RINGS -> rings(0.05, 0.8, 1.6, 2.4, 3.2);
            case MOONS ->
                CurveDensity.of(NODES, 0, Math.PI, EVENLY, 0.2, 0, PlanarDensities::upper, PlanarDensities::lower);
            case PINWHEEL -> new PinwheelDensity();
            case SWISSROLL ->
                CurveDensity.of(NODES, 1.5 * Math.PI, 4.5 * Math.PI, EVENLY, 0.2, 0, t ->
                        new double[] {t * Math.cos(t) / 5, t * Math.sin(t) / 5});
            case CHECKERBOARD -> new BoardDensity();
            case GAUSSIANS25 -> CurveDensity.of(25, 0, 25, EVENLY, 0.2 / 1.414, 0, PlanarDensities::grid);
        };
    }

    private static double[] spiral(double n, int sign) {
        return new double[] {sign * (-n * Math.cos(n) / 3 + 1.0 / 12), sign * (n * Math.sin(n) / 3 + 1.0 / 12)};
    }

    private static double[] round(double radius, double turns) {
        return new double[] {radius * Math.cos(2 * Math.PI * turns), radius * Math.sin(2 * Math.PI * turns)};
    }

    private static CurveDensity rings(double deviation, double... radii) {
        CurveDensity.Curve[] curves = new CurveDensity.Curve[radii.length];
        Arrays.setAll(curves, k -> turns -> round(radii[k], turns));
        return CurveDensity.of(NODES / 2, 0, 1, EVENLY, deviation, 0, curves);
    }

    private static double[] upper(double t) {
        return new double[] {2 * Math.cos(t) - 1, 2 * Math.sin(t) - 0.2};
    }

    private static double[] lower(double t) {
        return new double[] {1 - 2 * Math.cos(t), 0.8 - 2 * Math.sin(t)};
    }

    private static double[] grid(double k) {
        int node = (int) k;
        return new double[] {(2 * (node / 5) - 4) / 1.414, (2 * (node % 5) - 4) / 1.414};
    }
}
