package io.github.dnfs4j.experiment.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dnfs4j.torch.CudaCode;
import io.github.dnfs4j.torch.Device;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Where there is no card, kernels are played by the operations that they replace, with errors of our own. */
class CudaCheckTest {
    @Test
    void kernelsAgreeWithTheOperationsThatTheyReplace() {
        assumeTrue(Device.cudaAvailable() && CudaCode.problem().isEmpty());
        CudaCheck check = CudaCheck.run();
        assertThat(check.passed()).as(check.text()).isTrue();
    }

    @Test
    void equalNumbersPass() {
        CudaCheck check = CudaCheck.run(Device.CPU, Supplier::get);
        assertThat(check.passed()).as(check.text()).isTrue();
        assertThat(check.text()).startsWith("own ones work in 31 comparisons");
        assertThat(check.rows().stream().map(CudaCheck.Row::name))
                .doesNotHaveDuplicates()
                .anyMatch(name -> name.startsWith("letf 128") && name.contains("2 states"))
                .anyMatch(name -> name.startsWith("lelattice 64") && name.contains("symmetric, 3 states"));
    }

    /** One wrong number is found wherever it is, and named; rounding passes in bf16 and not in fp64. */
    @Test
    void aWrongNumberIsReported() {
        double[] errors = {0, 1, 1e-6, Double.NaN};
        int[] count = {0};
        CudaCheck check = CudaCheck.run(Device.CPU, numbers -> {
            double[] all = numbers.get();
            all[all.length - 1] += errors[count[0]++ % errors.length];
            return all;
        });
        List<CudaCheck.Row> rows = check.rows();
        assertThat(count[0]).isEqualTo(rows.size()).isEqualTo(31);
        // The last two are means of many paths, which one number hardly moves.
        for (int k = 0; k < 29; k++) {
            CudaCheck.Row row = rows.get(k);
            double error = errors[k % errors.length];
            boolean small = error < (row.name().startsWith("log weights") ? 1e-9 : 1e-5);
            assertThat(row.passed()).as(row.toString()).isEqualTo(small);
        }
        assertThat(check.passed()).isFalse();
        assertThat(check.text())
                .startsWith("own ones are WRONG in 16 of 31 comparisons: "
                        + rows.get(1).name());
    }
}
