package io.github.dnfs4j.experiment.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> NAMES = List.of("sample", "solve", "completion", "--side", "--sigma");

    @Test
    void slipsAreCounted() {
        assertThat(Nearest.slips("kitten", "sitting")).isEqualTo(3);
        assertThat(Nearest.slips("", "ab")).isEqualTo(2);
    }

    @Test
    void aSlipFindsTheName() {
        assertThat(Nearest.question("smaple", NAMES)).isEqualTo("; did you mean sample?");
        assertThat(Nearest.question("--sids", NAMES)).isEqualTo("; did you mean --side?");
        assertThat(Nearest.question("compl", NAMES)).isEqualTo("; did you mean completion?");
    }

    @Test
    void ofAKeyItsLastPartCounts() {
        List<String> keys = List.of("network.hidden", "network.layers");
        assertThat(Nearest.question("network.hiden", keys)).isEqualTo("; did you mean network.hidden?");
        assertThat(Nearest.question("network.heads", keys)).isEmpty();
    }

    @Test
    void whatIsFarFindsNothing() {
        assertThat(Nearest.question("frobnicate", NAMES)).isEmpty();
        assertThat(Nearest.question("s", NAMES)).isEmpty();
    }
}
