package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.target.QuadraticForm;
import java.util.stream.DoubleStream;

/**
 * Weights as whole numbers, so that sums of them are exact: {@code w = unit k}. The unit is 1 where the weights are whole,
 * else a power of ten or the smallest weight, or a part of it, of which they all are multiples up to the rounding of
 * the largest of them. Weights that have no such unit are rounded to a unit that leaves 50 bits to their sum.
 *
 * @param unit what 1 stands for
 * @param sound whether what is best for the whole numbers is best for the weights: they are multiples of the unit, or
 *     all that rounding changes together is less than a millionth of the smallest weight
 */
public record Units(double unit, boolean sound) {
    private static final double MOST = 0x1p50;
    private static final double LAST_DIGITS = 0x1p-49;
    private static final double INVISIBLE = 1e-3; // of a unit, all weights together
    private static final double ROUNDING = 1e-12;
    private static final double NEGLIGIBLE = 1e-6;
    private static final int PARTS = 60;
    private static final int TENS = 18;

    public static Units of(double[] weights) {
        double smallest = Double.POSITIVE_INFINITY;
        double sum = 0;
        for (double w : weights) {
            sum += Math.abs(w);
            if (w != 0) {
                smallest = Math.min(smallest, Math.abs(w));
            }
        }
        if (sum == 0) {
            return new Units(1, true);
        }
        if (divides(1, weights, sum)) {
            return new Units(1, true);
        }
        for (int part = 1; part <= PARTS; part++) {
            if (divides(smallest / part, weights, sum)) {
                return new Units(smallest / part, true);
            }
        }
        int most = (int) Math.floor(Math.log10(smallest));
        for (int tens = Math.max(most, -300); tens > most - TENS && tens > -300; tens--) {
            double unit = Double.parseDouble("1e" + tens);
            if (divides(unit, weights, sum)) {
                return new Units(unit, true);
            }
        }
        double unit = Math.max(Math.scalb(1.0, Math.getExponent(sum) + 1 - 50), Double.MIN_NORMAL);
        double lost = DoubleStream.of(weights)
                .map(w -> Math.abs(w - unit * Math.rint(w / unit)))
                .sum();
        return new Units(unit, lost <= NEGLIGIBLE * smallest);
    }

    /** Sums that became weights carry the rounding of their terms: the largest weight says what that may be. */
    private static boolean divides(double unit, double[] weights, double sum) {
        if (!(unit > 0) || !(sum / unit < MOST)) {
            return false;
        }
        double largest = 0;
        for (double w : weights) {
            largest = Math.max(largest, Math.abs(w / unit));
        }
        double lost = 0;
        for (double w : weights) {
            double k = w / unit;
            double off = Math.abs(k - Math.rint(k));
            lost += off;
            if (off > LAST_DIGITS * largest || lost > INVISIBLE) {
                return false;
            }
        }
        return true;
    }

    /** A bound on sums of weights that was computed in units, moved by the rounding of both unless there is none. */
    double outward(double bound, boolean up) {
        boolean exact = unit == Math.scalb(1.0, Math.getExponent(unit));
        double slack = exact ? 0 : ROUNDING * Math.abs(bound);
        return up ? bound + slack : bound - slack;
    }

    /** A weight in units. */
    public double whole(double weight) {
        return Math.rint(weight / unit);
    }

    /** The largest number of which all differences of energies are multiples; 0 if there are none. */
    static double grain(QuadraticForm binary) {
        double[] grain = {0};
        for (int i = 0; i < binary.size(); i++) {
            grain[0] = divisor(grain[0], binary.linear(i));
        }
        binary.couplings().forEachEdge((u, v, w) -> grain[0] = divisor(grain[0], w));
        return grain[0];
    }

    /** A lower bound, raised to the next energy that there is: {@code zero} and multiples of the grain away from it. */
    static double up(double bound, double zero, double grain) {
        return grain == 0 ? zero : zero + grain * Math.ceil((bound - zero) / grain);
    }

    /** The largest number that both are multiples of: tiny where they have little in common. */
    public static double divisor(double a, double b) {
        double x = Math.abs(a);
        double y = Math.abs(b);
        while (y != 0) {
            double rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }
}
