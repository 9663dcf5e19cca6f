package io.github.dnfs4j.combopt;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;

/**
 * What is to be solved. Objective and feasibility are computed here from the definition, by code that no search shares,
 * so that what is printed was checked by somebody else than who found it.
 */
public interface Problem {
    /** The number of variables, each 0 or 1. */
    int size();

    /** Whether a larger objective is better. */
    boolean maximised();

    /** Size or weight of a set, weight of a cut, or energy. */
    double objective(byte[] x);

    boolean feasible(byte[] x);

    /** Whether objective a is better than b. */
    default boolean better(double a, double b) {
        return maximised() ? a > b : a < b;
    }

    /** One of two ways to write the same solution: both sides of a cut are that cut. Changes x. */
    default void normalise(byte[] x) {}

    /** A question about a graph. */
    record OfGraph(GraphProblem kind, Graph graph) implements Problem {
        @Override
        public int size() {
            return graph.vertices();
        }

        @Override
        public boolean maximised() {
            return kind.maximised();
        }

        @Override
        public double objective(byte[] x) {
            double[] sum = new double[1];
            if (kind == GraphProblem.MAXCUT) {
                graph.forEachEdge((u, v, w) -> sum[0] += x[u] != x[v] ? w : 0);
            } else {
                for (int v = 0; v < x.length; v++) {
                    sum[0] += x[v] == 1 ? graph.vertexWeight(v) : 0;
                }
            }
            return sum[0];
        }

        @Override
        public boolean feasible(byte[] x) {
            if (x.length != size()) {
                return false;
            }
            boolean binary = true;
            long selected = 0;
            for (byte b : x) {
                binary &= b == 0 || b == 1;
                selected += b;
            }
            long[] both = new long[1];
            long[] neither = new long[1];
            graph.forEachEdge((u, v, w) -> {
                both[0] += x[u] & x[v];
                neither[0] += (1 - x[u]) & (1 - x[v]);
            });
            return binary
                    && switch (kind) {
                        case MIS -> both[0] == 0;
                        case CLIQUE -> both[0] == selected * (selected - 1) / 2;
                        case VERTEX_COVER -> neither[0] == 0;
                        case MAXCUT -> true;
                    };
        }

        @Override
        public void normalise(byte[] x) {
            if (kind == GraphProblem.MAXCUT && x.length > 0 && x[0] == 1) {
                for (int i = 0; i < x.length; i++) {
                    x[i] = (byte) (1 - x[i]);
                }
            }
        }
    }

    /** The state of least energy. */
    record OfEnergy(QuadraticForm form) implements Problem {
        @Override
        public int size() {
            return form.size();
        }

        @Override
        public boolean maximised() {
            return false;
        }

        @Override
        public double objective(byte[] x) {
            return form.energy(x);
        }

        @Override
        public boolean feasible(byte[] x) {
            boolean good = x.length == size();
            for (byte b : x) {
                good &= b == 0 || b == 1;
            }
            return good;
        }
    }
}
