package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Link;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.net.Head;
import io.github.dnfs4j.net.LeNet;
import io.github.dnfs4j.net.LeTransformer;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.settings.Estimator;
import io.github.dnfs4j.settings.Ratios;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Training frees what it makes. It runs in a process of its own, whose Java heap is touched at the start, so that the
 * growth of its resident memory is libtorch's.
 */
class MemoryTest {
    private static final int WARM_UP = 100;
    private static final int STEPS = 300;

    @TempDir
    Path folder;

    /** JavaCPP's collector is off: only scopes free. */
    @Test
    void threeHundredStepsGrowByLessThan50Megabytes() throws Exception {
        long[] said = train("-Xmn16m", "-Xmx64m", "-Dorg.bytedeco.javacpp.noPointerGC=true");
        assertThat(said[0]).as("growth in bytes").isLessThan(50L << 20);
    }

    /**
     * Small tensors leak too slowly to be seen above, so count them. JavaCPP counts when its collector is on, which
     * then has to be kept from cleaning up: the heap is large enough to be collected a few times only.
     */
    @Test
    void everyStepLeavesAsManyNativeObjectsAsTheLast() throws Exception {
        long[] said = train("-Xmn400m", "-Xmx500m", "-Dorg.bytedeco.javacpp.noPointerGC=false");
        assertThat(said[1]).as("native objects").isPositive();
        assertThat(said[2] - said[1]).as("more native objects than before").isLessThan(20);
    }

    private long[] train(String young, String heap, String collector) throws Exception {
        return ChildJava.numbers(
                folder,
                Child.class,
                young,
                heap,
                heap.replace("-Xmx", "-Xms"),
                "-XX:+AlwaysPreTouch",
                collector,
                "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0");
    }

    /** Trains and prints, of the steps after the warm-up, the growth of memory, the fewest and the most objects. */
    static final class Child implements TrainListener {
        private long growth;
        private long fewest = Long.MAX_VALUE;
        private long most;

        public static void main(String[] args) {
            TrainSettings settings = new TrainSettings(
                    new TrainSettings.Budget(WARM_UP + STEPS, 0, 60),
                    new TrainSettings.Optimiser(32, 1e-3, 0, 1, 0, 100, 0.9),
                    new TrainSettings.Paths(32, 5, 2, 8, StepRule.EXPONENTIAL, 1, 1, false, true, true),
                    TrainSettings.Horizon.WHOLE,
                    new TrainSettings.Ladder(List.of(), 1),
                    Estimator.LEARNED,
                    Link.SOFTPLUS,
                    Ratios.EXACT,
                    5);
            LeTransformer.Settings shape = new LeTransformer.Settings(9, 2, 8, 2, 1, false);
            Child child = new Child();
            try (Rng rng = Rng.seeded(1, Device.CPU);
                    LeNet net =
                            new LeNet(new LeTransformer(shape), Head.of(Readout.ENERGY, 8, 2), rng, ScalarType.Float);
                    Trainer trainer = new Trainer(
                            new Flow(new AnnealingPath(Ising.lattice(3, 0.2, 0)), net, Precision.FP32),
                            settings,
                            rng)) {
                trainer.run(child, () -> false);
            }
            System.out.println(child.growth + " " + child.fewest + " " + child.most);
        }

        @Override
        public void step(Step step) {
            if (step.number() == WARM_UP) {
                growth -= Pointer.physicalBytes();
            } else if (step.number() == WARM_UP + STEPS) {
                growth += Pointer.physicalBytes();
            }
            if (step.number() >= WARM_UP) {
                fewest = Math.min(fewest, Pointer.totalCount());
                most = Math.max(most, Pointer.totalCount());
            }
        }
    }
}
