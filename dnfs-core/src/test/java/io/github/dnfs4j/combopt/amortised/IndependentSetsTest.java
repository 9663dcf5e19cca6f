package io.github.dnfs4j.combopt.amortised;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Jumps;
import io.github.dnfs4j.flow.Link;
import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.flow.Steps;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.LeGraphformer;
import io.github.dnfs4j.net.LeNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A flow on the 11 independent sets of a triangle with a tail, and one padded site. */
class IndependentSetsTest {
    private static final Graph GRAPH = Graph.of(5, new int[][] {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}});
    private static final Graph PAD = Graph.of(6, new int[][] {{0, 5}});
    private static final double BETA = 1.2;
    private static final double BEGIN = -1.5;
    private static final int N = 20_000;

    private static double[] sums(double strength) {
        double[] bySize = new double[GRAPH.vertices() + 1];
        for (int code = 0; code < 32; code++) {
            byte[] x = state(code);
            if (new Problem.OfGraph(GraphProblem.MIS, GRAPH).feasible(x)) {
                bySize[Integer.bitCount(code)] += Math.exp(strength * BETA * Integer.bitCount(code));
            }
        }
        return bySize;
    }

    private static byte[] state(int code) {
        byte[] x = new byte[5];
        for (int i = 0; i < 5; i++) {
            x[i] = (byte) (code >> i & 1);
        }
        return x;
    }

    private static double sum(double[] values) {
        double s = 0;
        for (double v : values) {
            s += v;
        }
        return s;
    }

    /** Weights are exact, and no state is ever infeasible, whatever the network and however long the steps. */
    @ParameterizedTest
    @CsvSource({"RELU, false", "SOFTPLUS, false", "RELU, true", "SOFTPLUS, true"})
    void exactWeightsHoldOnIndependentSetsAlone(Link link, boolean jumps) {
        LeGraphformer.Settings shape = new LeGraphformer.Settings(2, 8, 2, 1, true, Readout.ENERGY, 2);
        List<Graph> graphs = new ArrayList<>(Collections.nCopies(N, GRAPH));
        graphs.add(PAD);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(4, Device.CPU);
                LeNet net = new LeNet(new LeGraphformer(shape), shape.head(), rng, ScalarType.Float);
                GraphTable table = GraphTable.of(graphs, GraphProblem.MIS, 1.0001, Device.CPU)) {
            IndependentSets target = new IndependentSets(table.target(1 / BETA));
            Flow flow = new Flow(new AnnealingPath(target, BEGIN), net, Precision.FP32).linked(link);
            Tensor edges = table.edges(Tensors.range(N, Device.CPU)).to(ScalarType.Double);
            Simulator simulator = jumps
                    ? Jumps.of(flow, 3)
                    : Steps.of(flow, TimeGrid.uniform(3), StepRule.EXPONENTIAL, new RateFloor(1, 0));
            Paths paths = simulator.forward(N, rng, (k, x) -> {
                Tensor y = x.to(ScalarType.Double);
                Tensor conflicts = edges.bmm(y.unsqueeze(-1)).squeeze(-1).mul(y).sum();
                assertThat(conflicts.item_double())
                        .as("conflicts at time %d", k)
                        .isZero();
                if (k == 0) {
                    checkSizes(y.sum(-1), new double[N], sums(BEGIN));
                }
            });
            double[] logw = Tensors.doubles(paths.weights().exact());
            double expected = Math.log(sum(sums(1)) / sum(sums(BEGIN))) + 6 * Math.log(2);
            double error = Weights.logMeanStandardError(logw);
            assertThat(error).isLessThan(0.03);
            assertThat(Weights.logMean(logw)).isCloseTo(expected, within(4 * error));
            checkSizes(paths.x().narrow(1, 0, 5).sum(-1), logw, sums(1));
        }
    }

    /** The shares of sets by size, weighted, are those of the enumeration. */
    private static void checkSizes(Tensor sizes, double[] logw, double[] expected) {
        double[] size = Tensors.doubles(sizes);
        double[] seen = new double[expected.length];
        double total = 0;
        for (int k = 0; k < size.length; k++) {
            seen[(int) size[k]] += Math.exp(logw[k] - logw[0]);
            total += Math.exp(logw[k] - logw[0]);
        }
        for (int s = 0; s < expected.length; s++) {
            assertThat(seen[s] / total).as("share of size %d", s).isCloseTo(expected[s] / sum(expected), within(0.02));
        }
    }
}
