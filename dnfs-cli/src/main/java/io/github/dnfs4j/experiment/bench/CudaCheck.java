package io.github.dnfs4j.experiment.bench;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.flow.Jumps;
import io.github.dnfs4j.flow.Link;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.flow.Steps;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.optim.Descent;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.torch.CudaCode;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tape;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;

/**
 * Our own CUDA kernels against the operations of libtorch that they replace, on small Potts models. Two things are
 * compared: exact log weights of the same paths, which are fp64 and may differ by rounding, and xi by a bf16 network with
 * the gradient of its mean square, whose errors against fp32 may be twice those of libtorch's bf16. Gradients through the
 * rates alone and steps of the optimiser may differ by the rounding of fp32. Jumps as they run there are held against
 * enumeration.
 */
public record CudaCheck(List<Row> rows) {
    private static final int PATHS = 64;
    private static final int STEPS = 8;
    private static final double TIME = 0.6;
    private static final double ROUNDING = 1e-8;
    /** Of fp32, for numbers of the order of 1. */
    private static final double SINGLE = 1e-4;

    private static final int CELLS = 4;
    private static final double ERRORS = 5;

    /** Lattices of d = 25 and 36, neither of which fills the warps of a card. */
    private static final List<Case> CASES = List.of(
            new Case(6, 3, new NetworkSettings.Letf(64, 4, 2, false, Readout.ENERGY, false)),
            new Case(5, 2, new NetworkSettings.Letf(64, 2, 1, true, Readout.PLAIN, false)),
            new Case(5, 3, new NetworkSettings.Letf(128, 4, 1, true, Readout.PLAIN, false)),
            new Case(6, 2, new NetworkSettings.Letf(128, 4, 1, false, Readout.ENERGY, false)),
            new Case(5, 3, new NetworkSettings.Letf(64, 4, 1, true, Readout.ENERGY, true)),
            new Case(5, 2, new NetworkSettings.Lelattice(64, 1, Readout.ENERGY, false, false)),
            new Case(6, 3, new NetworkSettings.Lelattice(128, 2, Readout.PLAIN, false, true)),
            new Case(6, 3, new NetworkSettings.Lelattice(64, 1, Readout.ENERGY, true, true)),
            new Case(5, 2, new NetworkSettings.Lelattice(128, 1, Readout.PLAIN, true, false)));

    /** A network on the Potts model of a periodic square. */
    private record Case(int side, int states, NetworkSettings network) {
        String name() {
            return network.kind() + " " + network.hidden() + " " + network.readout()
                    + (network.symmetric() ? " symmetric" : "") + ", " + states + " states, d " + side * side;
        }

        AnnealingPath path() {
            return new AnnealingPath(Potts.lattice(side, states, 1.0));
        }

        RateNet build(AnnealingPath path, Rng rng) {
            return network.build(path.target(), rng);
        }
    }

    /** What was compared, the largest difference and what it must stay below. */
    public record Row(String name, double difference, double limit) {
        public boolean passed() {
            return Double.isFinite(limit) && difference < limit;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s off by %.2g, limit %.2g", name, difference, limit);
        }
    }

    /** How numbers are computed: with our kernels or without. */
    interface Way {
        double[] compute(Supplier<double[]> numbers);
    }

    /** Runs it; needs a card. */
    public static CudaCheck run() {
        return run(Device.CUDA, Supplier::get);
    }

    /** Holds one way of computing against libtorch's. */
    static CudaCheck run(Device device, Way own) {
        List<Row> rows = new ArrayList<>();
        try (Rng rng = Rng.seeded(1, device)) {
            for (Case c : CASES) {
                AnnealingPath path = c.path();
                try (Scope scope = Scope.open();
                        RateNet net = c.build(path, rng)) {
                    Tensor x = path.start(PATHS, rng);
                    double[] exact = xi(new Flow(path, net, Precision.FP32), x);
                    Flow rounded = new Flow(path, net, Precision.BF16);
                    double with = difference(own.compute(() -> xi(rounded, x)), exact);
                    rows.add(new Row(c.name(), with, 2 * difference(libtorch(() -> xi(rounded, x)), exact)));
                    rows.add(gradients(c.name(), path, net, x, own));
                }
            }
            // Of a step the kernels see rates alone, whatever network they come from.
            rows.addAll(weights(CASES.get(5), own, rng));
            rows.addAll(weights(CASES.get(7), own, rng));
            rows.addAll(steps(CASES.get(5), own, rng));
            for (Link link : Link.values()) {
                rows.add(jumps(link, own, rng));
            }
        }
        return new CudaCheck(rows);
    }

    /** As parts of the largest. With a smooth link: rounding would move some G across the kink of the other. */
    private static Row gradients(String name, AnnealingPath path, RateNet net, Tensor x, Way own) {
        Flow flow = new Flow(path, net, Precision.FP32).linked(Link.SOFTPLUS).clipped(2);
        double[] exact = libtorch(() -> gradient(flow, x));
        Flow rounded = new Flow(path, net, Precision.BF16).linked(Link.SOFTPLUS).clipped(2);
        Supplier<double[]> numbers = () -> divided(gradient(rounded, x), largest(exact));
        double[] goal = divided(exact, largest(exact));
        double with = difference(own.compute(numbers), goal);
        return new Row("gradient, " + name, with, 2 * difference(libtorch(numbers), goal));
    }

