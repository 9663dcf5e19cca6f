package io.github.dnfs4j.evaluate;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Jumps;
import io.github.dnfs4j.flow.Simulation;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Fluctuations;
import io.github.dnfs4j.metric.Observables;
import io.github.dnfs4j.metric.Thermodynamics;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.Tempered;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What one set of paths says of every temperature that they pass. The path of a flow is {@code p_t ~ rho^t}: its target at
 * the inverse temperature {@code t beta}. The states of paths by {@link Jumps} at a time t, with the weights that they
 * have there, are weighted samples of it, whatever the network:
 *
 * <pre>{@code
 * log Z(t) = log sum_x exp(t U(x)) = log mean(w_t) + (1 - t) log |space|
 * E/D = -<U> / beta / D        F/D = -log Z(t) / (t beta) / D        C, |m|, chi and U_4: see Fluctuations
 * }</pre>
 *
 * @param points in the order of t
 * @param paths how many there were
 */
public record TemperatureCurve(List<Point> points, int paths, Cost cost) {

    /**
     * One temperature.
     *
     * @param t share of the target's inverse temperature
     * @param beta inverse temperature, t times the target's
     * @param logZ log of the sum of {@code exp(t U)}, with the exact value where it is known
     * @param freeEnergyPerSite F/D
     * @param energyPerSite E/D
     * @param entropyPerSite S/D
     * @param heatCapacityPerSite C/D
     * @param magnetisation {@code <|m|>}; null where sites have sizes of their own
     * @param susceptibility chi/D; null as well
     * @param binder U_4; null as well
     * @param ess normalised, of the weights at t
     */
    public record Point(
            double t,
            double beta,
            Estimate logZ,
            Estimate freeEnergyPerSite,
            Estimate energyPerSite,
            Estimate entropyPerSite,
            Estimate heatCapacityPerSite,
            @Nullable Estimate magnetisation,
            @Nullable Estimate susceptibility,
            @Nullable Estimate binder,
            double ess) {}

    /** A warning of the temperature that has the fewest effective paths, where they are few. */
    public Optional<String> warning() {
        return points.stream()
                .min(Comparator.comparingDouble(Point::ess))
                .flatMap(worst -> Trust.few(worst.ess(), paths)
                        .map(line -> String.format(Locale.ROOT, "at inverse temperature %.4f: ", worst.beta()) + line));
    }

    /** Numbers of all paths at one time. */
    private static final class Column {
        private final double[] logWeights;
        private final double[] u;
        private final double[] order;

        private Column(int paths) {
            logWeights = new double[paths];
            u = new double[paths];
            order = new double[paths];
        }
    }

    /** Equally spaced shares of the inverse temperature, from one to another. */
    public static double[] shares(int points, double from, double to) {
        if (points < 1 || points > 10_000) {
            throw new IllegalArgumentException("points must be 1 to 10,000, not " + points);
        }
        if (!(from > 0 && from <= to && to <= 1)) {
            throw new IllegalArgumentException(
                    "shares of the inverse temperature grow within (0, 1], not from " + from + " to " + to);
        }
        if (points > 1 && from == to) {
            throw new IllegalArgumentException(points + " points need a stretch between them");
        }
        double[] t = new double[points];
        for (int k = 0; k < points; k++) {
            t[k] = points == 1 ? to : from + (to - from) * k / (points - 1);
        }
        t[points - 1] = to;
        return t;
    }

    /**
     * Follows paths through the temperatures.
     *
     * @param flow a trained one, from the uniform distribution
     * @param shares of the inverse temperature, growing
     * @param cells at least so many over the whole path
     * @param paths how many
     * @param batch how many at once
     */
    public static TemperatureCurve of(Flow flow, double[] shares, int cells, int paths, int batch, Rng rng) {
        return of(flow, shares, cells, paths, batch, rng, done -> {});
    }

