package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.net.Context;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What samples say that they cost is what the network was asked, paths that were not drawn again included. */
class PathCostTest {
    /** Counts the states that a network looks at. */
    private record Counted(RateNet net, AtomicLong states) implements RateNet {
        @Override
        public Tensor antisymmetric(Tensor x, Tensor t, Context context) {
            states.addAndGet(x.size(0));
            return net.antisymmetric(x, t, context);
        }

        @Override
        public Parameters parameters() {
            return net.parameters();
        }

        @Override
        public RateNet replica() {
            return new Counted(net.replica(), states);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "0, true", "1, true"})
    void theNetworkIsAskedAsOftenAsIsSaid(double resampleBelow, boolean moves) {
        Cases c = Cases.colours(Readout.PLAIN, 4);
        AtomicLong states = new AtomicLong();
        Flow flow = new Cases(c.name(), c.target(), new Counted(c.net(), states), c.link()).flow();
        @Nullable MarkovKernel between = moves ? new Gibbs() : null;
        Steps steps = Steps.of(flow, TimeGrid.uniform(4), StepRule.EXPONENTIAL, Cases.REVERSIBLE);
        for (Simulator simulator : new Simulator[] {Jumps.of(flow, 3), steps}) {
            try (Rng rng = Rng.seeded(91, Device.CPU)) {
                states.set(0);
                FlowSampler sampler = new FlowSampler(simulator.with(between, resampleBelow), 100);
                long said = sampler.sample(200, rng).cost().networkEvaluations();
                assertThat(said)
                        .as(simulator.getClass().getSimpleName())
                        .isPositive()
                        .isEqualTo(states.get());
            }
        }
    }
}
