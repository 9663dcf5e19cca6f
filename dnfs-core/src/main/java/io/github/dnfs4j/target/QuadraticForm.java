package io.github.dnfs4j.target;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An energy, to be minimised, of binary variables (0, 1) or spins (-1, 1), on the host:
 *
 * <pre>{@code
 * E(x) = offset + sum_i linear_i x_i + sum_{i < j} w_ij x_i x_j
 * }</pre>
 *
 * The couplings w are the edge weights of a graph, so that sparse problems stay small. States are always 0 and 1; state
 * 1 stands for the spin +1.
 */
public final class QuadraticForm {
    /** Which values the variables of the formula have. */
    public enum Variables {
        BINARY,
        SPIN
    }

    private final Variables variables;
    private final double[] linear;
    private final Graph couplings;
    private final double offset;

    private QuadraticForm(Variables variables, double[] linear, Graph couplings, double offset) {
        this.variables = variables;
        this.linear = linear;
        this.couplings = couplings;
        this.offset = offset;
    }

    /** Checks that everything is finite and fits together. */
    public static QuadraticForm of(Variables variables, double[] linear, Graph couplings, double offset) {
        if (linear.length != couplings.vertices()) {
            throw new IllegalArgumentException(
                    linear.length + " linear terms for " + couplings.vertices() + " variables");
        }
        if (linear.length == 0) {
            throw new IllegalArgumentException("there are no variables");
        }
        double sum = Math.abs(offset);
        for (double h : linear) {
            sum += Math.abs(h);
        }
        double[] all = {sum};
        couplings.forEachEdge((u, v, w) -> all[0] += Math.abs(w));
        if (!Double.isFinite(all[0])) {
            throw new IllegalArgumentException("the terms of the energy must be finite, and so must their sum");
        }
        return new QuadraticForm(variables, linear.clone(), couplings, offset);
    }

    /** {@code E = x'Wx + h'x} for any square W; its diagonal is linear, because x_i squared is x_i. */
    public static QuadraticForm ofMatrix(double[][] w, double[] h) {
        int d = h.length;
        GraphBuilder builder = Graph.builder();
        double[] linear = h.clone();
        for (int i = 0; i < d; i++) {
            if (w.length != d || w[i].length != d) {
                throw new IllegalArgumentException("the matrix must be " + d + " x " + d);
            }
            linear[i] += w[i][i];
            for (int j = 0; j < d; j++) {
                if (i != j && w[i][j] != 0) {
                    builder.edge(i, j, w[i][j]);
                }
            }
        }
        return of(Variables.BINARY, linear, builder.buildSummed(d), 0);
    }

    public Variables variables() {
        return variables;
    }

    public int size() {
        return linear.length;
    }

    public double linear(int i) {
        return linear[i];
    }

    public Graph couplings() {
        return couplings;
    }

    public double offset() {
        return offset;
    }

    /** E of a state of zeros and ones. */
    public double energy(byte[] state) {
        double e = offset;
        for (int i = 0; i < linear.length; i++) {
            double x = value(state[i]);
            if (x != 0) {
                double half = 0;
                for (int p = couplings.start(i); p < couplings.start(i + 1) && couplings.neighbour(p) < i; p++) {
                    half += couplings.weightAt(p) * value(state[couplings.neighbour(p)]);
                }
                e += x * (linear[i] + half);
            }
        }
        return e;
    }

    private double value(byte state) {
        return variables == Variables.SPIN ? 2 * state - 1 : state;
    }

    /** This energy, with its states written in zeros and ones: {@code s = 2x - 1}. */
    public QuadraticForm binary() {
        if (variables == Variables.BINARY) {
            return this;
        }
        double[] h = new double[linear.length];
        double constant = offset;
        GraphBuilder builder = Graph.builder();
        for (int i = 0; i < h.length; i++) {
            double around = 0;
            for (int p = couplings.start(i); p < couplings.start(i + 1); p++) {
                double w = couplings.weightAt(p);
                around += w;
                if (couplings.neighbour(p) > i) {
                    builder.edge(i, couplings.neighbour(p), 4 * w);
                    constant += w;
                }
            }
            h[i] = 2 * linear[i] - 2 * around;
            constant -= linear[i];
        }
        return of(Variables.BINARY, h, builder.buildSummed(h.length), constant);
    }

    /** Minus this energy. */
    public QuadraticForm negated() {
        double[] h = new double[linear.length];
        for (int i = 0; i < h.length; i++) {
            h[i] = 0 - linear[i];
        }
        GraphBuilder builder = Graph.builder();
        couplings.forEachEdge((u, v, w) -> builder.edge(u, v, 0 - w));
        return of(variables, h, builder.buildSummed(h.length), 0 - offset);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof QuadraticForm q
                && variables == q.variables
                && Arrays.equals(linear, q.linear)
                && couplings.equals(q.couplings)
                && offset == q.offset;
    }

    @Override
    public int hashCode() {
        return Objects.hash(variables, Arrays.hashCode(linear), couplings, offset);
    }

    @Override
    public String toString() {
        return size() + " variables, " + couplings.edges() + " couplings";
    }
}
