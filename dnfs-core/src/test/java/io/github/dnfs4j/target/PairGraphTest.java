package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.testkit.EqualPairs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairGraphTest {
    /** The pairs of an Ising model give its log density, up to one constant. */
    @Test
    void pairsOfSpinsAreTheirLogDensity() {
        double[][] j = {{0, 0.3, -0.2, 0}, {0.3, 0, 0.1, 0.4}, {-0.2, 0.1, 0, 0}, {0, 0.4, 0, 0}};
        Ising ising = Ising.of(j, new double[] {0.2, -0.5, 0, 0.3});
        double[] u = Enumeration.of(ising).logDensity();
        double[] v = Enumeration.of(EqualPairs.of(ising.pairs())).logDensity();
        double[] differences = new double[u.length];
        Arrays.setAll(differences, k -> u[k] - v[k]);
        double[] constant = new double[u.length];
        Arrays.fill(constant, differences[0]);
        assertThat(differences).containsExactly(constant, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 10})
    void coloursArePartitionsWithoutEdgesInside(int side) {
        PairGraph graph = Ising.lattice(side, 0.1, 0).pairs();
        int[][] colours = graph.colours();
        assertThat(Arrays.stream(colours).flatMapToInt(Arrays::stream).sorted().toArray())
                .containsExactly(IntStream.range(0, side * side).toArray());
        for (int[] sites : colours) {
            for (int i : sites) {
                assertThat(graph.neighbours()[i]).doesNotContain(sites).hasSize(4);
            }
        }
        assertThat(colours.length).isBetween(2, side % 2 == 0 ? 2 : 5);
    }

    @Test
    void wrongEdgesAreRefused() {
        StateSpace space = new StateSpace(3, 2);
        double[][] h = new double[3][2];
        int[] edge = {0, 1};
        for (List<int[]> edges : List.of(List.of(edge, new int[] {1, 0}), List.of(new int[] {1, 1}, edge))) {
            assertThatIllegalArgumentException().isThrownBy(() -> PairGraph.of(space, edges, new double[2], h));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> PairGraph.of(space, List.of(edge), new double[2], h));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairGraph.of(space, List.of(edge), new double[1], new double[3][3]));
    }

    @Test
    void oddCyclesOfNegativeWeightsAreFrustrated() {
        StateSpace space = new StateSpace(4, 2);
        List<int[]> square = List.of(new int[] {0, 1}, new int[] {1, 2}, new int[] {2, 3}, new int[] {3, 0});
        assertThat(PairGraph.of(space, square, new double[] {-1, -1, -1, -1}, new double[4][2])
                        .frustrated())
                .isFalse();
        assertThat(PairGraph.of(space, square, new double[] {1, -2, 1, 1}, new double[4][2])
                        .frustrated())
                .isTrue();
        assertThat(PairGraph.of(space, square, new double[] {1, -2, 0, 1}, new double[4][2])
                        .frustrated())
                .isFalse();
    }
}
