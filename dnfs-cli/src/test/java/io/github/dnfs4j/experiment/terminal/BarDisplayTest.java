package io.github.dnfs4j.experiment.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BarDisplayTest {
    private static final String STATE = "loss 0.01234  ESS 0.912 (t<0.50)  left 1 h 10 min";

    private static String at(int width) {
        return BarDisplay.line(width, 0.5, "1234/100000 steps", STATE);
    }

    @Test
    void eightyColumnsKeepLossEssAndTimeLeft() {
        assertThat(at(79)).hasSizeLessThanOrEqualTo(79).endsWith(STATE).contains(" 50 %", "1234/100000 steps");
    }

    @Test
    void whatIsNarrowerLosesTheCountBeforeTheState() {
        assertThat(at(60)).hasSizeLessThanOrEqualTo(60).endsWith(STATE).doesNotContain("steps");
        assertThat(at(20)).isEqualTo(STATE.substring(0, 20));
    }

    @Test
    void aWideTerminalHasAHalfFilledBar() {
        String line = at(120);
        assertThat(line).hasSize(120).startsWith("[=");
        assertThat(line.chars().filter(c -> c == '=').count()).isBetween(10L, 30L);
    }
}
