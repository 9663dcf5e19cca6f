package io.github.dnfs4j.combopt.classical;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExchangeSearchTest {
    private static final int CITIES = 16;

    /** Cities on a circle: the best tour goes around it. */
    private static double distance(int a, int b) {
        return Math.rint(1000 * Math.sin(Math.PI * Math.abs(a - b) / CITIES));
    }

    /** Penalties of 2 A for each pair in a row or a column, -2 A for each variable; less than A is never worth a broken row. */
    private static QuadraticForm tour(double penalty) {
        int n = CITIES;
        double[] linear = new double[n * n];
        GraphBuilder builder = Graph.builder();
        for (int c = 0; c < n; c++) {
            for (int k = 0; k < n; k++) {
                linear[c * n + k] = -2 * penalty;
                for (int other = 0; other < n; other++) {
                    if (other > k) {
                        builder.edge(c * n + k, c * n + other, 2 * penalty);
                    }
                    if (other > c) {
                        builder.edge(c * n + k, other * n + k, 2 * penalty);
                    }
                    if (other != c) {
                        builder.edge(c * n + k, other * n + (k + 1) % n, distance(c, other));
                    }
                }
            }
        }
        return QuadraticForm.of(Variables.BINARY, linear, builder.buildSummed(n * n), 0);
    }

    private static double best(QuadraticForm form, long moves) {
        double[] best = {Double.POSITIVE_INFINITY};
        new ExchangeSearch(form, new FastRandom(3))
                .run(Deadline.after(moves), x -> best[0] = Math.min(best[0], form.energy(x)));
        return best[0];
    }

    @Test
    void aTourAroundACircleIsFound() {
        QuadraticForm form = tour(1500);
        double around = CITIES * distance(0, 1) - 2 * 1500 * CITIES;
        assertThat(ExchangeSearch.fits(form)).isTrue();
        assertThat(best(form, 2_000_000)).isEqualTo(around);
    }

    /** Groups of three, of which one is chosen, and random terms between groups: 3^8 choices. */
    @Test
    void oneOfEachGroupIsChosenAsEnumerationDoes() {
        Random random = new Random(4);
        int groups = 8;
        double[] linear = new double[3 * groups];
        GraphBuilder builder = Graph.builder();
        for (int i = 0; i < linear.length; i++) {
            linear[i] = -1000;
            for (int j = i + 1; j < linear.length; j++) {
                builder.edge(i, j, i / 3 == j / 3 ? 2000 : random.nextInt(201) - 100);
            }
        }
        QuadraticForm form = QuadraticForm.of(Variables.BINARY, linear, builder.buildSummed(linear.length), 0);
        double least = Double.POSITIVE_INFINITY;
        for (int code = 0; code < 6561; code++) {
            byte[] x = new byte[linear.length];
            for (int g = 0, rest = code; g < groups; g++, rest /= 3) {
                x[3 * g + rest % 3] = 1;
            }
            least = Math.min(least, form.energy(x));
        }
        assertThat(ExchangeSearch.fits(form)).isTrue();
        assertThat(best(form, 100_000)).isEqualTo(least);
    }

    @Test
    void energiesWithoutSuchGroupsAreLeftToFlips() {
        int n = 40;
        Random random = new Random(5);
        double[] field = new double[n];
        double[] cut = new double[n];
        GraphBuilder noise = Graph.builder();
        GraphBuilder complete = Graph.builder();
        for (int i = 0; i < n; i++) {
            field[i] = random.nextInt(201) - 100;
            cut[i] = 1 - n;
            for (int j = i + 1; j < n; j++) {
                noise.edge(i, j, random.nextInt(201) - 100.5);
                complete.edge(i, j, 2);
            }
        }
        // Dense noise, and the cut of a complete graph, whose couplings are all the same.
        assertThat(ExchangeSearch.fits(QuadraticForm.of(Variables.BINARY, field, noise.buildSummed(n), 0)))
                .isFalse();
        assertThat(ExchangeSearch.fits(QuadraticForm.of(Variables.BINARY, cut, complete.buildSummed(n), 0)))
                .isFalse();
    }
}
