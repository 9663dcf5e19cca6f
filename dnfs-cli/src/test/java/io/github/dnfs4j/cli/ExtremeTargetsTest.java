package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.compare.Comparison;
import io.github.dnfs4j.experiment.compare.ComparisonSettings;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.run.TrainingRun;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.Quadratic;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Targets with energies of 1e-300 to 1e300, NaN and infinities in single states, each trained on, evaluated, and sampled by
 * Markov chains and annealing: log Z is right, or one clear line says why not. What is right, sums over all states say.
 * {@code -Ddnfs.extreme.targets=N} is their number; {@code target/extreme.tsv} counts what came of them.
 */
class ExtremeTargetsTest {
    private static final int TARGETS = Integer.getInteger("dnfs.extreme.targets", 16);
    private static final int SAMPLES = 400;
    private static final double LARGEST = 300;

    @TempDir
    Path folder;

    private final List<String> wrong = new ArrayList<>();
    private final Map<String, int[]> counts = new TreeMap<>();

    private enum Answer {
        RIGHT,
        DOUBTED,
        REFUSED
    }

    /** A target and U of all its states. */
    private record Given(String kind, Target target, double[] u) {
        /** log Z, NaN where there is none. */
        double logZ() {
            double max = Arrays.stream(u).max().orElseThrow();
            return Double.isFinite(max)
                    ? max
                            + Math.log(
                                    Arrays.stream(u).map(v -> Math.exp(v - max)).sum())
                    : Double.NaN;
        }
    }

    /** A density as a table; state k has the digits x, site 0 the most significant. */
    private record Table(StateSpace space, Constant places, Constant u) implements Target {
        static Table of(int sites, int states, double[] u) {
            double[] places = new double[sites];
            Arrays.setAll(places, i -> Math.pow(states, sites - 1 - i));
            return new Table(new StateSpace(sites, states), Constant.of(places, sites), Constant.of(u, u.length));
        }

        @Override
        public Tensor logDensity(Tensor x) {
            Tensor k = x.to(ScalarType.Double).mv(places.like(x)).to(ScalarType.Long);
            return u.like(x).index_select(0, k);
        }
    }

    private record Settings(Given given) implements TargetSettings {
        @Override
        public String kind() {
            return "extreme";
        }

        @Override
        public Target build() {
            return given.target;
        }
    }

    @Test
    void areAnsweredRightlyOrRefusedInOneLine() throws IOException {
        for (int k = 0; k < TARGETS; k++) {
            Random random = new Random(k);
            Given given = k % 8 == 7 ? form(random) : table(k % 8, random);
            int number = k;
            judge(k, given, "flow", () -> flow(given, number));
            for (String sampler : List.of("gibbs", "ais", "smc", "pt", "oracle")) {
                judge(k, given, sampler, () -> sampled(given, sampler));
            }
        }
        StringBuilder table = new StringBuilder();
        counts.forEach((name, c) -> table.append(String.format(
                Locale.ROOT,
                "%s: %d right, %d doubted, %d refused\t%d\t%d%n",
                name,
                c[0],
                c[1],
                c[2],
                Arrays.stream(c).sum(),
                c[3])));
        Files.writeString(Path.of("target", "extreme.tsv"), table);
        assertThat(wrong).isEmpty();
    }

    private static double huge(Random random) {
        return (random.nextBoolean() ? 1 : -1) * Math.pow(10, LARGEST * (2 * random.nextDouble() - 1));
    }

    private static Given table(int kind, Random random) {
        int sites = 2 + random.nextInt(5);
        int states = 2 + random.nextInt(2);
        double[] u = new double[(int) Math.pow(states, sites)];
        double scale = Math.abs(huge(random));
        Arrays.setAll(u, s -> random.nextGaussian());
        int one = random.nextInt(u.length);
        String name;
        switch (kind) {
            case 0 -> {
                name = "of one scale";
                Arrays.setAll(u, s -> u[s] * scale);
            }
            case 1 -> {
                name = "of all scales";
                Arrays.setAll(u, s -> huge(random));
            }
            case 2 -> {
                name = "one NaN";
                u[one] = Double.NaN;
            }
            case 3 -> {
                name = "one infinite";
                u[one] = Double.POSITIVE_INFINITY;
            }
            case 4 -> {
                name = "one forbidden";
                u[one] = Double.NEGATIVE_INFINITY;
            }
            case 5 -> {
                name = "one of any scale";
                u[one] = huge(random);
            }
            default -> {
                name = "a common offset";
                double offset = huge(random);
                Arrays.setAll(u, s -> u[s] + offset);
            }
        }
        return new Given("table, " + name, Table.of(sites, states, u), u);
    }

