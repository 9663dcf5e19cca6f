package io.github.dnfs4j.target;

import static io.github.dnfs4j.target.QuadraticTest.bits;
import static io.github.dnfs4j.target.QuadraticTest.graph;
import static io.github.dnfs4j.target.QuadraticTest.states;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Energies of graph problems against their definitions, state by state. */
class GraphProblemTest {
    /** The objective less the penalties, straight from the definition of each problem. */
    private static double value(GraphProblem problem, Graph g, double lambda, byte[] x) {
        double u = 0;
        for (int i = 0; i < x.length; i++) {
            u += problem == GraphProblem.MAXCUT
                    ? 0
                    : (problem == GraphProblem.VERTEX_COVER ? -1 : 1) * x[i] * g.vertexWeight(i);
            for (int j = 0; j < i; j++) {
                double penalty = lambda * Math.min(g.vertexWeight(i), g.vertexWeight(j));
                boolean edge = g.adjacent(i, j);
                switch (problem) {
                    case MIS -> u -= edge ? penalty * x[i] * x[j] : 0;
                    case CLIQUE -> u -= edge ? 0 : penalty * x[i] * x[j];
                    case VERTEX_COVER -> u -= edge ? penalty * (1 - x[i]) * (1 - x[j]) : 0;
                    case MAXCUT -> {
                        double a = 0;
                        for (int p = g.start(i); p < g.start(i + 1); p++) {
                            a += g.neighbour(p) == j ? g.weightAt(p) : 0;
                        }
                        u += (x[i] != x[j] ? a : 0) - a / 2;
                    }
                }
            }
        }
        return u;
    }

    @ParameterizedTest
    @EnumSource(GraphProblem.class)
    void theEnergyIsThatOfTheProblem(GraphProblem problem) {
        for (boolean weighted : new boolean[] {false, true}) {
            Graph g = graph(9, 0.4, weighted, 3);
            QuadraticForm form = problem.energy(g, 1.3);
            for (int state = 0; state < 512; state++) {
                byte[] x = bits(state, 9);
                assertThat(-form.energy(x)).isCloseTo(value(problem, g, 1.3, x), within(1e-10));
                assertThat(form.binary().energy(x)).isCloseTo(form.energy(x), within(1e-10));
            }
        }
    }

    /** The corrected formulas: (1 - 2x)(1 - lambda Ax) / T for sets, s (As) / T for cuts. */
    @Test
    void ratiosAreThePublishedFormulasCorrected() {
        Graph g = graph(8, 0.4, false, 7);
        Quadratic mis = Quadratic.of(GraphProblem.MIS.energy(g, 1.2), 0.5);
        Quadratic cut = Quadratic.of(GraphProblem.MAXCUT.energy(g, 1), 0.5);
        for (int state = 0; state < 256; state++) {
            byte[] x = bits(state, 8);
            try (Scope scope = Scope.open()) {
                Tensor states = states(x);
                double[] set = Tensors.doubles(mis.logRatios(states));
                double[] spins = Tensors.doubles(cut.logRatios(states));
                for (int i = 0; i < 8; i++) {
                    double ax = 0;
                    double as = 0;
                    for (int p = g.start(i); p < g.start(i + 1); p++) {
                        ax += x[g.neighbour(p)];
                        as += 2 * x[g.neighbour(p)] - 1;
                    }
                    int flip = 2 * i + 1 - x[i];
                    assertThat(set[flip]).isCloseTo((1 - 2 * x[i]) * (1 - 1.2 * ax) / 0.5, within(1e-12));
                    assertThat(spins[flip]).isCloseTo((2 * x[i] - 1) * as / 0.5, within(1e-12));
                }
            }
        }
    }
}
