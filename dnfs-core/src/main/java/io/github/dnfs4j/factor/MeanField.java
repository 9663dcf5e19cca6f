package io.github.dnfs4j.factor;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Naive mean field: the product {@code q(x) = prod_i q_i(x_i)} that raises the lower bound
 *
 * <pre>{@code
 * log Z >= B(q) = sum_f E_q[log f] + sum_i H(q_i)
 * q_i(a) proportional to exp(sum over factors f of i of E_q[log f given x_i = a])
 * }</pre>
 *
 * <p>one variable after the other, which never lowers B. B is finite only where q puts nothing on forbidden states, so
 * models that have some start from a single allowed state, found by {@link AllowedState}, from which q spreads as far as
 * it may; the others from uniform and from random q. The best of a few starts is the answer. Where no allowed state was
 * found, B is minus infinity: still a bound, and of no use.
 */
public final class MeanField {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    /**
     * How to climb.
     *
     * @param starts from how many points
     * @param mostIterations over all variables, for each start
     * @param tolerance of the gain of B in one of them
     * @param seed of the starts
     */
    public record Settings(int starts, int mostIterations, double tolerance, long seed) {
        public Settings {
            if (starts < 1 || mostIterations < 1 || !(tolerance >= 0)) {
                throw new IllegalArgumentException("at least one start and iteration, and a tolerance of at least 0");
            }
        }

        public static Settings usual() {
            return new Settings(5, 1000, 1e-10, 1);
        }
    }

    private final FactorGraph graph;
    private final double[][] q;
    private final int[][] factorsOf;

    private MeanField(FactorGraph graph, double[][] q, int[][] factorsOf) {
        this.graph = graph;
        this.q = q;
        this.factorsOf = factorsOf;
    }

    /** The best of a few ascents. */
    public static Approximation run(FactorGraph graph, Settings settings) {
        SplittableRandom random = new SplittableRandom(settings.seed());
        int[][] factorsOf = graph.factorsOfEach();
        boolean hard =
                graph.factors().stream().anyMatch(f -> Arrays.stream(f.table()).anyMatch(v -> v == NONE));
        Approximation best = Approximation.nothing(graph, false, 0);
        for (int start = 0; start < settings.starts(); start++) {
            double[][] q;
            if (hard) {
                Optional<int[]> x = AllowedState.find(graph, random.split());
                if (x.isEmpty()) {
                    continue;
                }
                q = point(graph, x.get());
            } else {
                q = soft(graph, start == 0 ? 0 : 1, random);
            }
            Approximation found = new MeanField(graph, q, factorsOf).climb(settings);
            best = found.logZ() > best.logZ() ? found : best;
        }
        return best;
    }

    private static double[][] point(FactorGraph graph, int[] x) {
        double[][] q = new double[x.length][];
        for (int i = 0; i < q.length; i++) {
            q[i] = new double[graph.size(i)];
            q[i][x[i]] = 1;
        }
        return q;
    }

    private static double[][] soft(FactorGraph graph, double spread, SplittableRandom random) {
        double[][] q = new double[graph.variables()][];
        for (int i = 0; i < q.length; i++) {
            q[i] = new double[graph.size(i)];
            Arrays.setAll(q[i], a -> spread * 4 * random.nextDouble());
            exponentiate(q[i]);
        }
        return q;
    }

    private static void exponentiate(double[] log) {
        LogTables.normalise(log);
        for (int a = 0; a < log.length; a++) {
            log[a] = Math.exp(log[a]);
        }
    }

    private Approximation climb(Settings settings) {
        double bound = bound();
        double gain = Double.POSITIVE_INFINITY;
        int iterations = 0;
        while (gain > settings.tolerance() && iterations < settings.mostIterations()) {
            for (int i = 0; i < q.length; i++) {
                double[] next = new double[q[i].length];
                for (int f : factorsOf[i]) {
                    Factor factor = graph.factors().get(f);
                    addExpectation(factor, factor.position(i), next);
                }
                exponentiate(next);
                q[i] = next;
            }
            double before = bound;
            bound = bound();
            gain = bound - before;
            iterations++;
        }
        return new Approximation(bound, q, gain <= settings.tolerance(), iterations);
    }

    /** Adds {@code E_q[log f given x_k = a]} to every a; {@code E_q[log f]} to the only entry for k = -1. */
    private void addExpectation(Factor factor, int k, double[] to) {
        int order = factor.order();
        int[] at = new int[order];
        for (int e = 0; e < factor.entries(); e++) {
            double weight = 1;
            boolean possible = true;
            for (int j = 0; j < order; j++) {
                if (j != k) {
                    double p = q[factor.variable(j)][at[j]];
                    possible &= p > 0;
                    weight *= p;
                }
            }
            if (possible) {
                double log = factor.log(e);
                // A weight that has underflown still forbids.
                to[k < 0 ? 0 : at[k]] += log == NONE ? NONE : weight * log;
            }
            for (int j = order - 1; j >= 0 && ++at[j] == factor.size(j); j--) {
                at[j] = 0;
            }
        }
    }

    private double bound() {
        double[] sum = new double[1];
        for (Factor f : graph.factors()) {
            addExpectation(f, -1, sum);
        }
        for (double[] p : q) {
            for (double v : p) {
                sum[0] -= v > 0 ? v * Math.log(v) : 0;
            }
        }
        return sum[0];
    }
}
