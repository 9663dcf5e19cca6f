package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.flow.Jumps;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.flow.Steps;
import io.github.dnfs4j.net.Head;
import io.github.dnfs4j.net.LeNet;
import io.github.dnfs4j.net.LeTransformer;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Ising;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is closed leaves no native object behind, and what is forgotten can be seen. In a process of its own without any
 * option of JavaCPP, as that of a user of the library; its heap is large enough never to be collected.
 */
class LeakTest {
    @TempDir
    Path folder;

    @Test
    void closedFlowsLeaveNothingAndForgottenOnesAreSeen() throws Exception {
        long[] said = ChildJava.numbers(folder, Child.class, "-Xmn700m", "-Xmx800m");
        assertThat(said[0]).as("limit of JavaCPP").isZero();
        // A network's constants, here one mask, go with the network itself, when Java collects it.
        assertThat(said[1])
                .as("objects after ten flows that sampled and were closed")
                .isEqualTo(10);
        assertThat(said[2]).as("objects after a flow that was forgotten").isGreaterThan(20);
    }

    /** Prints the limit, and how many native objects more there are after flows that were closed, and that were not. */
    static final class Child {
        public static void main(String[] args) {
            Ising target = Ising.lattice(3, 0.2, 0.1);
            try (Rng rng = Rng.seeded(1, Device.CPU)) {
                use(target, rng).close();
                long before = Pointer.totalCount();
                for (int k = 0; k < 10; k++) {
                    use(target, rng).close();
                }
                long closed = Pointer.totalCount() - before;
                use(target, rng);
                long forgotten = Pointer.totalCount() - before - closed;
                System.out.println(Pointer.maxPhysicalBytes() + " " + closed + " " + forgotten);
            }
        }

        /** A flow that has sampled, forward and backward, by jumps and by steps. */
        private static Flow use(Ising target, Rng rng) {
            LeTransformer.Settings shape = new LeTransformer.Settings(9, 2, 8, 2, 1, false);
            LeNet net = new LeNet(new LeTransformer(shape), Head.of(Readout.ENERGY, 8, 2), rng, ScalarType.Float);
            Flow flow = new Flow(new AnnealingPath(target), net, Precision.FP32);
            Steps steps = Steps.of(flow, TimeGrid.uniform(4), StepRule.EXPONENTIAL, new RateFloor(1, 0));
            for (Simulator simulator : List.of(Jumps.of(flow, 4), steps)) {
                new FlowSampler(simulator, 64).sample(200, rng);
                try (Scope scope = Scope.open()) {
                    simulator.backward(new AnnealingPath(target).start(50, rng), rng);
                }
            }
            return flow;
        }
    }
}