    /** Of the mean of xi^2 in all weights. */
    private static double[] gradient(Flow flow, Tensor x) {
        Tensor gradients = flow.net().parameters().gradients();
        try (Scope scope = Scope.open();
                Tape tape = Tape.open(Tensors.device(x))) {
            gradients.zero_();
            Tensor t = Tensors.full(TIME, Tensors.device(x), x.size(0));
            tape.backward(flow.xi(x, t).square().mean());
            return Tensors.doubles(gradients);
        }
    }

    /** Gradients of an fp32 network, whose rates alone are ours, and the weights after some steps along them. */
    private static List<Row> steps(Case c, Way own, Rng rng) {
        List<Row> rows = new ArrayList<>();
        AnnealingPath path = c.path();
        try (Scope scope = Scope.open();
                RateNet net = c.build(path, rng)) {
            Tensor x = path.start(PATHS, rng);
            for (Link link : Link.values()) {
                Flow flow = new Flow(path, net, Precision.FP32).linked(link).clipped(2);
                double[] exact = libtorch(() -> gradient(flow, x));
                Supplier<double[]> numbers = () -> divided(gradient(flow, x), largest(exact));
                double off = difference(own.compute(numbers), libtorch(numbers));
                rows.add(new Row("gradient of rates, " + link, off, SINGLE));
            }
            Tensor first = net.parameters().values().clone();
            Supplier<double[]> trained = () -> trained(net.parameters(), first);
            double off = difference(own.compute(trained), libtorch(trained));
            rows.add(new Row("weights after " + STEPS + " steps", off, SINGLE));
        }
        return rows;
    }

    /** From the first weights along the same gradients again and again, one of which is not finite; with the average. */
    private static double[] trained(Parameters p, Tensor first) {
        try (Scope scope = Scope.open();
                Descent descent = Descent.averaging(p, 0.1, 0.5, 0.9, Ranks.ALONE)) {
            p.values().copy_(first);
            Tensor gradients = p.gradients().clone();
            for (int k = 1; k <= STEPS; k++) {
                p.gradients().copy_(gradients.mul(Ops.scalar(k == 3 ? Double.NaN : k)));
                descent.tell(k, 0.01);
                descent.step(Tensors.full(1, Tensors.device(first)));
            }
            p.gradients().copy_(gradients);
            return Tensors.doubles(Ops.cat(0, p.values(), descent.average()));
        }
    }

    private static double[] divided(double[] a, double by) {
        return Arrays.stream(a).map(v -> v / by).toArray();
    }

    private static double largest(double[] a) {
        return Arrays.stream(a).map(Math::abs).max().orElseThrow();
    }

    private static List<Row> weights(Case c, Way own, Rng rng) {
        AnnealingPath path = c.path();
        List<Row> rows = new ArrayList<>();
        try (RateNet net = c.build(path, rng)) {
            for (Link link : Link.values()) {
                Flow flow = new Flow(path, net, Precision.FP32).linked(link).clipped(2);
                for (StepRule rule : StepRule.values()) {
                    Supplier<double[]> numbers = () -> weights(flow, rule, rng.device());
                    rows.add(new Row(
                            "log weights, " + link + ", " + rule + ", " + c.states() + " states",
                            difference(own.compute(numbers), libtorch(numbers)),
                            ROUNDING));
                }
            }
        }
        return rows;
    }

    /** Jumps, recorded and refilled on a card, against enumeration: log Z, in standard errors. */
    private static Row jumps(Link link, Way own, Rng rng) {
        Potts target = Potts.lattice(3, 2, 0.7);
        AnnealingPath path = new AnnealingPath(target);
        NetworkSettings network = new NetworkSettings.Lelattice(64, 1, Readout.ENERGY, false, false);
        try (RateNet net = network.build(target, rng)) {
            Flow flow = new Flow(path, net, Precision.FP32).linked(link);
            double[] w = own.compute(() -> new FlowSampler(Jumps.of(flow, CELLS), PATHS)
                    .sample(16 * PATHS, rng)
                    .logWeights());
            double off = Weights.logMean(w) - Enumeration.of(target).logZ();
            return new Row("log Z by jumps, " + link, Math.abs(off) / Weights.logMeanStandardError(w), ERRORS);
        }
    }

    private static double[] libtorch(Supplier<double[]> numbers) {
        return CudaCode.leftOut(numbers);
    }

    private static double[] xi(Flow flow, Tensor x) {
        try (Scope scope = Scope.open()) {
            return Tensors.doubles(flow.at(x, TIME, RateFloor.NONE).xi());
        }
    }

    private static double[] weights(Flow flow, StepRule rule, Device device) {
        RateFloor floor = new RateFloor(0.5, 1e-3);
        Steps simulator = Steps.of(flow, TimeGrid.uniform(STEPS), rule, floor);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, device)) {
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

    /** Whether all differences are those of rounding. */
    public boolean passed() {
        return rows.stream().allMatch(Row::passed);
    }

    /** In a line: what is wrong, or what comes nearest to its limit. */
    public String text() {
        List<String> wrong =
                rows.stream().filter(r -> !r.passed()).map(Row::toString).toList();
        if (!wrong.isEmpty()) {
            return "own ones are WRONG in " + wrong.size() + " of " + rows.size() + " comparisons: "
                    + String.join("; ", wrong);
        }
        Row nearest = rows.stream()
                .max(Comparator.comparing(r -> r.difference() / r.limit()))
                .orElseThrow();
        return "own ones work in " + rows.size()
                + " comparisons with libtorch's and enumeration; nearest to its limit: " + nearest;
    }
}
