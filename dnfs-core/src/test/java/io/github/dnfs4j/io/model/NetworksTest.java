package io.github.dnfs4j.io.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.factor.Conditioned;
import io.github.dnfs4j.factor.EliminationOrder.Limit;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.factor.VariableElimination;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The networks of examples/networks against what is known of them, or follows by hand from their tables. */
class NetworksTest {
    private static FactorGraph network(String name) throws IOException {
        return ModelFiles.read(Path.of("..", "examples", "networks", name + ".bif"));
    }

    /** P(variable = its first state), given the first state of others. */
    private static double first(FactorGraph graph, String variable, String... given) {
        int[] evidence = graph.nothingObserved();
        for (String g : given) {
            evidence[graph.numbers().get(g)] = 0;
        }
        Conditioned conditioned = graph.condition(evidence);
        return VariableElimination.of(conditioned, Limit.usual())
                .orElseThrow()
                .marginals()[graph.numbers().get(variable)][0];
    }

    @Test
    void probabilitiesOfAllStatesAddUpToOne() throws IOException {
        for (String name : new String[] {"asia", "cancer", "earthquake", "sprinkler"}) {
            assertThat(VariableElimination.of(network(name)).orElseThrow().logZ())
                    .as(name)
                    .isCloseTo(0, within(1e-12));
        }
    }

    @Test
    void asia() throws IOException {
        FactorGraph asia = network("asia");
        assertThat(asia.variables()).isEqualTo(8);
        assertThat(asia.stateName(0, 0)).isEqualTo("yes");
        assertThat(first(asia, "tub")).isCloseTo(0.0104, within(1e-12));
        assertThat(first(asia, "lung")).isCloseTo(0.055, within(1e-12));
        assertThat(first(asia, "bronc")).isCloseTo(0.45, within(1e-12));
        assertThat(first(asia, "either")).isCloseTo(0.064828, within(1e-12));
        assertThat(first(asia, "xray")).isCloseTo(0.11029004, within(1e-12));
        assertThat(first(asia, "dysp")).isCloseTo(0.4359706, within(1e-7));
        assertThat(first(asia, "tub", "asia", "dysp")).isCloseTo(0.0878, within(5e-5));
    }

    @Test
    void cancer() throws IOException {
        FactorGraph cancer = network("cancer");
        double p = 0.3 * (0.9 * 0.03 + 0.1 * 0.05) + 0.7 * (0.9 * 0.001 + 0.1 * 0.02);
        assertThat(first(cancer, "cancer")).isCloseTo(p, within(1e-12)).isCloseTo(0.0116, within(5e-5));
        assertThat(first(cancer, "xray")).isCloseTo(0.208, within(5e-4));
        assertThat(first(cancer, "dyspnoea")).isCloseTo(0.304, within(5e-4));
    }

    @Test
    void earthquake() throws IOException {
        FactorGraph earthquake = network("earthquake");
        double both = 0.01 * (0.02 * 0.95 + 0.98 * 0.94);
        double alarm = both + 0.99 * (0.02 * 0.29 + 0.98 * 0.001);
        assertThat(first(earthquake, "alarm")).isCloseTo(alarm, within(1e-12));
        assertThat(first(earthquake, "burglary", "alarm")).isCloseTo(both / alarm, within(1e-12));
        assertThat(first(earthquake, "johnCalls")).isCloseTo(0.05 + 0.85 * alarm, within(1e-12));
    }

    @Test
    void sprinkler() throws IOException {
        FactorGraph sprinkler = network("sprinkler");
        assertThat(first(sprinkler, "wetGrass")).isCloseTo(0.6471, within(1e-12));
        assertThat(first(sprinkler, "sprinkler", "wetGrass")).isCloseTo(0.4298, within(5e-5));
        assertThat(first(sprinkler, "rain", "wetGrass")).isCloseTo(0.7079, within(5e-5));
    }

    @Test
    void evidenceHasItsProbability() throws IOException {
        FactorGraph sprinkler = network("sprinkler");
        double logZ = VariableElimination.of(sprinkler.condition(new int[] {-1, -1, -1, 0}), Limit.usual())
                .orElseThrow()
                .logZ();
        assertThat(Math.exp(logZ)).isCloseTo(0.6471, within(1e-12));
        assertThat(VariableElimination.of(sprinkler.condition(new int[] {-1, 1, 1, 0}), Limit.usual())
                        .orElseThrow()
                        .logZ())
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
