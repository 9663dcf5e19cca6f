package io.github.dnfs4j.combopt.classical;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TourSearchTest {
    private static final int SMALL = 6;

    /** What it costs to go from one item to the next at this place. */
    private interface Way {
        double from(int place, int item, int next);
    }

    /** Variables in random order; a penalty of {@code 2 a} for two of a row or of a column. */
    private static QuadraticForm tour(int n, int[] follows, double a, Way way, Random random) {
        List<Integer> names = new ArrayList<>(IntStream.range(0, n * n).boxed().toList());
        Collections.shuffle(names, random);
        double[] linear = new double[n * n];
        GraphBuilder builder = Graph.builder();
        for (int c = 0; c < n; c++) {
            for (int k = 0; k < n; k++) {
                int at = names.get(c * n + k);
                linear[at] = -2 * a + way.from(k, c, c);
                for (int other = 0; other < n; other++) {
                    if (other > k) {
                        builder.edge(at, names.get(c * n + other), 2 * a);
                    }
                    if (other > c) {
                        builder.edge(at, names.get(other * n + k), 2 * a);
                    }
                    if (other != c && follows[k] >= 0) {
                        builder.edge(at, names.get(other * n + follows[k]), way.from(k, c, other));
                    }
                }
            }
        }
        return QuadraticForm.of(Variables.BINARY, linear, builder.buildSummed(n * n), 5);
    }

    private static int[] ring(int n) {
        return IntStream.range(0, n).map(k -> (k + 1) % n).toArray();
    }

    private static double best(QuadraticForm form, long moves) {
        TourSearch search = TourSearch.of(form, new FastRandom(3));
        assertThat(search).isNotNull();
        double[] best = {Double.POSITIVE_INFINITY};
        search.run(Deadline.after(moves), x -> {
            double energy = form.energy(x);
            assertThat(search.bestEnergy() + form.offset()).isCloseTo(energy, within(energy));
            best[0] = Math.min(best[0], energy);
        });
        return best[0];
    }

    private static Offset<Double> within(double energy) {
        return Offset.offset(1e-9 * Math.abs(energy));
    }

    /** Of all orders of the items from this one on. */
    private static double least(int[] items, int from, int[] follows, double a, Way way) {
        if (from < items.length) {
            double least = Double.POSITIVE_INFINITY;
            for (int k = from; k < items.length; k++) {
                swap(items, from, k);
                least = Math.min(least, least(items, from + 1, follows, a, way));
                swap(items, from, k);
            }
            return least;
        }
        double sum = 5 - 2 * a * items.length;
        for (int k = 0; k < items.length; k++) {
            sum += way.from(k, items[k], items[k]);
            sum += follows[k] < 0 ? 0 : way.from(k, items[k], items[follows[k]]);
        }
        return sum;
    }

    private static void swap(int[] items, int a, int b) {
        int item = items[a];
        items[a] = items[b];
        items[b] = item;
    }

    /** Ways that differ by place and direction: a ring, a line, and two lines. */
    @Test
    void toursAreAsGoodAsEnumerationFinds() {
        int[][] kinds = {ring(SMALL), {1, 2, 3, 4, 5, -1}, {1, 2, -1, 4, 5, -1}, {4, 3, 0, 1, 5, -1}};
        for (int[] follows : kinds) {
            Random random = new Random(4);
            double[] cost = random.doubles(SMALL * SMALL * SMALL, -50, 50).toArray();
            Way way = (place, item, next) -> cost[(place * SMALL + item) * SMALL + next];
            double least = least(IntStream.range(0, SMALL).toArray(), 0, follows, 300, way);
            assertThat(best(tour(SMALL, follows, 300, way, random), 20_000)).isCloseTo(least, within(least));
        }
    }

    /** A penalty of no more than the longest way. */
    @Test
    void aTourAroundACircleIsFoundWherePenaltiesAreSmall() {
        int n = 20;
        Way way = (place, a, b) -> Math.rint(1000 * Math.sin(Math.PI * Math.abs(a - b) / n));
        double around = n * way.from(0, 0, 1) - 2 * 700 * n + 5;
        assertThat(best(tour(n, ring(n), 700, way, new Random(6)), 300_000)).isEqualTo(around);
    }

    @Test
    void otherEnergiesAreNoTours() {
        int n = 6;
        Way way = (place, a, b) -> 1 + a * b;
        int[] follows = ring(n);
        QuadraticForm tour = tour(n, follows, 300, way, new Random(7));
        assertThat(TourSearch.of(tour, new FastRandom(1))).isNotNull();
        // With a few more couplings places have more than two neighbours.
        GraphBuilder builder = Graph.builder();
        tour.couplings().forEachEdge(builder::edge);
        Random random = new Random(8);
        double[] linear = new double[n * n];
        for (int i = 0; i < n * n; i++) {
            linear[i] = tour.linear(i);
            builder.edge(i, (i + 1 + random.nextInt(n * n - 1)) % (n * n), 1);
        }
        QuadraticForm wild = QuadraticForm.of(Variables.BINARY, linear, builder.buildSummed(n * n), 0);
        assertThat(TourSearch.of(wild, new FastRandom(1))).isNull();
        QuadraticForm none = QuadraticForm.of(Variables.BINARY, linear, Graph.of(n * n, new int[0][]), 0);
        assertThat(TourSearch.of(none, new FastRandom(1))).isNull();
    }
}
