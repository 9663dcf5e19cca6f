package io.github.dnfs4j.experiment.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {
    private static final List<List<String>> LINES =
            List.of(List.of("name", "one", "two", "three"), List.of("a", "11111", "2", "33"));

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        assertThat(Columns.text(LINES, 2, Integer.MAX_VALUE))
                .isEqualTo("name  one    two  three\na     11111  2    33\n");
        assertThat(Columns.text(LINES, 2, 23)).isEqualTo(Columns.text(LINES, 2, Integer.MAX_VALUE));
    }

    /** No line is broken by the terminal, and each keeps its name. */
    @Test
    void whatHasNoRoomFollowsBelowBehindTheFirstColumn() {
        assertThat(Columns.text(LINES, 2, 22)).isEqualTo("name  one    two\na     11111  2\n\nname  three\na     33\n");
        assertThat(Columns.text(LINES, 2, 1))
                .isEqualTo("name  one\na     11111\n\nname  two\na     2\n\nname  three\na     33\n");
    }
}
