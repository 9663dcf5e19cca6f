package io.github.dnfs4j.factor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A function of a few variables, {@code log f(x_scope)}, as a table in row-major order: the last variable of the scope
 * runs fastest. An entry of minus infinity forbids its states. A factor without a scope is a constant.
 */
public final class Factor {
    private final int[] scope;
    private final int[] shape;
    private final double[] log;

    private Factor(int[] scope, int[] shape, double[] log) {
        this.scope = scope;
        this.shape = shape;
        this.log = log;
    }

    /**
     * Checks that the table fits.
     *
     * @param scope different variables
     * @param shape the number of states of each of them
     * @param log as many entries as they have states together, none NaN or plus infinity
     */
    public static Factor of(int[] scope, int[] shape, double[] log) {
        if (scope.length != shape.length) {
            throw new IllegalArgumentException(scope.length + " variables with " + shape.length + " sizes");
        }
        int[] sorted = scope.clone();
        Arrays.sort(sorted);
        for (int k = 0; k < sorted.length; k++) {
            if (sorted[k] < 0 || (k > 0 && sorted[k] == sorted[k - 1])) {
                throw new IllegalArgumentException(
                        "the variables of a factor must be different: " + Arrays.toString(scope));
            }
        }
        if (entries(shape) != log.length) {
            throw new IllegalArgumentException(
                    "a factor of sizes " + Arrays.toString(shape) + " has " + log.length + " entries");
        }
        for (double v : log) {
            if (!(v < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("an entry of a factor must be less than infinity, not " + v);
            }
        }
        return new Factor(scope.clone(), shape.clone(), log.clone());
    }

    /** Trusts its arguments and keeps them. */
    static Factor wrap(int[] scope, int[] shape, double[] log) {
        return new Factor(scope, shape, log);
    }

    /** How many states variables of these sizes have together; {@link Long#MAX_VALUE} stands for anything beyond. */
    public static long entries(int... shape) {
        long entries = 1;
        for (int s : shape) {
            if (s < 1) {
                throw new IllegalArgumentException("a variable must have at least one state, not " + s);
            }
            entries = entries > Long.MAX_VALUE / s ? Long.MAX_VALUE : entries * s;
        }
        return entries;
    }

    /** How many variables it has. */
    public int order() {
        return scope.length;
    }

    /** Its k-th variable. */
    public int variable(int k) {
        return scope[k];
    }

    /** The number of states of its k-th variable. */
    public int size(int k) {
        return shape[k];
    }

    public int entries() {
        return log.length;
    }

    /** An entry of the table. */
    public double log(int entry) {
        return log[entry];
    }

    public int[] scope() {
        return scope.clone();
    }

    public int[] shape() {
        return shape.clone();
    }

    /** The table. */
    public double[] logTable() {
        return log.clone();
    }

    /** How far the entry moves when the k-th variable goes up by one. */
    public int stride(int k) {
        int stride = 1;
        for (int j = k + 1; j < shape.length; j++) {
            stride *= shape[j];
        }
        return stride;
    }

    /** This factor with each forbidden entry at the smallest allowed one, or 0 where there is none, less a penalty. */
    Factor penalised(double penalty) {
        double least = Arrays.stream(log)
                .filter(v -> v != Double.NEGATIVE_INFINITY)
                .min()
                .orElse(0);
        return wrap(
                scope,
                shape,
                Arrays.stream(log)
                        .map(v -> v == Double.NEGATIVE_INFINITY ? least - penalty : v)
                        .toArray());
    }

    /** The entry that belongs to a state of all variables of the model. */
    public int entry(int[] x) {
        int entry = 0;
        for (int k = 0; k < scope.length; k++) {
            entry = entry * shape[k] + x[scope[k]];
        }
        return entry;
    }

    /** {@code log f(x)} at a state of all variables of the model. */
    public double at(int[] x) {
        return log[entry(x)];
    }

    /** The table itself, for those who only read. */
    double[] table() {
        return log;
    }

    /** Where a variable stands in the scope, -1 where it does not. */
    int position(int variable) {
        for (int k = 0; k < scope.length; k++) {
            if (scope[k] == variable) {
                return k;
            }
        }
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Factor f
                && Arrays.equals(scope, f.scope)
                && Arrays.equals(shape, f.shape)
                && Arrays.equals(log, f.log);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(scope) + Arrays.hashCode(log);
    }

    @Override
    public String toString() {
        return "factor of " + Arrays.toString(scope) + ", " + log.length + " entries";
    }
}
