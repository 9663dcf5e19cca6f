package io.github.dnfs4j.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JudgeTest {
    @Test
    void waitsThreeTimesAsLongForEnoughButNotForMore() {
        assertThat(Judge.count(5000)).isEqualTo(2000);
        assertThat(Judge.count(1500)).isEqualTo(1500);
        assertThat(Judge.count(500)).isEqualTo(1000);
        assertThat(Judge.count(200)).isEqualTo(600);
        assertThat(Judge.count(10)).isEqualTo(200);
    }
}
