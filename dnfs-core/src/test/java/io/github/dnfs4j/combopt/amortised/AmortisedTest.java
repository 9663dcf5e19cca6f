package io.github.dnfs4j.combopt.amortised;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.combopt.Decoding;
import io.github.dnfs4j.combopt.GraphSampler;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.classical.Famous;
import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samplers for families of graphs. */
class AmortisedTest {
    private static final TrainListener SILENT = new TrainListener() {};

    @TempDir
    Path folder;

    private static AmortisedSettings small(String graphs, int steps) {
        return AmortisedSettings.defaults(GraphProblem.MIS, graphs)
                .with(Map.ofEntries(
                        Map.entry("train.minutes", "0"),
                        Map.entry("train.steps", String.valueOf(steps)),
                        Map.entry("train.trajectories", "64"),
                        Map.entry("train.batch", "64"),
                        Map.entry("train.timeSteps", "12"),
                        Map.entry("train.stepsPerRound", "20"),
                        Map.entry("train.learningRate", "0.006"),
                        Map.entry("groups", "8"),
                        Map.entry("network.hidden", "16"),
                        Map.entry("network.layers", "1"),
                        Map.entry("network.cavity", "2"),
                        Map.entry("sampling.resampleBelow", "0"),
                        // Sweeps would find most of what there is without any network.
                        Map.entry("sampling.sweeps", "0"),
                        Map.entry("sampling.cells", "12")));
    }

    private AmortisedModel trained(AmortisedSettings settings) throws IOException {
        try (AmortisedRun run = AmortisedRun.create(folder.resolve("run"), settings, Device.CPU, Ranks.ALONE)) {
            run.train(SILENT, () -> false, trained -> {});
        }
        return AmortisedModel.load(folder.resolve("run"), Device.CPU);
    }

    private static NeuralSolver solver(AmortisedModel model, int moves) {
        return new NeuralSolver(model, model.settings().sampling(), Langevin.of(moves));
    }

    private static double[] means(AmortisedModel model, List<Graph> graphs) {
        try (Rng rng = Rng.seeded(5, Device.CPU)) {
            byte[][][] states = solver(model, 0).sample(GraphProblem.MIS, graphs, 8, rng);
            double[][] sizes = GraphSampler.objectives(GraphProblem.MIS, graphs, states, Decoding.GREEDY);
            return Arrays.stream(sizes).mapToDouble(Statistics::mean).toArray();
        }
    }

    /** On graphs that training has not seen, and against the same network before training. */
    @Test
    void trainingFindsLargerSetsThanNoTraining() throws IOException {
        AmortisedSettings settings = small("er:16-20", 300);
        List<Graph> graphs = GraphGenerator.parse("er:16-20").graphs(100, 77);
        try (Rng rng = Rng.seeded(1, Device.CPU);
                AmortisedModel random = AmortisedModel.untrained(settings, rng);
                AmortisedModel trained = trained(settings)) {
            double[] before = means(random, graphs);
            double[] after = means(trained, graphs);
            double[] gain = new double[before.length];
            Arrays.setAll(gain, g -> after[g] - before[g]);
            assertThat(Statistics.mean(gain))
                    .as("gain %.3f +- %.3f", Statistics.mean(gain), Statistics.standardError(gain))
                    .isGreaterThan(0.1)
                    .isGreaterThan(5 * Statistics.standardError(gain));
        }
    }

