package io.github.dnfs4j.experiment;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Link;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.flow.StepKernel;
import io.github.dnfs4j.flow.Sublattices;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Kernels;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.NetworkSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * Our own CUDA kernels against the operations of libtorch that they replace, on a small Potts model.
 *
 * @param weights the largest difference between exact log weights of the same paths: rounding in fp64
 * @param own the largest error of xi by a bf16 network with our kernels, against fp32; of the network that is worst off
 * @param libtorch the same without them, for that network
 */
public record KernelCheck(double weights, double own, double libtorch) {
    private static final int SIDE = 6;
    private static final int STATES = 3;
    private static final int PATHS = 64;
    private static final double TIME = 0.6;

    /** Whether the differences are those of rounding. */
    public boolean passed() {
        return weights < 1e-8 && own < 2 * libtorch;
    }

    /** Runs it; needs a card. */
    public static KernelCheck run() {
        AnnealingPath path = new AnnealingPath(Potts.lattice(SIDE, STATES, 1.0));
        double weights = 0;
        double own = 0;
        double libtorch = 0;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CUDA)) {
            Tensor x = path.start(PATHS, rng);
            for (RateNet net : networks(path.target(), rng)) {
                try (net) {
                    weights = Math.max(weights, weights(path, net));
                    double[] exact = xi(new Flow(path, net, Precision.FP32), x);
                    Flow rounded = new Flow(path, net, Precision.BF16);
                    double with = difference(xi(rounded, x), exact);
                    double without = Kernels.leftOut(() -> difference(xi(rounded, x), exact));
                    if (with * libtorch >= own * without) {
                        own = with;
                        libtorch = without;
                    }
                }
            }
        }
        return new KernelCheck(weights, own, libtorch);
    }

    /** Both readouts, weights of both directions, and weights that begin at odd places. */
    private static List<RateNet> networks(Target target, Rng rng) {
        return List.of(
                network("letf", false, Readout.ENERGY, false, target, rng),
                network("letf", true, Readout.PLAIN, false, target, rng),
                network("lelattice", true, Readout.ENERGY, true, target, rng));
    }

    private static RateNet network(
            String kind, boolean shared, Readout readout, boolean isotropic, Target target, Rng rng) {
        return new NetworkSettings(kind, 64, 4, 2, shared, readout, false, isotropic)
                .build(target, Optional.of(new int[] {SIDE, SIDE}), rng);
    }

    private static double weights(AnnealingPath path, RateNet net) {
        double largest = 0;
        for (Link link : Link.values()) {
            for (StepKernel kernel : StepKernel.values()) {
                Flow flow = new Flow(path, net, Precision.FP32).linked(link).clipped(2);
                double[] with = weights(flow, kernel);
                largest = Math.max(largest, difference(with, Kernels.leftOut(() -> weights(flow, kernel))));
            }
        }
        return largest;
    }

    private static double[] xi(Flow flow, Tensor x) {
        return Tensors.doubles(flow.at(x, TIME, RateFloor.NONE).xi());
    }

    private static double[] weights(Flow flow, StepKernel kernel) {
        TimeGrid grid = TimeGrid.uniform(32);
        Simulator simulator = new Simulator(
                flow,
                grid,
                kernel,
                new RateFloor(0.5, 1e-3),
                null,
                0,
                Sublattices.of(flow.path().target()).orElse(null));
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CUDA)) {
            return Tensors.doubles(simulator.forward(PATHS, rng, null).weights().exact());
        }
    }

    private static double difference(double[] a, double[] b) {
        double largest = 0;
        for (int k = 0; k < a.length; k++) {
            largest = Math.max(largest, Math.abs(a[k] - b[k]));
        }
        return Arrays.stream(a).allMatch(Double::isFinite) ? largest : Double.POSITIVE_INFINITY;
    }
}