    /** Coefficients of all scales. */
    private static Given form(Random random) {
        int n = 2 + random.nextInt(5);
        double top = LARGEST * random.nextDouble();
        double[][] q = new double[n][n];
        double[] linear = new double[n];
        GraphBuilder edges = Graph.builder();
        for (int i = 0; i < n; i++) {
            linear[i] = random.nextGaussian() * Math.pow(10, top * (2 * random.nextDouble() - 1));
            for (int j = 0; j < i; j++) {
                q[i][j] = random.nextGaussian() * Math.pow(10, top * (2 * random.nextDouble() - 1));
                edges.edge(j, i, q[i][j]);
            }
        }
        double[] u = new double[1 << n];
        for (int s = 0; s < u.length; s++) {
            for (int i = 0; i < n; i++) {
                int bit = s >> (n - 1 - i) & 1;
                u[s] -= bit * linear[i];
                for (int j = 0; j < i; j++) {
                    u[s] -= bit * (s >> (n - 1 - j) & 1) * q[i][j];
                }
            }
        }
        QuadraticForm form = QuadraticForm.of(QuadraticForm.Variables.BINARY, linear, edges.build(n), 0);
        return new Given("QUBO of all scales", Quadratic.of(form, 1), u);
    }

    private interface Asking {
        Answer of() throws IOException;
    }

    private void judge(int number, Given given, String how, Asking asking) {
        int[] count = counts.computeIfAbsent(given.kind, name -> new int[Answer.values().length + 1]);
        try {
            count[asking.of().ordinal()]++;
        } catch (AssertionError e) {
            count[Answer.values().length]++;
            wrong.add(number + ", " + given.kind + ", " + how + ": " + e.getMessage());
        } catch (Exception e) {
            String line = Failure.of(e).line();
            if (line.lines().count() == 1
                    && line.length() < 400
                    && !line.matches(".*(Exception|Error|java\\.|null|enforce).*")) {
                count[Answer.REFUSED.ordinal()]++;
            } else {
                count[Answer.values().length]++;
                wrong.add(number + ", " + given.kind + ", " + how + ": " + line);
            }
        }
    }

    private Answer flow(Given given, int number) throws IOException {
        TrainSettings train = TrainSettings.DEFAULT.withSteps(4);
        RunSettings settings = SettingsFile.of(
                        RunSettings.defaults("extreme", given.target).with(train))
                .set(Map.of(
                        "device", "cpu",
                        "network.hidden", "8",
                        "train.batch", "16",
                        "train.trajectories", "16",
                        "train.timeSteps", "8",
                        "sampling.cells", "8"))
                .settings();
        try (TrainingRun run = TrainingRun.create(folder.resolve("run-" + number), settings, given.target);
                Rng rng = Rng.seeded(3, Device.CPU)) {
            run.train(new TrainListener() {}, () -> false);
            Evaluation.Result result = Evaluation.of(run.model(), SAMPLES, rng);
            Evaluation e = result.evaluation();
            if (result.impossible().isPresent() || e.warning().isPresent()) {
                return Answer.DOUBTED;
            }
            return near(given.logZ(), e.logZ().exact(), e.logZ().standardError());
        }
    }

    private static Answer sampled(Given given, String sampler) throws IOException {
        ComparisonSettings how = new ComparisonSettings(SAMPLES, 16, null, 1, null, 5);
        Comparison comparison = Comparison.run(new Settings(given), List.of(sampler), how, Device.CPU, line -> {});
        if (!comparison.warnings().isEmpty()) {
            return Answer.DOUBTED;
        }
        Comparison.Row row = comparison.rows().get(0);
        Optional<Estimate> logZ = Optional.ofNullable(row.logZ());
        Estimate energy = row.energy();
        assertThat(energy.value()).as("energy").isFinite();
        if (logZ.isPresent()) {
            near(given.logZ(), logZ.get().reference(), 0);
        }
        return logZ.isEmpty()
                ? Answer.RIGHT
                : near(given.logZ(), logZ.get().value(), logZ.get().standardError());
    }

    private static Answer near(double truth, double value, double error) {
        if (Double.isNaN(error)) { // it says that it does not know
            return Answer.DOUBTED;
        }
        double allowed = 6 * error + 1e-9 * Math.abs(truth) + 1e-3;
        assertThat(Math.abs(value - truth))
                .as("log Z " + value + " for " + truth)
                .isLessThanOrEqualTo(allowed);
        return Answer.RIGHT;
    }
}
