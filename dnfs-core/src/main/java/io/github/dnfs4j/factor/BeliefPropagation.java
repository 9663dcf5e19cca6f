package io.github.dnfs4j.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Loopy belief propagation, the sum-product algorithm run on a graph that need not be a tree:
 *
 * <pre>{@code
 * m_if(x_i) = product over factors g of i other than f of m_gi(x_i)
 * m_fi(x_i) = sum over x_scope(f) but x_i of f(x) times the product over j other than i of m_jf(x_j)
 * log Z     = sum_f log <f prod m_jf> + sum_i log <prod m_fi> - sum_if log <m_if m_fi>       (Bethe's value)
 * }</pre>
 *
 * <p>Where {@code <.>} sums over the states. On a tree everything is exact. Elsewhere nothing is promised: it may not
 * converge, and log Z is no bound. Messages are logarithms, normalised; damping is geometric, so that what a hard
 * constraint has ruled out stays out, and a message that rules out everything proves that no state is allowed.
 */
public final class BeliefPropagation {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    /** When messages are renewed. */
    public enum Schedule {
        /** All from those of the iteration before. */
        PARALLEL,
        /** Factor after factor, there and back in turns, from the newest. */
        SEQUENTIAL
    }

    /**
     * How to iterate.
     *
     * @param damping the share of the old message, 0 to less than 1
     * @param tolerance of the largest change of a probability in a message
     */
    public record Settings(Schedule schedule, double damping, int mostIterations, double tolerance) {
        public Settings {
            if (!(damping >= 0 && damping < 1)) {
                throw new IllegalArgumentException("damping must be 0 to less than 1, not " + damping);
            }
            if (mostIterations < 1 || !(tolerance >= 0)) {
                throw new IllegalArgumentException("at least one iteration, and a tolerance of at least 0");
            }
        }

        /** In sequence with a little damping, up to 1000 iterations. */
        public static Settings usual() {
            return new Settings(Schedule.SEQUENTIAL, 0.1, 1000, 1e-10);
        }
    }

    private final FactorGraph graph;
    private final Settings settings;
    /** m_fi by factor and place in its scope. */
    private final double[][][] messages;
    /** For each variable, its factors and its place in their scopes. */
    private final List<List<int[]>> incident = new ArrayList<>();

    private BeliefPropagation(FactorGraph graph, Settings settings) {
        this.graph = graph;
        this.settings = settings;
        for (int i = 0; i < graph.variables(); i++) {
            incident.add(new ArrayList<>());
        }
        int m = graph.factors().size();
        messages = new double[m][][];
        for (int f = 0; f < m; f++) {
            Factor factor = graph.factors().get(f);
            messages[f] = new double[factor.order()][];
            for (int k = 0; k < factor.order(); k++) {
                incident.get(factor.variable(k)).add(new int[] {f, k});
                messages[f][k] = new double[factor.size(k)];
                LogTables.normalise(messages[f][k]);
            }
        }
    }

    /** Runs until nothing moves any more or the iterations are used up. */
    public static Approximation run(FactorGraph graph, Settings settings) {
        return new BeliefPropagation(graph, settings).run();
    }

    private Approximation run() {
        int iterations = 0;
        double change = Double.POSITIVE_INFINITY;
        while (change > settings.tolerance() && iterations < settings.mostIterations()) {
            change = iterate(iterations++ % 2 == 1);
            if (Double.isNaN(change)) {
                return Approximation.nothing(graph, true, iterations);
            }
        }
        return answer(change <= settings.tolerance(), iterations);
    }

    /** The largest change; NaN, which Math.max passes on, where a message rules out everything. */
    private double iterate(boolean back) {
        int m = messages.length;
        double change = 0;
        if (settings.schedule() == Schedule.SEQUENTIAL) {
            for (int k = 0; k < m; k++) {
                int f = back ? m - 1 - k : k;
                change = Math.max(change, update(f, renewed(f)));
            }
            return change;
        }
        double[][][] next = new double[m][][];
        for (int f = 0; f < m; f++) {
            next[f] = renewed(f);
        }
        for (int f = 0; f < m; f++) {
            change = Math.max(change, update(f, next[f]));
        }
        return change;
    }

    private double update(int f, double[][] renewed) {
        double change = 0;
        for (int k = 0; k < renewed.length; k++) {
            double[] old = messages[f][k];
            double[] next = renewed[k];
            for (int a = 0; a < next.length; a++) {
                if (next[a] != NONE && old[a] != NONE) {
                    next[a] += settings.damping() * (old[a] - next[a]);
                }
            }
            if (!LogTables.normalise(next)) {
                return Double.NaN;
            }
            for (int a = 0; a < next.length; a++) {
                change = Math.max(change, Math.abs(Math.exp(next[a]) - Math.exp(old[a])));
            }
            messages[f][k] = next;
        }
        return change;
    }

    /** All m_fi of a factor. */
    private double[][] renewed(int f) {
        Factor factor = graph.factors().get(f);
        double[][] out = new double[factor.order()][];
        for (int k = 0; k < out.length; k++) {
            double[] t = joint(factor, f, k);
            int[] strides = new int[out.length];
            strides[k] = 1;
            out[k] = LogTables.sum(t, factor.shape(), strides, factor.size(k));
        }
        return out;
    }

    /** {@code f prod m_jf} over all j but the k-th variable; over all for k = -1. */
    private double[] joint(Factor factor, int f, int k) {
        double[] t = factor.logTable();
        for (int j = 0; j < factor.order(); j++) {
            if (j != k) {
                int[] strides = new int[factor.order()];
                strides[j] = 1;
                LogTables.add(t, factor.shape(), incoming(factor.variable(j), f), strides);
            }
        }
        return t;
    }

    /** m_if, not normalised: in log Z what that would take away cancels. The product of all messages to i for f = -1. */
    private double[] incoming(int i, int f) {
        double[] product = new double[graph.size(i)];
        for (int[] at : incident.get(i)) {
            if (at[0] != f) {
                for (int a = 0; a < product.length; a++) {
                    product[a] += messages[at[0]][at[1]][a];
                }
            }
        }
        return product;
    }

    private Approximation answer(boolean converged, int iterations) {
        double logZ = 0;
        for (int f = 0; f < messages.length; f++) {
            Factor factor = graph.factors().get(f);
            logZ += LogTables.sum(joint(factor, f, -1));
            for (int k = 0; k < factor.order(); k++) {
                double[] pair = incoming(factor.variable(k), f);
                for (int a = 0; a < pair.length; a++) {
                    pair[a] += messages[f][k][a];
                }
                double sum = LogTables.sum(pair);
                if (sum == NONE) {
                    return Approximation.nothing(graph, true, iterations);
                }
                logZ -= sum;
            }
        }
        double[][] marginals = new double[graph.variables()][];
        for (int i = 0; i < marginals.length; i++) {
            double[] product = incoming(i, -1);
            logZ += LogTables.sum(product);
            if (!LogTables.normalise(product)) {
                return Approximation.nothing(graph, true, iterations);
            }
            marginals[i] = Arrays.stream(product).map(Math::exp).toArray();
        }
        return logZ == NONE
                ? Approximation.nothing(graph, true, iterations)
                : new Approximation(logZ, marginals, converged, iterations);
    }
}
