package io.github.dnfs4j.experiment.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.Decoding;
import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GraphContestTest {
    private static final String FAMILY = "er:16-20";

    /** Choices made on one kind say nothing of the other, and networks have seen neither. */
    @Test
    void trainingValidationAndTestGraphsAreOthers() {
        AmortisedSettings s = AmortisedSettings.defaults(GraphProblem.MIS, FAMILY);
        List<Graph> training = GraphGenerator.parse(FAMILY).graphs(s.count(), s.seed());
        Set<Object> seen = edges(training);
        for (GraphContest.Graphs which : GraphContest.Graphs.values()) {
            Set<Object> these = edges(which.of(FAMILY, 100));
            assertThat(these).as(which.toString()).hasSize(100).doesNotContainAnyElementsOf(seen);
            seen.addAll(these);
        }
        assertThat(seen).hasSize(s.count() + 200);
    }

    /** A sampler that draws nothing but empty sets: completed they are as good as greedy, repaired they stay empty. */
    @Test
    void theSameSamplesAreDecodedInBothWays() throws IOException {
        GraphContest contest = new GraphContest(
                        GraphProblem.MIS, "er:6-8", GraphContest.Graphs.TEST, 5, 2, Decoding.GREEDY, 1, Device.CPU)
                .exact(null)
                .greedy();
        GraphScore score = contest.add(
                "empty",
                (kind, graphs, samples, rng) -> graphs.stream()
                        .map(g -> new byte[samples][g.vertices()])
                        .toArray(byte[][][]::new));
        assertThat(score.mean()).isEqualTo(contest.scores().get(1).mean());
        assertThat(score.repairedDrop()).isEqualTo(1);
    }

    /** Each graph as a text of its neighbours. */
    private static Set<Object> edges(List<Graph> graphs) {
        Set<Object> all = new HashSet<>();
        for (Graph g : graphs) {
            StringBuilder text = new StringBuilder();
            for (int v = 0; v < g.vertices(); v++) {
                text.append(';');
                for (int k = g.start(v); k < g.start(v) + g.degree(v); k++) {
                    text.append(g.neighbour(k)).append(' ');
                }
            }
            all.add(text.toString());
        }
        return all;
    }
}
