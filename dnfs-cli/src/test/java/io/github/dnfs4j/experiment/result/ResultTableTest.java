package io.github.dnfs4j.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.report.RunReport.ResultRow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTableTest {
    /** With the longest numbers there usually are. */
    @Test
    void aTerminalOfEightyHasRoomForAllColumns() {
        List<ResultRow> rows = new ArrayList<>();
        for (Quantity q : Quantity.values()) {
            rows.add(ResultTable.row(q, new Estimate(-2.1501061, 0.000075, -2.1501501)));
        }
        rows.add(ResultTable.row(Quantity.LOG_Z, new Estimate(536.1384, 0.0041, 536.1446)));
        rows.add(new ResultRow(Quantity.ESS_TRAPEZOID.label(), "0.9972", "", "1,000 paths, 128 steps"));
        assertThat(ResultTable.text(rows).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void callsHaveNoMoreDigitsThanTheyDeserve() {
        assertThat(ResultTable.row(Quantity.NETWORK_CALLS, Estimate.of(45.944, Double.NaN))
                        .value())
                .isEqualTo("45.9");
        assertThat(ResultTable.row(Quantity.NETWORK_CALLS, Estimate.of(33.006, 0.036))
                        .value())
                .isEqualTo("33.006 ± 0.036");
    }
}
