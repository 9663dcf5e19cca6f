package io.github.dnfs4j.experiment.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PublishedDropsTest {
    @Test
    void standsBesideOursWithTheDifference() {
        PublishedDrops paper = new PublishedDrops("a table", Map.of("er:16-20", Map.of("dnfs", 7.17)));
        GraphScore ours = GraphScore.of("dnfs", new double[][] {{9, 9}, {10, 10}}, null, new double[] {10, 10}, 1);
        assertThat(paper.cells("er:16-20", ours))
                .endsWith("7.17 %", "-2.17")
                .hasSize(ours.cells().size() + 2);
        double[][] repaired = {{8, 8}, {10, 10}};
        GraphScore both = GraphScore.of("dnfs", new double[][] {{9, 9}, {10, 10}}, repaired, new double[] {10, 10}, 1);
        assertThat(paper.cells("er:16-20", both)).as("as the paper decodes").endsWith("7.17 %", "+2.83");
        assertThat(paper.cells("er:32-40", ours)).endsWith("", "");
        assertThat(paper.header(List.of("a"))).hasSize(3);
    }

    /** Every family of the paper budget has its line, and every number belongs to a method that is run. */
    @Test
    void coversThePaperBudgets() throws IOException {
        for (String name : List.of("table-mcut", "table-mis", "table-mis-refined", "table-rb")) {
            GraphExperiment table = GraphExperiment.find(name).orElseThrow();
            PublishedDrops paper = table.reference();
            assertThat(paper).as(name).isNotNull();
            Set<String> sets = new HashSet<>(table.budget("paper").sets());
            assertThat(paper.drops().keySet()).as(name).isEqualTo(sets);
            paper.drops().values().forEach(row -> assertThat(table.methods()).containsAll(row.keySet()));
        }
    }
}
