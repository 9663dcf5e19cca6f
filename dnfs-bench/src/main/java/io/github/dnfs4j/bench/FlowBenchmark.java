package io.github.dnfs4j.bench;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.concurrent.TimeUnit;
import org.bytedeco.pytorch.Tensor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One point of a simulation, and the gradient of the loss, for the paper's leTF on the 10x10 lattice. */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 3, time = 10)
public class FlowBenchmark {
    private static final int SIDE = 10;

    @Param({"64", "128"})
    int hidden = 64;

    private final Target target = Ising.lattice(SIDE, Ising.CRITICAL, 0);
    private final Rng rng = Rng.seeded(1, Device.CPU);
    private final Tensor states = Scope.own(new AnnealingPath(target).start(256, rng));
    private Flow flow = flow(hidden);

    private Flow flow(int width) {
        NetworkSettings settings = new NetworkSettings.Letf(width, 4, 3, false, Readout.PLAIN, false);
        return new Flow(new AnnealingPath(target), settings.build(target, rng), Precision.FP32);
    }

    @Setup
    public void build() {
        flow = flow(hidden);
    }

    /** Rates, weights' ingredients and U of 256 states, on all cores. */
    @Benchmark
    public double point() {
        try (Scope scope = Scope.open()) {
            return flow.at(states, 0.5, RateFloor.NONE).u().sum().item_double();
        }
    }

    /** Forward and backward of 64 states on one core: what one worker does in an optimiser step of 128 on two. */
    @Benchmark
    public double gradient() {
        try (Scope scope = Scope.open()) {
            Tensor loss = flow.xi(states.narrow(0, 0, 64), Tensors.full(0.5, Device.CPU, 64))
                    .square()
                    .mean();
            loss.backward();
            return loss.item_double();
        }
    }
}
