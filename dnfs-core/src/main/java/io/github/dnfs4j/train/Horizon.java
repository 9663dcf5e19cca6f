package io.github.dnfs4j.train;

import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * How far paths go. On the path {@code p_t ~ exp(-t beta E)} time is inverse temperature: paths up to the time h see what
 * those of a target of inverse temperature {@code h beta} see, so a growing horizon anneals the temperature.
 *
 * <p>The linear one grows with the progress of the run, from {@code horizonStart} to 1 within a share
 * {@code horizonGrowth} of it. The adaptive one grows by a sixteenth of the grid whenever the mean loss of a round is no
 * longer clearly below the best one seen at this horizon. It is never behind a linear one that takes half as long again
 * of what is left of the run, so that the end of the path is learnt as well.
 */
public final class Horizon implements AutoCloseable {
    private static final double CLEARLY = 0.95;
    private static final int PARTS = 16;

    private final TrainSettings settings;
    private final boolean adaptive;
    private int reached;
    private double best = Double.POSITIVE_INFINITY;
    private double losses;
    private int heard;

    /** For a checkpoint: the four numbers above, fp64 [4] on the host. */
    private final Tensor memory;

    private Horizon(TrainSettings settings, boolean adaptive) {
        this.settings = settings;
        this.adaptive = adaptive;
        reached = steps(settings.horizon().start());
        try (Scope scope = Scope.open()) {
            memory = Scope.own(Tensors.zeros(ScalarType.Double, Device.CPU, 4));
        }
    }

    public static Horizon linear(TrainSettings settings) {
        return new Horizon(settings, false);
    }

    public static Horizon adaptive(TrainSettings settings) {
        return new Horizon(settings, true);
    }

    /** Hears of the loss of a step. */
    void hear(double loss) {
        if (Double.isFinite(loss)) {
            losses += loss;
            heard++;
        }
    }

    /** The steps of the grid that the paths of the next round make, at a progress of the run, 0 to 1. */
    int next(double progress) {
        double loss = heard == 0 ? Double.NaN : losses / heard;
        losses = 0;
        heard = 0;
        double growth = settings.horizon().growth();
        if (!adaptive) {
            return linear(progress, growth);
        }
        int all = settings.paths().timeSteps();
        if (loss >= CLEARLY * best) {
            reached = Math.min(all, reached + Math.max(1, all / PARTS));
            best = Double.POSITIVE_INFINITY;
        } else if (loss < best) {
            best = loss;
        }
        reached = Math.max(reached, linear(progress, (1 + growth) / 2));
        return reached;
    }

    private int linear(double progress, double growth) {
        double start = settings.horizon().start();
        return steps(progress >= growth ? 1 : start + (1 - start) * progress / growth);
    }

    private int steps(double horizon) {
        return Math.max(1, (int) Math.round(horizon * settings.paths().timeSteps()));
    }

    /** What it remembers, as things are now. */
    Tensor memory() {
        try (Scope scope = Scope.open()) {
            memory.copy_(Tensors.of(new double[] {reached, best, losses, heard}, Device.CPU, 4));
        }
        return memory;
    }

    /** Remembers what the tensor says. */
    void restore() {
        double[] m = Tensors.doubles(memory);
        reached = (int) m[0];
        best = m[1];
        losses = m[2];
        heard = (int) m[3];
    }

    @Override
    public void close() {
        memory.close();
    }
}