    @Test
    void aModelComesBackFromItsFolderAndEverySolutionIsFeasible() throws IOException {
        AmortisedSettings settings = small("er:5-7:0.3", 5);
        List<Graph> graphs = List.of(Famous.kneser(5, 2), Famous.cycle(7), Famous.cycle(30));
        try (AmortisedModel trained = trained(settings)) {
            trained.save(folder);
            try (AmortisedModel back = AmortisedModel.load(folder, Device.CPU);
                    Rng one = Rng.seeded(3, Device.CPU);
                    Rng two = Rng.seeded(3, Device.CPU)) {
                assertThat(back.settings()).isEqualTo(trained.settings());
                back.save(folder.resolve("again"));
                assertThat(folder.resolve("again/model.safetensors"))
                        .hasSameBinaryContentAs(folder.resolve("model.safetensors"));
                byte[][][] first = solver(back, 1).sample(GraphProblem.MIS, graphs, 6, one);
                byte[][][] second = solver(back, 1).sample(GraphProblem.MIS, graphs, 6, two);
                assertThat(Arrays.deepEquals(first, second)).isTrue();
                for (int g = 0; g < graphs.size(); g++) {
                    Problem.OfGraph problem = new Problem.OfGraph(GraphProblem.MIS, graphs.get(g));
                    SolutionPool pool = new SolutionPool(problem, 9);
                    solver(back, 2).solve(problem, 9, pool, one);
                    assertThat(problem.feasible(pool.best().x())).isTrue();
                    assertThat(Arrays.stream(first[g]).mapToInt(x -> x.length)).containsOnly(problem.size());
                }
            }
        }
        Files.writeString(folder.resolve("config.yaml"), "problem: mis");
        assertThatThrownBy(() -> AmortisedModel.load(folder, Device.CPU)).isInstanceOf(IOException.class);
    }

    @Test
    void aModelOfAnOlderVersionHasOneLayerOfMessages() throws IOException {
        AmortisedSettings settings = small("er:5-7", 1).with(Map.of("network.cavity", "1"));
        try (Rng rng = Rng.seeded(1, Device.CPU);
                AmortisedModel model = AmortisedModel.untrained(settings, rng)) {
            model.save(folder);
        }
        Path config = folder.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replace("  cavity: 1\n", ""));
        assertThat(config).content().doesNotContain("cavity");
        try (AmortisedModel back = AmortisedModel.load(folder, Device.CPU)) {
            assertThat(back.settings()).isEqualTo(settings);
        }
    }

    /** Row k of the table is its graph with renamed vertices: energies and distances are those of the graph. */
    @Test
    void rowsInAnotherOrderAreTheSameProblem() {
        List<Graph> graphs = GraphGenerator.parse("er:5-9:0.4").graphs(6, 1);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CPU);
                GraphTable all = GraphTable.of(graphs, GraphProblem.MIS, 1.3, Device.CPU);
                GraphTable rows = GraphTable.room(8, all.sites(), Device.CPU)) {
            Tensor index = Tensors.of(new long[] {3, 3, 0, 5}, Device.CPU, 4);
            Tensor order = all.shuffled(index, rng);
            rows.put(4, all, index, order);
            Tensor here = Tensors.of(new long[] {4, 5, 6, 7}, Device.CPU, 4);
            Tensor x = rng.integers(2, 4, all.sites());
            Tensor named = x.clone().zero_().scatter(1, order, x);
            GraphTarget shuffled = rows.target(0.5).rows(here);
            GraphTarget plain = all.target(0.5).rows(index);
            double[] u = Tensors.doubles(plain.logDensity(named));
            assertThat(Tensors.doubles(shuffled.logDensity(x))).containsExactly(u);
            long[] at = Tensors.longs(order);
            long[] a = Tensors.longs(shuffled.lengths());
            long[] b = Tensors.longs(plain.lengths());
            double[] mask = Tensors.doubles(shuffled.energies().mask(x).to(ScalarType.Double));
            int d = (int) all.sites();
            for (int k = 0; k < 4; k++) {
                int n = graphs.get((int) new long[] {3, 3, 0, 5}[k]).vertices();
                for (int i = 0; i < d; i++) {
                    assertThat(mask[k * d + i]).isEqualTo(i < n ? 1 : 0);
                    for (int j = 0; j < d; j++) {
                        long was = b[(int) ((k * d + at[k * d + i]) * d + at[k * d + j])];
                        assertThat(a[(k * d + i) * d + j]).isEqualTo(was);
                    }
                }
            }
        }
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        AmortisedSettings s = small("er:5-7", 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> s.with(Map.of("groups", "7")))
                .withMessageContaining("multiple of groups");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> s.with(Map.of("train.bach", "7")))
                .withMessageContaining("train.bach");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AmortisedSettings.defaults(GraphProblem.CLIQUE, "er:5-7"))
                .withMessageContaining("mis and maxcut");
        assertThat(s.with(Map.of("seed", "1"))).isEqualTo(s);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> s.with(Map.of("annealing", "null")))
                .withMessageContaining("annealing");
    }
}
