package io.github.dnfs4j.factor;

import io.github.dnfs4j.factor.EliminationOrder.Limit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjIntConsumer;

/**
 * The exact answers where memory allows them. Variables are summed out one after the other in the order of
 * {@link EliminationOrder#minFill}; with C_v the variables of the table of v, S_v those without v itself, and p the one
 * of S_v that goes first,
 *
 * <pre>{@code
 * T_v(C_v) = product of the factors that v is the first to leave, and of the m_u whose p is v
 * m_v(S_v) = sum over x_v of T_v                                      log Z = sum of log m_v where S_v is empty
 * B_v(C_v) = T_v B_p(S_v) / m_v                                       p(x_v) = sum over S_v of B_v
 * }</pre>
 *
 * <p>All in logarithms. With max in place of sum the first two lines give a most probable state.
 */
public final class VariableElimination {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private final Conditioned conditioned;
    private final FactorGraph graph;
    private final EliminationOrder order;
    private final int[] rank;
    private final double constant;
    /** The factors of each table. */
    private final List<List<Factor>> own = new ArrayList<>();

    /**
     * A state and its log density.
     *
     * @param state a value for each variable
     */
    public record Best(int[] state, double logDensity) {}

    private VariableElimination(Conditioned conditioned, EliminationOrder order) {
        this.conditioned = conditioned;
        graph = conditioned.graph();
        this.order = order;
        rank = new int[graph.variables()];
        for (int k = 0; k < rank.length; k++) {
            rank[order.variable(k)] = k;
            own.add(new ArrayList<>());
        }
        double sum = 0;
        for (Factor f : graph.factors()) {
            if (f.order() == 0) {
                sum += f.log(0);
            } else {
                own.get(first(f.scope())).add(f);
            }
        }
        constant = sum;
    }

    /** Of a whole model; empty where it needs more than the limit. Nothing is computed yet but the order. */
    public static Optional<VariableElimination> of(FactorGraph graph, Limit limit) {
        return of(graph.condition(graph.nothingObserved()), limit);
    }

    /** Given evidence: all answers are of the whole model. */
    public static Optional<VariableElimination> of(Conditioned conditioned, Limit limit) {
        return EliminationOrder.minFill(conditioned.graph(), limit)
                .map(order -> new VariableElimination(conditioned, order));
    }

    /** Of a whole model within the usual limit. */
    public static Optional<VariableElimination> of(FactorGraph graph) {
        return of(graph, Limit.usual());
    }

    /** When the first of these variables leaves. */
    private int first(int[] variables) {
        return Arrays.stream(variables).map(v -> rank[v]).min().orElse(-1);
    }

    /** C_v of the k-th variable: S_v, and v last, so that it runs fastest. */
    private int[] scope(int k) {
        int[] rest = order.rest(k);
        int[] scope = Arrays.copyOf(rest, rest.length + 1);
        scope[rest.length] = order.variable(k);
        return scope;
    }

    private int[] shape(int[] scope) {
        return Arrays.stream(scope).map(graph::size).toArray();
    }

    private static int entries(int[] shape) {
        return Math.toIntExact(Factor.entries(shape));
    }

    /** Along the axes of C_v, those of a table over S_v. */
    private int[] restStrides(int k) {
        int[] rest = order.rest(k);
        return LogTables.strides(scope(k), rest, shape(rest));
    }

    /** T_v of the k-th variable; messages that it takes are let go of unless they are kept. */
    private double[] table(int k, double[][] messages, List<List<Integer>> from, boolean keep) {
        int[] scope = scope(k);
        int[] shape = shape(scope);
        double[] t = new double[entries(shape)];
        for (Factor f : own.get(k)) {
            LogTables.add(t, shape, f.table(), LogTables.strides(scope, f.scope(), f.shape()));
        }
        for (int child : from.get(k)) {
            int[] rest = order.rest(child);
            LogTables.add(t, shape, messages[child], LogTables.strides(scope, rest, shape(rest)));
            if (!keep) {
                messages[child] = new double[0];
            }
        }
        return t;
    }

    /** Who sends to whom: for each place in the order the places of those whose message it takes. */
    private List<List<Integer>> senders() {
        List<List<Integer>> from = new ArrayList<>();
        for (int k = 0; k < rank.length; k++) {
            from.add(new ArrayList<>());
        }
        for (int k = 0; k < rank.length; k++) {
            if (order.rest(k).length > 0) {
                from.get(first(order.rest(k))).add(k);
            }
        }
        return from;
    }

