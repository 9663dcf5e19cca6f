package io.github.dnfs4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Kernels;
import org.junit.jupiter.api.Test;

/** Runs only where there is a card; elsewhere the operations that our kernels replace are what all tests test. */
class KernelCheckTest {
    @Test
    void kernelsAgreeWithTheOperationsThatTheyReplace() {
        assumeTrue(Device.cudaAvailable() && Kernels.problem().isEmpty());
        assertThat(KernelCheck.run()).matches(KernelCheck::passed);
    }

    @Test
    void anErrorDoesNotPass() {
        assertThat(new KernelCheck(1e-12, 0.03, 0.02).passed()).isTrue();
        assertThat(new KernelCheck(1e-3, 0.03, 0.02).passed()).isFalse();
        assertThat(new KernelCheck(1e-12, 0.3, 0.02).passed()).isFalse();
        assertThat(new KernelCheck(Double.NaN, 0.03, 0.02).passed()).isFalse();
    }
}
