package io.github.dnfs4j.experiment.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalWidthTest {
    @ParameterizedTest
    @CsvSource({"24 132, 132", "24 80, 80", "0 0, 80", "'', 80", "24 x, 80", "1 123456789012, 80"})
    void whatSttySaysOrTheUsual(String size, int columns) {
        assertThat(TerminalWidth.parse(size)).isEqualTo(columns);
    }
}
