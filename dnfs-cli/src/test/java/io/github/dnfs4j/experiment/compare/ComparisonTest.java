package io.github.dnfs4j.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.settings.TargetKinds;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.ForwardingTarget;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final int SEEDS = 24;

    /** States that were drawn anew from each other are not independent: only batches are, and say how far log Z is off. */
    @Test
    void errorsOfResampledStatesCoverTheTruth() throws IOException {
        int near = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            ComparisonSettings how = new ComparisonSettings(200, 4, null, 1, null, seed);
            Comparison all =
                    Comparison.run(TargetKinds.parse("potts:side=3"), List.of("smc"), how, Device.CPU, line -> {});
            Estimate logZ = Objects.requireNonNull(all.rows().get(0).logZ());
            double off = logZ.value() - Objects.requireNonNull(logZ.reference());
            near += Math.abs(off) < 2 * logZ.standardError() ? 1 : 0;
        }
        // Two errors from four batches cover 86 %; those of single samples were seen to cover half.
        assertThat(near).isGreaterThan(SEEDS * 2 / 3);
    }

    /** A target that owns memory is closed when the last sampler is done with it. */
    @Test
    void theTargetIsClosed() throws IOException {
        AtomicInteger open = new AtomicInteger();
        record Owner(Target inner, AtomicInteger open) implements ForwardingTarget, AutoCloseable {
            @Override
            public Target rows(Tensor index) {
                return this;
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        }
        Target lattice = Potts.lattice(3, 2, 0.5);
        TargetSettings kind = new TargetSettings() {
            @Override
            public String kind() {
                return "owner";
            }

            @Override
            public Target build() {
                open.incrementAndGet();
                return new Owner(lattice, open);
            }
        };
        ComparisonSettings how = new ComparisonSettings(20, 4, null, 1, null, 1);
        Comparison all = Comparison.run(kind, List.of("gibbs", "ais"), how, Device.CPU, line -> {});
        assertThat(all.rows()).hasSize(2);
        assertThat(open).hasValue(0);
    }
}
