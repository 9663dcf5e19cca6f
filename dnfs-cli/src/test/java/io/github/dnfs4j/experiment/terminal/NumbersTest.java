package io.github.dnfs4j.experiment.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void theErrorHasTwoDigitsAndTheValueAsManyDecimals() {
        assertThat(Numbers.withError(15.521915, 0.00114)).isEqualTo("15.5219 ± 0.0011");
        assertThat(Numbers.withError(-1.5, 0.25)).isEqualTo("-1.50 ± 0.25");
        assertThat(Numbers.withError(120, 34)).isEqualTo("120 ± 34");
    }

    @Test
    void withoutAnErrorThereAreFourDecimals() {
        assertThat(Numbers.withError(0.98765, Double.NaN)).isEqualTo("0.9877");
        assertThat(Numbers.withError(-0.00001, 0)).isEqualTo("0.0000");
        assertThat(Numbers.withError(Double.NaN, 1)).isEqualTo("–");
    }

    /** The jackknife of states that are all alike leaves 1e-16: neither an error nor what a difference is counted in. */
    @Test
    void anErrorOfRoundingIsNone() {
        assertThat(Numbers.withError(-2, 2.2e-16)).isEqualTo("-2.0000");
        assertThat(Numbers.difference(-2, 2.2e-16, -1.5)).isEqualTo("-0.5000");
        assertThat(Numbers.withError(1, 2e-8)).isEqualTo("1.00000000 ± 0.00000002");
    }

    @Test
    void aDifferenceIsCountedInErrors() {
        assertThat(Numbers.difference(1.02, 0.01, 1)).isEqualTo("+0.020 (2.0 s.e.)");
        assertThat(Numbers.difference(0.5, Double.NaN, 1)).isEqualTo("-0.5000");
        assertThat(Numbers.difference(0.5, 0.1, Double.NaN)).isEmpty();
        assertThat(Numbers.difference(-0.45618, 0.017, -0.45614)).isEqualTo("0.000 (0.0 s.e.)");
    }

    @Test
    void durations() {
        assertThat(Numbers.duration(4.24)).isEqualTo("4.2 s");
        assertThat(Numbers.duration(42.4)).isEqualTo("42 s");
        assertThat(Numbers.duration(59.7)).isEqualTo("1:00");
        assertThat(Numbers.duration(3787)).isEqualTo("1:03:07");
    }
}