    /** Follows paths, and tells on the way which share of it all of them together have gone. */
    public static TemperatureCurve of(
            Flow flow, double[] shares, int cells, int paths, int batch, Rng rng, DoubleConsumer progress) {
        if (flow.path().begin() != 0) {
            throw new IllegalArgumentException("this path does not begin at infinite temperature");
        }
        if (paths < 1 || batch < 1) {
            throw new IllegalArgumentException(paths + " paths in batches of " + batch + " are none");
        }
        TimeGrid grid = grid(shares, cells);
        Column[] columns = new Column[shares.length];
        Arrays.setAll(columns, k -> new Column(paths));
        Target target = flow.path().target();
        Jumps jumps = new Jumps(flow, grid, null, 0);
        Cost cost = Cost.NONE;
        for (int from = 0; from < paths; from += batch) {
            int first = from;
            int n = Math.min(batch, paths - from);
            try (Scope scope = Scope.open();
                    Simulation run = jumps.runs(n, rng.device())) {
                cost = cost.plus(run.forward(Tensors.range(n, rng.device()), rng, new Simulator.Observer() {
                            @Override
                            public void states(int k, Tensor x) {
                                progress.accept((first + n * (double) k / grid.steps()) / paths);
                                column(columns, shares, grid.at(k)).ifPresent(c -> {
                                    double[] u = Tensors.doubles(target.logDensity(x));
                                    System.arraycopy(u, 0, c.u, first, n);
                                    if (!target.space().mixed()) {
                                        System.arraycopy(order(target.space(), x), 0, c.order, first, n);
                                    }
                                });
                            }

                            @Override
                            public void weights(int k, Tensor logWeights) {
                                column(columns, shares, grid.at(k))
                                        .ifPresent(c -> System.arraycopy(
                                                Tensors.doubles(logWeights), 0, c.logWeights, first, n));
                            }
                        })
                        .cost());
            }
        }
        List<Point> points = new ArrayList<>();
        Optional<Enumeration> states =
                Enumeration.fits(target.space()) ? Optional.of(Enumeration.of(target)) : Optional.empty();
        for (int k = 0; k < shares.length; k++) {
            points.add(point(target, shares[k], columns[k], exact(target, shares[k], states)));
        }
        return new TemperatureCurve(points, paths, cost);
    }

    private static Optional<Column> column(Column[] columns, double[] shares, double t) {
        int k = Arrays.binarySearch(shares, t);
        return k < 0 ? Optional.empty() : Optional.of(columns[k]);
    }

    /** Cells that end at each of the times and are nowhere wider than those of an even grid. */
    static TimeGrid grid(double[] shares, int cells) {
        List<Double> times = new ArrayList<>(List.of(0.0));
        double before = 0;
        for (double t : shares) {
            int parts = (int) Math.max(1, Math.ceil((t - before) * cells - 1e-9));
            for (int k = 1; k < parts; k++) {
                times.add(before + (t - before) * k / parts);
            }
            times.add(t);
            before = t;
        }
        return new TimeGrid(times.stream().mapToDouble(v -> v).toArray());
    }

    /** m of spins, with its sign, or the order parameter of Potts states. */
    private static double[] order(StateSpace space, Tensor x) {
        byte[] states = Tensors.bytes(x);
        int d = space.sites();
        double[] order = new double[states.length / d];
        for (int k = 0; k < order.length; k++) {
            byte[] row = Arrays.copyOfRange(states, k * d, (k + 1) * d);
            order[k] = space.states() == 2 ? Observables.magnetisation(row) : Observables.order(space, row);
        }
        return order;
    }

    private static Point point(Target target, double t, Column c, @Nullable ExactValues exact) {
        int d = target.space().sites();
        double beta = Tempered.of(target);
        double shift = (1 - t) * target.space().logSize();
        double[] u = Arrays.stream(c.u).map(v -> t * v).toArray();
        double[] w = Arrays.stream(c.logWeights).map(v -> v + shift).toArray();
        Thermodynamics still = Thermodynamics.of(u, w, t * beta, d, exact);
        Fluctuations moving = Fluctuations.of(w, c.u, target.space().mixed() ? null : c.order, t, beta, d);
        return new Point(
                t,
                t * beta,
                new Estimate(Weights.logMean(w), Weights.logMeanStandardError(w), exact == null ? null : exact.logZ()),
                still.freeEnergyPerSite(),
                still.internalEnergyPerSite(),
                still.entropyPerSite(),
                moving.heatCapacityPerSite(),
                moving.absoluteMagnetisation(),
                moving.susceptibilityPerSite(),
                moving.binder(),
                Weights.ess(w));
    }

    /** Exact values of {@code rho^t}: a lattice without a field at a weaker coupling, or a sum over all states. */
    private static @Nullable ExactValues exact(Target target, double t, Optional<Enumeration> states) {
        return ExactValues.of(target, t)
                .or(() -> states.map(all -> {
                    double[] u = Arrays.stream(all.logDensity()).map(v -> t * v).toArray();
                    double mean = Weights.expectation(u, k -> u[k]).value();
                    return new ExactValues(Weights.logMean(u) + Math.log(u.length), mean);
                }))
                .orElse(null);
    }
}
