package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Each law is the best of the three on data of its own, and comes near their entropy. */
class BaselinesTest {
    private static final int SITES = 8;
    private static final int ROWS = 20_000;

    /** Draws a state into a row. */
    private interface Source {
        void draw(byte[] x, SplittableRandom random);
    }

    private static Baselines judged(Source source) {
        return Baselines.of(rows(source, 1), rows(source, 2), SITES, 1);
    }

    private static byte[] rows(Source source, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] all = new byte[ROWS * SITES];
        for (int row = 0; row < ROWS; row++) {
            byte[] x = new byte[SITES];
            source.draw(x, random);
            System.arraycopy(x, 0, all, row * SITES, SITES);
        }
        return all;
    }

    private static byte bit(double p, SplittableRandom random) {
        return (byte) (random.nextDouble() < p ? 1 : 0);
    }

    private static double entropy(double p) {
        return -p * Math.log(p) - (1 - p) * Math.log(1 - p);
    }

    @Test
    void independentBitsHaveTheirEntropyUnderAll() {
        Baselines b = judged((x, random) -> {
            for (int i = 0; i < SITES; i++) {
                x[i] = bit(0.1 + 0.1 * i, random);
            }
        });
        double entropy = 0;
        for (int i = 0; i < SITES; i++) {
            entropy += entropy(0.1 + 0.1 * i);
        }
        double error = 5 * b.independent().standardError();
        assertThat(b.independent().value()).isCloseTo(entropy, within(error));
        assertThat(b.tree().value()).isCloseTo(entropy, within(error + 0.01));
        assertThat(b.mixture().value()).isCloseTo(entropy, within(error + 0.05));
    }

    /** A chain in an order that is not that of the sites: each bit is a copy of the one before, but for one in five. */
    @Test
    void aChainIsATree() {
        int[] order = {3, 0, 6, 1, 7, 2, 5, 4};
        Baselines b = judged((x, random) -> {
            x[order[0]] = bit(0.5, random);
            for (int k = 1; k < SITES; k++) {
                x[order[k]] = (byte) (x[order[k - 1]] ^ bit(0.2, random));
            }
        });
        double entropy = Math.log(2) + 7 * entropy(0.2);
        assertThat(b.tree().value()).isCloseTo(entropy, within(5 * b.tree().standardError()));
        assertThat(b.independent().value()).isCloseTo(SITES * Math.log(2), within(0.02));
        assertThat(b.mixture().value()).isBetween(entropy, b.independent().value());
    }

    /** Three prototypes with noise, which no tree of single bits can hold. */
    @Test
    void prototypesAreAMixture() {
        int[] prototypes = {0b00001111, 0b11110000, 0b10101010};
        Baselines b = judged((x, random) -> {
            int which = prototypes[random.nextInt(3)];
            for (int i = 0; i < SITES; i++) {
                x[i] = (byte) (which >> i & 1 ^ bit(0.05, random));
            }
        });
        // The prototypes can hardly be mistaken for each other.
        double entropy = Math.log(3) + SITES * entropy(0.05);
        assertThat(b.mixture().value()).isBetween(entropy - 0.1, entropy + 0.02);
        assertThat(b.tree().value()).isGreaterThan(b.mixture().value() + 0.1);
        assertThat(b.independent().value()).isGreaterThan(b.tree().value() + 0.5);
    }

    /** A state that training never saw is unlikely, not impossible. */
    @Test
    void whatWasNeverSeenHasALikelihood() {
        byte[] train = new byte[10 * SITES];
        byte[] test = new byte[SITES];
        Arrays.fill(test, (byte) 1);
        Baselines b = Baselines.of(train, test, SITES, 1);
        assertThat(b.independent().value()).isCloseTo(SITES * Math.log(22), within(1e-9));
        assertThat(b.tree().value()).isFinite();
        assertThat(b.mixture().value()).isFinite();
    }
}
