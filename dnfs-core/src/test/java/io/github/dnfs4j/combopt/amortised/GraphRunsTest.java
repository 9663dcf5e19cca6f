package io.github.dnfs4j.combopt.amortised;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.combopt.classical.Famous;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How samples of graphs are put into batches. */
class GraphRunsTest {
    private static final List<Graph> GRAPHS = List.of(Famous.cycle(5), Famous.cycle(3), Famous.cycle(8));

    private final List<Integer> rows = new ArrayList<>();
    private final List<Integer> groups = new ArrayList<>();

    /** Runs nothing, and notes how it would have been run. */
    private byte[][][] run(List<Graph> graphs, int samples, int batch, boolean together) {
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            return new GraphRuns(GraphProblem.MIS, graphs, samples, batch, together, 1.2).run(this::runner, rng);
        }
    }

    private GraphRuns.Runner runner(GraphTable table, int n, int group) {
        rows.add(n);
        groups.add(group);
        return rng -> new GraphRuns.Ends(
                Tensors.zeros(ScalarType.Long, Device.CPU, n, table.sites()), Tensors.range(n, Device.CPU));
    }

    private static void assertComplete(byte[][][] states, int samples) {
        for (int g = 0; g < GRAPHS.size(); g++) {
            assertThat(states[g].length).isEqualTo(samples);
            int d = GRAPHS.get(g).vertices();
            assertThat(Arrays.stream(states[g])).allMatch(x -> x.length == d);
        }
    }

    /** 7 samples have no divisor that fits a batch of 4. */
    @ParameterizedTest
    @CsvSource({"7, 4", "7, 20", "6, 6", "5, 1", "2, 1000"})
    void samplesThatAreDrawnAnewStayTogether(int samples, int batch) {
        assertComplete(run(GRAPHS, samples, batch, true), samples);
        assertThat(groups).containsOnly(samples);
        assertThat(rows).allMatch(n -> n % samples == 0 && n <= Math.max(samples, batch));
    }

    @Test
    void samplesOnTheirOwnFillTheBatches() {
        assertComplete(run(GRAPHS, 7, 4, false), 7);
        assertThat(rows).containsExactly(4, 1);
        assertThat(groups).containsExactly(4, 1);
    }

    @Test
    void moreSamplesThanFitCannotBeDrawnAnew() {
        List<Graph> large = List.of(Famous.cycle(2000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(large, 11, 4, true))
                .withMessageContaining("11 samples of a graph of 2000 vertices")
                .withMessageContaining("at most 3 fit");
    }
}
