package io.github.dnfs4j.experiment.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GraphExperimentTest {
    private static GraphExperiment of(String budget) throws IOException {
        String yaml =
                "{title: t, what: w, problem: mis, methods: [greedy, gflownet], budgets: {quick: {sets: [\"er:6-8\"],"
                        + " count: 1, samples: 1, timeSteps: 1, " + budget + "}}}";
        return GraphExperiment.parse("x.yaml", yaml.getBytes(StandardCharsets.UTF_8));
    }

    /** What stands beside the flow has as long as the flow: that must be known before. */
    @Test
    void theGflownetNeedsTheMinutesOfTheFlow() throws IOException {
        assertThat(of("settings: {train.minutes: \"2\"}").settings("quick")).hasSize(1);
        GraphExperiment bySteps = of("settings: {train.steps: \"9\", train.minutes: \"0\"}");
        assertThatThrownBy(() -> bySteps.settings("quick")).hasMessageContaining("as many minutes as the flow");
        assertThatThrownBy(() -> of("gfnMinutes: 3")).hasMessageContaining("gfnMinutes");
    }

    @Test
    void aBudgetMayHaveRowsOfItsOwn() throws IOException {
        assertThat(of("settings: {}").methods("quick")).containsExactly("greedy", "gflownet");
        GraphExperiment fewer = of("methods: [greedy], settings: {train.steps: \"9\", train.minutes: \"0\"}");
        assertThat(fewer.methods("quick")).containsExactly("greedy");
        assertThat(fewer.settings("quick")).hasSize(1); // no GFlowNet, no minutes needed
        assertThatThrownBy(() -> of("methods: [gredy]")).hasMessageContaining("unknown method 'gredy'");
    }
}
