package io.github.dnfs4j.metric;

import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.Tempered;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a physicist asks of weighted samples of {@code rho = exp(-beta E)} on D sites, with errors by the jackknife:
 *
 * <pre>{@code
 * C/D   = (<U^2> - <U>^2) / D                             heat capacity
 * m     = sum of spins / D (or the order parameter of Potts states)
 * chi/D = beta D (<m^2> - <|m|>^2)                        susceptibility
 * U_4   = 1 - <m^4> / (3 <m^2>^2)                         Binder's cumulant
 * G(r)  = <(S [x_i = x_j] - 1) / (S - 1)>                 over all i and j at a distance r along a row or a column
 * xi    = sqrt(F(0) / F(k) - 1) / (2 sin(k / 2)),         the correlation length, k = 2 pi / L
 * F(k)  = D^-1 sum_ij cos(k (i - j)) G(i, j)              by the same products, k along a row or a column
 * }</pre>
 *
 * <p>G of spins is {@code <s_i s_j>}. Where U is not the same with states exchanged, as in a field, spins have
 * {@code <m>^2} taken from it; sites of more states then have no G.
 *
 * @param heatCapacityPerSite C/D
 * @param magnetisation {@code <m>}; null where sites have sizes of their own, as the three that follow
 * @param absoluteMagnetisation {@code <|m|>}
 * @param susceptibilityPerSite chi/D
 * @param binder U_4
 * @param correlationLength xi; null unless sites form a square lattice
 * @param correlation G(0), G(1), ..., to half the side; empty unless sites form a lattice
 */
