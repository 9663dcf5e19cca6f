package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Tensors;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Times lie in proportion to 1 + s / mean s. */
class TimeDensityTest {
    private static void hear(TimeDensity density, TimeGrid grid, DoubleUnaryOperator s) {
        density.hear(
                grid,
                IntStream.rangeClosed(0, grid.steps())
                        .mapToDouble(k -> s.applyAsDouble(grid.at(k)))
                        .toArray());
    }

    @Test
    void evenTimesStayWhereNothingWasHeard() {
        try (TimeDensity density = new TimeDensity()) {
            TimeGrid even = TimeGrid.uniform(24, 0.7);
            assertThat(density.bend(even).times()).containsExactly(even.times(), within(1e-12));
        }
    }

    /** s = 2 t has q = 1 + 2 t, Q(t) = t + t^2, and half of its mass lies below (sqrt 5 - 1) / 2. */
    @Test
    void timesFollowTheResidual() {
        try (TimeDensity density = new TimeDensity()) {
            hear(density, TimeGrid.uniform(32), t -> 14 * t);
            TimeGrid bent = density.bend(TimeGrid.uniform(40));
            for (int k = 0; k <= 40; k++) {
                assertThat((bent.at(k) + bent.at(k) * bent.at(k)) / 2).isCloseTo(k / 40.0, within(1e-3));
            }
            assertThat(bent.at(20)).isCloseTo((Math.sqrt(5) - 1) / 2, within(1e-3));
            assertThat(bent.at(40)).isEqualTo(1);
        }
    }

    /** Up to an early horizon the same density holds, cut off there. */
    @Test
    void anEarlyHorizonIsKept() {
        try (TimeDensity density = new TimeDensity()) {
            hear(density, TimeGrid.uniform(32), t -> t);
            TimeGrid bent = density.bend(TimeGrid.uniform(10, 0.5));
            assertThat(bent.at(10)).isEqualTo(0.5);
            for (int k = 0; k <= 10; k++) {
                double t = bent.at(k);
                assertThat((t + t * t) / 0.75).isCloseTo(k / 10.0, within(2e-3));
            }
        }
    }

    /** No residual, however narrow its peak, takes more than half of the times away from elsewhere. */
    @Test
    void everyPartKeepsHalfOfItsShare() {
        try (TimeDensity density = new TimeDensity()) {
            hear(density, TimeGrid.uniform(64), t -> Math.exp(-1e4 * (t - 0.75) * (t - 0.75)));
            TimeGrid bent = density.bend(TimeGrid.uniform(1000));
            double widest =
                    IntStream.range(0, 1000).mapToDouble(bent::width).max().orElseThrow();
            assertThat(widest).isBetween(1.99e-3, 2.001e-3);
            long near = IntStream.rangeClosed(0, 1000)
                    .filter(k -> Math.abs(bent.at(k) - 0.75) < 0.05)
                    .count();
            assertThat(near).isBetween(540L, 560L);
        }
    }

    /** A round up to half of the time says nothing of the other half, and one that went wrong nothing at all. */
    @Test
    void whatIsNotKnownHasTheMean() {
        try (TimeDensity density = new TimeDensity()) {
            hear(density, TimeGrid.uniform(16, 0.5), t -> 3);
            hear(density, TimeGrid.uniform(16), t -> Double.NaN);
            assertThat(Tensors.doubles(density.memory())).startsWith(3, 3, 3).endsWith(Double.NaN, Double.NaN);
            TimeGrid even = TimeGrid.uniform(12);
            assertThat(density.bend(even).times()).containsExactly(even.times(), within(1e-12));
        }
    }

    /** A round moves what the rounds before it said by a tenth of the way, and is all that is known at first. */
    @Test
    void aRoundIsATenthOfWhatIsKnown() {
        try (TimeDensity density = new TimeDensity()) {
            hear(density, TimeGrid.uniform(16), t -> 10);
            assertThat(Tensors.doubles(density.memory())).containsOnly(10);
            hear(density, TimeGrid.uniform(16, 0.5), t -> 20);
            double[] known = Tensors.doubles(density.memory());
            assertThat(known[0]).isCloseTo(11, within(1e-12));
            assertThat(known[known.length - 1]).isEqualTo(10);
        }
    }
}