    /** log Z; minus infinity says that no state is allowed: the evidence contradicts the model. */
    public double logZ() {
        double[][] messages = new double[rank.length][];
        List<List<Integer>> from = senders();
        double logZ = constant;
        for (int k = 0; k < rank.length; k++) {
            double[] t = table(k, messages, from, false);
            messages[k] = LogTables.sum(t, shape(scope(k)), restStrides(k), t.length / size(k));
            logZ += order.rest(k).length == 0 ? messages[k][0] : 0;
        }
        return logZ;
    }

    private int size(int k) {
        return graph.size(order.variable(k));
    }

    /**
     * The probability of each state of each variable.
     *
     * @throws IllegalStateException where no state is allowed
     */
    public double[][] marginals() {
        double[][] marginals = new double[rank.length][];
        calibrate((log, k) -> {
            int[] scope = scope(k);
            int[] onlyLast = new int[scope.length];
            onlyLast[scope.length - 1] = 1;
            double[] own = LogTables.sum(log, shape(scope), onlyLast, size(k));
            LogTables.normalise(own);
            marginals[order.variable(k)] = Arrays.stream(own).map(Math::exp).toArray();
        });
        return conditioned.complete(marginals, 1);
    }

    /**
     * {@code <log rho>}, the sum over the factors of their means under the joint probabilities of their variables.
     *
     * @throws IllegalStateException where no state is allowed
     */
    public double meanLogDensity() {
        double[] mean = {constant};
        calibrate((log, k) -> {
            int[] scope = scope(k);
            int[] shape = shape(scope);
            double[] sum = new double[log.length];
            for (Factor f : own.get(k)) {
                LogTables.add(sum, shape, f.table(), LogTables.strides(scope, f.scope(), f.shape()));
            }
            double logZ = LogTables.sum(log);
            for (int e = 0; e < log.length; e++) {
                // What is forbidden has no weight, whatever it counts.
                mean[0] += log[e] == NONE ? 0 : Math.exp(log[e] - logZ) * sum[e];
            }
        });
        return mean[0];
    }

    /** Hands out B_v, up to a factor, of each variable by its place in the order, the last first. */
    private void calibrate(ObjIntConsumer<double[]> tell) {
        if (constant == NONE) {
            throw contradiction();
        }
        int n = rank.length;
        double[][] messages = new double[n][];
        double[][] tables = new double[n][];
        List<List<Integer>> from = senders();
        for (int k = 0; k < n; k++) {
            tables[k] = table(k, messages, from, true);
            messages[k] = LogTables.sum(tables[k], shape(scope(k)), restStrides(k), tables[k].length / size(k));
        }
        for (int k = n - 1; k >= 0; k--) {
            int[] scope = scope(k);
            int[] shape = shape(scope);
            // By now the table holds B_v: those who come later have told their senders.
            if (LogTables.sum(tables[k]) == NONE) {
                throw contradiction();
            }
            tell.accept(tables[k], k);
            for (int child : from.get(k)) {
                int[] rest = order.rest(child);
                double[] above = LogTables.sum(
                        tables[k], shape, LogTables.strides(scope, rest, shape(rest)), messages[child].length);
                LogTables.addRatio(tables[child], shape(scope(child)), above, messages[child], restStrides(child));
                messages[child] = new double[0];
            }
            tables[k] = new double[0];
        }
    }

    private static IllegalStateException contradiction() {
        return new IllegalStateException("no state is allowed: there are no marginals");
    }

    /** A most probable state; empty where no state is allowed. Of several the one with smaller values of late variables. */
    public Optional<Best> mostProbable() {
        int n = rank.length;
        double[][] messages = new double[n][];
        byte[][] choices = new byte[n][];
        List<List<Integer>> from = senders();
        double best = constant;
        for (int k = 0; k < n; k++) {
            double[] t = table(k, messages, from, false);
            int size = size(k);
            messages[k] = new double[t.length / size];
            choices[k] = new byte[messages[k].length];
            for (int j = 0; j < messages[k].length; j++) {
                int choice = 0;
                for (int a = 1; a < size; a++) {
                    choice = t[j * size + a] > t[j * size + choice] ? a : choice;
                }
                choices[k][j] = (byte) choice;
                messages[k][j] = t[j * size + choice];
            }
            best += order.rest(k).length == 0 ? messages[k][0] : 0;
        }
        if (best == NONE) {
            return Optional.empty();
        }
        int[] x = new int[n];
        for (int k = n - 1; k >= 0; k--) {
            int j = 0;
            for (int v : order.rest(k)) {
                j = j * graph.size(v) + x[v];
            }
            x[order.variable(k)] = choices[k][j] & 0xff;
        }
        return Optional.of(new Best(conditioned.complete(x), graph.logDensity(x)));
    }
}
