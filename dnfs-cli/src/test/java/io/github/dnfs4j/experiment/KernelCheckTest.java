package io.github.dnfs4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Kernels;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where there is no card, kernels are played by the operations that they replace, with errors of our own. */
class KernelCheckTest {
    @Test
    void kernelsAgreeWithTheOperationsThatTheyReplace() {
        assumeTrue(Device.cudaAvailable() && Kernels.problem().isEmpty());
        KernelCheck check = KernelCheck.run();
        assertThat(check.passed()).as(check.text()).isTrue();
    }

    @Test
    void equalNumbersPass() {
        KernelCheck check = KernelCheck.run(Device.CPU, Supplier::get);
        assertThat(check.passed()).as(check.text()).isTrue();
        assertThat(check.text()).startsWith("own ones work in 17 comparisons");
        assertThat(check.rows().stream().map(KernelCheck.Row::name))
                .doesNotHaveDuplicates()
                .anyMatch(name -> name.startsWith("letf 128") && name.contains("2 states"))
                .anyMatch(name -> name.startsWith("lelattice 64") && name.contains("symmetric, 3 states"));
    }

    /** One wrong number in one comparison is found, wherever it is, and named. */
    @Test
    void aWrongNumberIsReported() {
        int comparisons = KernelCheck.run(Device.CPU, Supplier::get).rows().size();
        for (double error : new double[] {1, Double.NaN, Double.NEGATIVE_INFINITY}) {
            int[] count = {0};
            KernelCheck check = KernelCheck.run(Device.CPU, numbers -> {
                double[] all = numbers.get();
                int k = count[0]++;
                if (k % 4 == 1) {
                    all[all.length - 1] += error;
                }
                return all;
            });
            assertThat(count[0]).isEqualTo(comparisons);
            assertThat(IntStream.range(0, comparisons)
                            .filter(k -> !check.rows().get(k).passed()))
                    .containsExactly(1, 5, 9, 13);
            assertThat(check.passed()).isFalse();
            assertThat(check.text())
                    .startsWith("own ones are WRONG in 4 of 17 comparisons: "
                            + check.rows().get(1).name());
        }
    }

    /** Weights are held to rounding in fp64, networks to the error of bf16. */
    @Test
    void limitsSuitTheNumbers() {
        KernelCheck check = KernelCheck.run(Device.CPU, numbers -> {
            double[] all = numbers.get();
            all[0] += 1e-6;
            return all;
        });
        for (KernelCheck.Row row : check.rows()) {
            assertThat(row.passed()).as(row.toString()).isEqualTo(!row.name().startsWith("log weights"));
        }
    }
}
