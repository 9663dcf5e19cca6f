package io.github.dnfs4j.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.testkit.TargetConformance;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutTest {
    private static Layout layout(Layout.Kind kind, Layout.Boundary boundary, Layout.Law law, Double... directions) {
        return new Layout(kind, boundary, law, 3, List.of(directions));
    }

    static Stream<Arguments> small() {
        return Stream.of(
                Arguments.of(layout(Layout.Kind.SQUARE, Layout.Boundary.FREE, Layout.Law.PM), 3),
                Arguments.of(layout(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, Layout.Law.GAUSSIAN), 3),
                Arguments.of(layout(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, Layout.Law.UNIFORM, 1.0, 0.3), 3),
                Arguments.of(layout(Layout.Kind.TRIANGULAR, Layout.Boundary.PERIODIC, Layout.Law.UNIFORM), 3),
                Arguments.of(layout(Layout.Kind.TRIANGULAR, Layout.Boundary.FREE, Layout.Law.PM, 1.0, 2.0, -1.0), 3),
                Arguments.of(layout(Layout.Kind.HONEYCOMB, Layout.Boundary.FREE, Layout.Law.UNIFORM), 3),
                Arguments.of(layout(Layout.Kind.CUBIC, Layout.Boundary.FREE, Layout.Law.GAUSSIAN), 2),
                Arguments.of(layout(Layout.Kind.COMPLETE, Layout.Boundary.FREE, Layout.Law.GAUSSIAN), 7),
                Arguments.of(layout(Layout.Kind.COMPLETE, Layout.Boundary.PERIODIC, Layout.Law.UNIFORM), 6));
    }

    @ParameterizedTest
    @MethodSource("small")
    void targetsKeepTheLaws(Layout layout, int side) {
        TargetConformance.check(Ising.lattice(layout, side, 0.3, 0.1), side);
        TargetConformance.check(Potts.lattice(layout, side, 3, 0.7), side);
    }

    /** Sums over all states of the definition, spin by spin. */
    @ParameterizedTest
    @MethodSource("small")
    void partitionFunctionsAreThoseOfTheBonds(Layout layout, int side) {
        double sigma = 0.3;
        int d = layout.sites(side);
        double spins = 0;
        double potts = 0;
        for (int state = 0; state < 1 << d; state++) {
            double u = 0;
            double v = 0;
            for (Layout.Bond b : layout.bonds(side)) {
                boolean equal = (state >> b.from() & 1) == (state >> b.to() & 1);
                u += 2 * sigma * b.strength() * (equal ? 1 : -1);
                v += 0.7 * b.strength() * (equal ? 1 : 0);
            }
            spins += Math.exp(u);
            potts += Math.exp(v);
        }
        assertThat(Enumeration.of(Ising.lattice(layout, side, sigma, 0)).logZ())
                .isCloseTo(Math.log(spins), offset(1e-9));
        assertThat(Enumeration.of(Potts.lattice(layout, side, 2, 0.7)).logZ()).isCloseTo(Math.log(potts), offset(1e-9));
    }

    @Test
    void sitesHaveTheNeighboursOfTheirLattice() {
        assertThat(degrees(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, 5)).containsOnly(4);
        assertThat(degrees(Layout.Kind.TRIANGULAR, Layout.Boundary.PERIODIC, 4)).containsOnly(6);
        assertThat(degrees(Layout.Kind.HONEYCOMB, Layout.Boundary.PERIODIC, 6)).containsOnly(3);
        assertThat(degrees(Layout.Kind.CUBIC, Layout.Boundary.PERIODIC, 3)).containsOnly(6);
        assertThat(degrees(Layout.Kind.COMPLETE, Layout.Boundary.PERIODIC, 5)).containsOnly(4);
        int[] square = degrees(Layout.Kind.SQUARE, Layout.Boundary.FREE, 4);
        assertThat(Arrays.stream(square).filter(k -> k == 2)).hasSize(4);
        assertThat(Arrays.stream(square).filter(k -> k == 3)).hasSize(8);
        assertThat(Arrays.stream(degrees(Layout.Kind.CUBIC, Layout.Boundary.FREE, 3))
                        .sum())
                .isEqualTo(2 * 3 * 9 * 2);
        // The shortest cycles of a honeycomb are hexagons: no two sites share two neighbours.
        PairGraph comb = Ising.lattice(uniform(Layout.Kind.HONEYCOMB, Layout.Boundary.PERIODIC), 6, 1, 0)
                .pairs();
        for (int i = 0; i < 36; i++) {
            for (int j = 0; j < i; j++) {
                List<Integer> others =
                        Arrays.stream(comb.neighbours()[j]).boxed().toList();
                assertThat(Arrays.stream(comb.neighbours()[i]).filter(others::contains))
                        .hasSizeLessThan(2);
            }
        }
    }

    private static Layout uniform(Layout.Kind kind, Layout.Boundary boundary) {
        return layout(kind, boundary, Layout.Law.UNIFORM);
    }

    private static int[] degrees(Layout.Kind kind, Layout.Boundary boundary, int side) {
        PairGraph graph = Ising.lattice(uniform(kind, boundary), side, 1, 0).pairs();
        return Arrays.stream(graph.neighbours()).mapToInt(n -> n.length).toArray();
    }

    @Test
    void directionsScaleTheirOwnBonds() {
        Layout layout = layout(Layout.Kind.HONEYCOMB, Layout.Boundary.PERIODIC, Layout.Law.UNIFORM, 1.0, 2.0, 3.0);
        double[] sums = new double[16];
        for (Layout.Bond b : layout.bonds(4)) {
            sums[b.from()] += b.strength();
            sums[b.to()] += b.strength();
        }
        assertThat(sums).containsOnly(6);
    }

    @Test
    void drawnBondsFollowTheirSeedAndLaw() {
        Layout pm = layout(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, Layout.Law.PM);
        assertThat(pm.bonds(30)).isEqualTo(pm.bonds(30));
        Layout other = new Layout(pm.lattice(), pm.boundary(), pm.bonds(), 4, List.of());
        assertThat(other.bonds(30)).isNotEqualTo(pm.bonds(30));
        double[] signs =
                pm.bonds(30).stream().mapToDouble(Layout.Bond::strength).toArray();
        assertThat(Arrays.stream(signs)).containsOnly(-1.0, 1.0);
        // 1800 bonds: five standard errors of their mean.
        assertThat(Arrays.stream(signs).average().orElseThrow()).isCloseTo(0, offset(5 / Math.sqrt(1800)));
        Layout sk = layout(Layout.Kind.COMPLETE, Layout.Boundary.FREE, Layout.Law.GAUSSIAN);
        double squares = sk.bonds(60).stream()
                .mapToDouble(b -> b.strength() * b.strength())
                .sum();
        // N (N - 1) / 2 of variance 1 / N; each square of a normal number varies by sqrt 2.
        assertThat(squares).isCloseTo(59.0 / 2, offset(5 * Math.sqrt(2 * 1770) / 60));
    }

    @Test
    void networksOfATorusAreForThoseAlone() {
        assertThat(Layout.TORUS.torus()).isTrue();
        assertThat(uniform(Layout.Kind.TRIANGULAR, Layout.Boundary.PERIODIC).torus())
                .isTrue();
        assertThat(layout(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, Layout.Law.UNIFORM, 1.0, 0.5)
                        .torus())
                .isTrue();
        assertThat(uniform(Layout.Kind.HONEYCOMB, Layout.Boundary.PERIODIC).torus())
                .isFalse();
        assertThat(uniform(Layout.Kind.SQUARE, Layout.Boundary.FREE).torus()).isFalse();
        assertThat(layout(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, Layout.Law.PM)
                        .torus())
                .isFalse();
    }

    /** Kaufman's formula is of one coupling; others must not be judged by it. */
    @Test
    void onlyThePlainTorusIsPeriodic() {
        assertThat(Ising.lattice(Layout.TORUS, 4, 0.2, 0).periodic()).isPresent();
        assertThat(Ising.lattice(
                                layout(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, Layout.Law.UNIFORM, 1.0, 0.5),
                                4,
                                0.2,
                                0)
                        .periodic())
                .isEmpty();
        assertThat(Ising.lattice(uniform(Layout.Kind.TRIANGULAR, Layout.Boundary.PERIODIC), 4, 0.2, 0)
                        .periodic())
                .isEmpty();
    }

    @Test
    void whatIsNoLatticeIsRefused() {
        refused(() -> uniform(Layout.Kind.HONEYCOMB, Layout.Boundary.PERIODIC).check(5, 100), "even side");
        refused(() -> uniform(Layout.Kind.CUBIC, Layout.Boundary.PERIODIC).check(2, 100), "at least 3");
        refused(() -> uniform(Layout.Kind.CUBIC, Layout.Boundary.PERIODIC).check(17, 4096), "at most 16, not 17");
        refused(() -> uniform(Layout.Kind.SQUARE, Layout.Boundary.FREE).check(1, 100), "at least 2, not 1");
        refused(
                () -> layout(Layout.Kind.CUBIC, Layout.Boundary.FREE, Layout.Law.PM, 1.0),
                "the cubic lattice has 3 directions, not 1");
        refused(
                () -> layout(Layout.Kind.SQUARE, Layout.Boundary.FREE, Layout.Law.PM, 1.0, Double.NaN),
                "must be finite");
    }

    private static void refused(Runnable body, String reason) {
        assertThatIllegalArgumentException().isThrownBy(body::run).withMessageContaining(reason);
    }
}