public record Fluctuations(
        Estimate heatCapacityPerSite,
        @Nullable Estimate magnetisation,
        @Nullable Estimate absoluteMagnetisation,
        @Nullable Estimate susceptibilityPerSite,
        @Nullable Estimate binder,
        @Nullable Estimate correlationLength,
        List<Estimate> correlation) {
    /** A step of the inverse temperature over which a closed form of the energy is differentiated. */
    private static final double STEP = 3e-4;
    /** Rounding, beside 1. */
    private static final double NOTHING = 1e-12;

    private static final int U = 0;
    private static final int U2 = 1;
    private static final int M = 2;
    private static final int ABSOLUTE = 3;
    private static final int M2 = 4;
    private static final int M4 = 5;
    /** F(0), F(k), G(0), G(1), ... follow. */
    private static final int F0 = 6;

    private static final int FK = 7;
    private static final int G = 8;

    /** Estimates all, beside exact values where every state can be visited or a formula knows the energy. */
    public static Fluctuations of(Target target, SampleSet samples, int group) {
        Fluctuations drawn = of(target, samples.logDensity(), samples.logWeights(), samples::state, group);
        if (Enumeration.fits(target.space())) {
            Enumeration all = Enumeration.of(target);
            return drawn.beside(of(target, all.logDensity(), all.logDensity(), all::state, 1));
        }
        return new Fluctuations(
                with(drawn.heatCapacityPerSite, heatCapacity(target).orElse(null)),
                drawn.magnetisation,
                drawn.absoluteMagnetisation,
                drawn.susceptibilityPerSite,
                drawn.binder,
                drawn.correlationLength,
                drawn.correlation);
    }

    /**
     * Those of U and m alone, at a share t of the target's inverse temperature.
     *
     * @param u log densities of the target itself
     * @param order m of each sample; null where there is none
     */
    public static Fluctuations of(
            double[] logw, double[] u, double @Nullable [] order, double t, double beta, int sites) {
        return of(WeightedMeans.of(logw, moments(u, order)), order != null, t, beta, sites, null, true);
    }

    private static Fluctuations of(Target target, double[] u, double[] logw, IntFunction<byte[]> state, int group) {
        StateSpace space = target.space();
        int n = u.length;
        if (space.mixed()) {
            WeightedMeans means = WeightedMeans.of(logw, group, moments(u, null));
            return of(means, false, 1, Tempered.of(target), space.sites(), null, true);
        }
        boolean symmetric = target.structure().symmetric();
        Lattice lattice = target.structure()
                .lattice()
                .filter(l -> symmetric || space.states() == 2)
                .orElse(null);
        double[] order = new double[n];
        int lags = lattice == null ? 0 : Math.min(lattice.rows(), lattice.columns()) / 2 + 1;
        double[][] products = new double[lattice == null ? 0 : lags + G - F0][n];
        for (int k = 0; k < n; k++) {
            byte[] x = state.apply(k);
            order[k] = space.states() == 2 ? Observables.magnetisation(x) : Observables.order(space, x);
            if (lattice != null) {
                double[] found = Correlations.of(x, space.states(), lattice);
                for (int j = 0; j < found.length; j++) {
                    products[j][k] = found[j];
                }
            }
        }
        double[][] values = moments(u, order);
        double[][] all = Arrays.copyOf(values, values.length + products.length);
        System.arraycopy(products, 0, all, values.length, products.length);
        WeightedMeans means = WeightedMeans.of(logw, group, all);
        return of(means, true, 1, Tempered.of(target), space.sites(), lattice, symmetric);
    }

    private static double[][] moments(double[] u, double @Nullable [] order) {
        double[] m = order == null ? new double[u.length] : order;
        return new double[][] {
            u, map(u, v -> v * v), m, map(m, Math::abs), map(m, v -> v * v), map(m, v -> v * v * v * v)
        };
    }

    private static double[] map(double[] values, DoubleUnaryOperator f) {
        return Arrays.stream(values).map(f).toArray();
    }

    private static Fluctuations of(
            WeightedMeans means,
            boolean ordered,
            double t,
            double beta,
            int d,
            @Nullable Lattice lattice,
            boolean symmetric) {
        ToDoubleFunction<double[]> mean2 = m -> symmetric ? 0 : m[M] * m[M];
        int lags = lattice == null ? 0 : Math.min(lattice.rows(), lattice.columns()) / 2 + 1;
        return new Fluctuations(
                means.of(m -> t * t * (m[U2] - m[U] * m[U]) / d),
                ordered ? means.mean(M) : null,
                ordered ? means.mean(ABSOLUTE) : null,
                ordered ? means.of(m -> t * beta * d * (m[M2] - m[ABSOLUTE] * m[ABSOLUTE])) : null,
                ordered ? means.of(m -> 1 - m[M4] / (3 * m[M2] * m[M2])) : null,
                lattice == null || lattice.rows() != lattice.columns()
                        ? null
                        : means.of(m -> length(m[F0] - d * mean2.applyAsDouble(m), m[FK], lattice.rows())),
                IntStream.range(0, lags)
                        .mapToObj(r -> means.of(m -> m[G + r] - mean2.applyAsDouble(m)))
                        .toList());
    }

    /** xi; infinite where nothing but rounding is left of F(k), as where all spins of all samples are alike. */
    private static double length(double f0, double fk, int side) {
        return fk < NOTHING * f0 ? Double.POSITIVE_INFINITY : Math.sqrt(f0 / fk - 1) / (2 * Math.sin(Math.PI / side));
    }

    /** These with the values of others as references. */
    private Fluctuations beside(Fluctuations exact) {
        return new Fluctuations(
                with(heatCapacityPerSite, exact.heatCapacityPerSite.value()),
                beside(magnetisation, exact.magnetisation),
                beside(absoluteMagnetisation, exact.absoluteMagnetisation),
                beside(susceptibilityPerSite, exact.susceptibilityPerSite),
                beside(binder, exact.binder),
                beside(correlationLength, exact.correlationLength),
                IntStream.range(0, correlation.size())
                        .mapToObj(r -> with(
                                correlation.get(r), exact.correlation.get(r).value()))
                        .toList());
    }

    private static @Nullable Estimate beside(@Nullable Estimate e, @Nullable Estimate exact) {
        return e == null || exact == null ? e : with(e, exact.value());
    }

    private static Estimate with(Estimate e, @Nullable Double reference) {
        return new Estimate(e.value(), e.standardError(), reference);
    }

    /** C/D of a lattice with a formula: {@code <U^2> - <U>^2 = d<U>_t / dt} at t = 1, of {@code rho^t}. */
    private static Optional<Double> heatCapacity(Target target) {
        double after = slope(target, 1 + STEP);
        double before = slope(target, 1 - STEP);
        double c = (after - before) / (2 * STEP) / target.space().sites();
        return Double.isFinite(c) ? Optional.of(c) : Optional.empty();
    }

    /** {@code <U>} under {@code rho^t}; NaN where no formula knows it. */
    private static double slope(Target target, double t) {
        return ExactValues.of(target, t).map(e -> e.meanLogDensity() / t).orElse(Double.NaN);
    }
}
