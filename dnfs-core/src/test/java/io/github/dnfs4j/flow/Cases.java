package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.net.Head;
import io.github.dnfs4j.net.LeNet;
import io.github.dnfs4j.net.LeTransformer;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.Random;
import java.util.stream.Stream;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.params.provider.Arguments;

/** Small targets with untrained fp64 networks whose rates are of order one and change with the time. */
record Cases(String name, Target target, RateNet net, Link link) {
    static final RateFloor REVERSIBLE = new RateFloor(0.3, 0);
    static final RateFloor CONSTANT = new RateFloor(0, 0.05);

    /** Spins with random couplings and fields: 2^d states. */
    static Cases spins(int d, Readout readout, long seed) {
        Random random = new Random(seed);
        double[][] j = new double[d][d];
        double[] b = new double[d];
        for (int i = 0; i < d; i++) {
            b[i] = 0.2 * random.nextGaussian();
            for (int k = 0; k < i; k++) {
                j[i][k] = j[k][i] = 0.12 * random.nextGaussian();
            }
        }
        return of(d + " spins, " + readout, Ising.of(j, b), readout, seed);
    }

    /** Three sites of three values with a random table: 27 states. */
    static Cases colours(Readout readout, long seed) {
        return of("3 colours, " + readout, Tabulated.random(3, 3, 0.5, seed), readout, seed);
    }

    /** Both sizes of a site, both readouts. */
    static Stream<Cases> all() {
        return Stream.of(
                spins(4, Readout.ENERGY, 1),
                spins(5, Readout.PLAIN, 2),
                colours(Readout.ENERGY, 3),
                colours(Readout.PLAIN, 4));
    }

    /** The same, once for each kernel. */
    static Stream<Arguments> withKernels() {
        return Stream.of(StepRule.values()).flatMap(kernel -> all().map(c -> Arguments.of(c, kernel)));
    }

    /** The same networks with rates both ways. */
    Cases softplus() {
        return new Cases(name + ", softplus", target, net, Link.SOFTPLUS);
    }

    /** Every network with every link. */
    static Stream<Cases> withLinks() {
        return Stream.concat(all(), all().map(Cases::softplus));
    }

    /** Every network with every link, once for each kernel. */
    static Stream<Arguments> withLinksAndKernels() {
        return Stream.of(StepRule.values()).flatMap(kernel -> withLinks().map(c -> Arguments.of(c, kernel)));
    }

    static Cases of(String name, Target target, Readout readout, long seed) {
        int d = target.space().sites();
        int s = target.space().states();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            LeTransformer body = new LeTransformer(new LeTransformer.Settings(d, s, 8, 2, 1, false));
            LeNet net = new LeNet(body, Head.of(readout, 8, s), rng, ScalarType.Double);
            net.parameters().slices(net.parameters().values()).get("head.omega").mul_(scalar(2.0));
            return new Cases(name, target, net, Link.RELU);
        }
    }

    Flow flow() {
        return new Flow(new AnnealingPath(target), net, Precision.FP32).linked(link);
    }

    ExactChain chain(RateFloor floor) {
        return new ExactChain(target, net, floor, link);
    }

    @Override
    public String toString() {
        return name;
    }
}
