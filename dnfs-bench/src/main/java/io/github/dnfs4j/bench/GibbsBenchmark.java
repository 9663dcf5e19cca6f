package io.github.dnfs4j.bench;

import io.github.dnfs4j.mcmc.ColouredGibbs;
import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.PairGibbs;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.concurrent.TimeUnit;
import org.bytedeco.pytorch.Tensor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Single-site Gibbs updates a microsecond (so: millions a second) of 256 chains of the critical 10x10 lattice. Seen on
 * two cores: loops 112, chequerboard 9, sites 2.6.
 */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 3)
public class GibbsBenchmark {
    private static final int SIDE = 10;
    private static final int CHAINS = 256;
    private static final int SWEEPS = 16;
    private static final int UPDATES = SIDE * SIDE * CHAINS * SWEEPS;

    private final AnnealingPath path = new AnnealingPath(Ising.lattice(SIDE, Ising.CRITICAL, 0));
    private final Rng rng = Rng.seeded(1, Device.CPU);
    private final Tensor states = Scope.own(path.start(CHAINS, rng));

    /** In plain loops. */
    @Benchmark
    @OperationsPerInvocation(UPDATES)
    public void loops() {
        step(new PairGibbs().repeated(SWEEPS));
    }

    /** By tensor operations, half the lattice at once. */
    @Benchmark
    @OperationsPerInvocation(UPDATES)
    public void chequerboard() {
        step(ColouredGibbs.of(Ising.lattice(SIDE, Ising.CRITICAL, 0).pairs()).repeated(SWEEPS));
    }

    /** By tensor operations, site by site. */
    @Benchmark
    @OperationsPerInvocation(UPDATES)
    public void sites() {
        step(new Gibbs().repeated(SWEEPS));
    }

    private void step(MarkovKernel kernel) {
        try (Scope scope = Scope.open()) {
            states.copy_(kernel.step(path.target(), states, 1, rng));
        }
    }
}
