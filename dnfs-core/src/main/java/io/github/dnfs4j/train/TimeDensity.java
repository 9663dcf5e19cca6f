package io.github.dnfs4j.train;

import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/**
 * How dense the times of training should lie: near a phase transition the residual is large in a small part of [0, 1], and
 * even times would spend most states elsewhere. What rounds of paths say of the standard deviation {@code s(t)} of xi is
 * averaged in equal parts of [0, 1], and times have the density
 *
 * <pre>{@code q(t) ~ 1 + s(t) / mean of s}</pre>
 *
 * <p>so that no part gets less than half of its even share. Where no path has been yet, s is its mean.
 */
final class TimeDensity implements AutoCloseable {
    private static final int PARTS = 64;
    /** The weight of what was known before a round. */
    private static final double KEPT = 0.9;

    /** s in each part, NaN where it is not known, fp64 [PARTS] on the host: a checkpoint has it. */
    private final Tensor memory;

    TimeDensity() {
        try (Scope scope = Scope.open()) {
            memory = Scope.own(Tensors.full(Double.NaN, Device.CPU, PARTS));
        }
    }

    /** Hears of the standard deviations of xi at the times of a round. */
    void hear(TimeGrid grid, double[] deviations) {
        if (!Arrays.stream(deviations).allMatch(Double::isFinite)) {
            return; // a path went wrong
        }
        double[] s = Tensors.doubles(memory);
        int k = 0;
        for (int part = 0; part < PARTS; part++) {
            double middle = (part + 0.5) / PARTS;
            while (k < grid.steps() - 1 && grid.at(k + 1) < middle) {
                k++;
            }
            if (middle > grid.at(grid.steps())) {
                break;
            }
            double share = (middle - grid.at(k)) / grid.width(k);
            double now = (1 - share) * deviations[k] + share * deviations[k + 1];
            s[part] = Double.isNaN(s[part]) ? now : KEPT * s[part] + (1 - KEPT) * now;
        }
        try (Scope scope = Scope.open()) {
            memory.copy_(Tensors.of(s, Device.CPU, PARTS));
        }
    }

    /** Moves the times of a grid, within its horizon, so that even ones get this density. */
    TimeGrid bend(TimeGrid even) {
        double[] mass = cumulated();
        double horizon = even.at(even.steps());
        double all = at(mass, horizon);
        double[] times = new double[even.steps() + 1];
        int part = 0;
        for (int k = 1; k < even.steps(); k++) {
            double target = all * even.at(k) / horizon;
            while (mass[part + 1] < target) {
                part++;
            }
            times[k] = (part + (target - mass[part]) / (mass[part + 1] - mass[part])) / PARTS;
        }
        times[even.steps()] = horizon;
        return new TimeGrid(times);
    }

    /** The integral of q up to the end of each part, [PARTS + 1]. */
    private double[] cumulated() {
        double[] s = Tensors.doubles(memory);
        double mean = Arrays.stream(s).filter(Double::isFinite).average().orElse(0);
        double[] mass = new double[PARTS + 1];
        for (int part = 0; part < PARTS; part++) {
            mass[part + 1] = mass[part] + 1 + (mean > 0 && Double.isFinite(s[part]) ? s[part] / mean : 1);
        }
        return mass;
    }

    private static double at(double[] mass, double t) {
        int part = Math.min(PARTS - 1, (int) (t * PARTS));
        return mass[part] + (t * PARTS - part) * (mass[part + 1] - mass[part]);
    }

    /** What it remembers. */
    Tensor memory() {
        return memory;
    }

    @Override
    public void close() {
        memory.close();
    }
}
