package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ClusterMovesTest {
    private static final int PATHS = 2000;
    private static final int STEPS = 4;
    private static final String COLD =
            "target.kind=ising target.side=4 target.sigma=0.5 train.sweeps=6 train.clusters=";

    /** How many standard errors the mean of U before the last step is off that of p_t, on paths of an untrained flow. */
    private static double distance(String clusters) {
        RunSettings settings = MethodTest.settings(1, COLD + clusters);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU);
                Model model = Model.create(settings, rng)) {
            double[] u = new double[PATHS];
            Simulator simulator = Climb.simulator(model.flow(), settings.train().paths(), TimeGrid.uniform(STEPS));
            simulator.forward(PATHS, rng, (k, x) -> {
                if (k == STEPS - 1) {
                    System.arraycopy(Tensors.doubles(model.target().logDensity(x)), 0, u, 0, PATHS);
                }
            });
            double mean = Arrays.stream(u).average().orElseThrow();
            double variance =
                    Arrays.stream(u).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
            return Math.abs(mean - exact(model, (STEPS - 1.0) / STEPS)) / Math.sqrt(variance / PATHS);
        }
    }

    /** The mean of U under {@code p_t ~ exp(t U)}. */
    private static double exact(Model model, double t) {
        double[] u = Enumeration.of(model.target()).logDensity();
        double top = Arrays.stream(u).max().orElseThrow();
        double z = Arrays.stream(u).map(v -> Math.exp(t * (v - top))).sum();
        return Arrays.stream(u).map(v -> v * Math.exp(t * (v - top))).sum() / z;
    }

    /** Stripes hold single sites up for long, and no cluster. */
    @Test
    void clustersBringColdPathsToTheirTarget() {
        assertThat(distance("true")).isLessThan(4);
        assertThat(distance("false")).isGreaterThan(8);
    }

    @Test
    void clustersNeedSweepsAndPairs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MethodTest.settings(1, "train.clusters=true"))
                .withMessageContaining("clusters move in sweeps");
        RunSettings frustrated = MethodTest.settings(
                1,
                "target.kind=potts target.side=3 target.states=3 target.beta=-0.6 train.sweeps=1 train.clusters=true");
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Model model = Model.create(frustrated, rng)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            Climb.simulator(model.flow(), frustrated.train().paths(), TimeGrid.uniform(2)))
                    .withMessageContaining("weights that are not negative");
        }
    }
}
