package io.github.dnfs4j.factor;

import java.util.Arrays;

/**
 * Sums and products of tables of logarithms. A table T of some shape, row-major, meets a smaller one whose strides are
 * given along the axes of T, 0 along those that it does not have.
 */
final class LogTables {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private LogTables() {}

    /** A stretch along the last axis: entries {@code at..at+length-1} of T meet {@code other + k step}. */
    private interface Stretch {
        void meet(int at, int other, int step, int length);
    }

    private static void walk(int[] shape, int[] strides, Stretch body) {
        int last = shape.length - 1;
        if (last < 0) {
            body.meet(0, 0, 0, 1);
            return;
        }
        int[] at = new int[last];
        int length = shape[last];
        int other = 0;
        for (int k = 0; ; k += length) {
            body.meet(k, other, strides[last], length);
            int axis = last - 1;
            for (; axis >= 0; axis--) {
                other += strides[axis];
                if (++at[axis] < shape[axis]) {
                    break;
                }
                other -= strides[axis] * shape[axis];
                at[axis] = 0;
            }
            if (axis < 0) {
                return;
            }
        }
    }

    /** {@code T += f}: a product of functions. */
    static void add(double[] t, int[] shape, double[] f, int[] strides) {
        walk(shape, strides, (at, other, step, length) -> {
            for (int k = 0, j = other; k < length; k++, j += step) {
                t[at + k] += f[j];
            }
        });
    }

    /** {@code T += above - below}: what a message above knows without what was told by the one below; 0 / 0 is 0. */
    static void addRatio(double[] t, int[] shape, double[] above, double[] below, int[] strides) {
        walk(shape, strides, (at, other, step, length) -> {
            for (int k = 0, j = other; k < length; k++, j += step) {
                t[at + k] += above[j] == NONE ? NONE : above[j] - below[j];
            }
        });
    }

    /** The log of sums of T over the axes whose stride is 0. */
    static double[] sum(double[] t, int[] shape, int[] strides, int entries) {
        double[] max = max(t, shape, strides, entries);
        double[] sum = new double[entries];
        walk(shape, strides, (at, other, step, length) -> {
            for (int k = 0, j = other; k < length; k++, j += step) {
                if (t[at + k] != NONE) {
                    sum[j] += Math.exp(t[at + k] - max[j]);
                }
            }
        });
        for (int j = 0; j < entries; j++) {
            // A maximum of minus infinity is a sum of nothing.
            sum[j] = max[j] == NONE ? NONE : max[j] + Math.log(sum[j]);
        }
        return sum;
    }

    /** The maxima of T over the axes whose stride is 0. */
    static double[] max(double[] t, int[] shape, int[] strides, int entries) {
        double[] max = new double[entries];
        Arrays.fill(max, NONE);
        walk(shape, strides, (at, other, step, length) -> {
            for (int k = 0, j = other; k < length; k++, j += step) {
                max[j] = Math.max(max[j], t[at + k]);
            }
        });
        return max;
    }

    /** The log of the sum of all. */
    static double sum(double[] t) {
        double max = NONE;
        for (double v : t) {
            max = Math.max(max, v);
        }
        if (max == NONE) {
            return NONE;
        }
        double sum = 0;
        for (double v : t) {
            sum += Math.exp(v - max);
        }
        return max + Math.log(sum);
    }

    /** Subtracts the log of the sum; false, and nothing is done, where the sum is zero. */
    static boolean normalise(double[] t) {
        double sum = sum(t);
        if (sum == NONE) {
            return false;
        }
        for (int k = 0; k < t.length; k++) {
            t[k] -= sum;
        }
        return true;
    }

    /** Strides along the axes of {@code scope} of a table over {@code other}, whose variables are among them. */
    static int[] strides(int[] scope, int[] other, int[] otherShape) {
        int[] strides = new int[scope.length];
        int stride = 1;
        for (int k = other.length - 1; k >= 0; k--) {
            int axis = 0;
            while (scope[axis] != other[k]) {
                axis++;
            }
            strides[axis] = stride;
            stride *= otherShape[k];
        }
        return strides;
    }
}
