package io.github.dnfs4j.factor;

import java.util.Arrays;

/**
 * What an approximate method says of a model.
 *
 * @param logZ its value for log Z; minus infinity where it found no allowed state
 * @param marginals a probability for each state of each variable; uniform where logZ is minus infinity
 * @param converged whether more iterations would change nothing: the last one did not, or all states were ruled out
 * @param iterations over all factors or variables
 */
public record Approximation(double logZ, double[][] marginals, boolean converged, int iterations) {
    static Approximation nothing(FactorGraph graph, boolean converged, int iterations) {
        double[][] marginals = new double[graph.variables()][];
        for (int i = 0; i < marginals.length; i++) {
            marginals[i] = new double[graph.size(i)];
            Arrays.fill(marginals[i], 1.0 / graph.size(i));
        }
        return new Approximation(Double.NEGATIVE_INFINITY, marginals, converged, iterations);
    }
}
