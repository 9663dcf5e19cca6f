package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.optim.AdamW;
import io.github.dnfs4j.optim.DivergedException;
import io.github.dnfs4j.optim.MovingAverage;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The loop around every {@link Method}: draw data, let the method prepare a loss, take its gradient on all cores, and
 * update the energy and the moving average of its weights. Nothing is read back from a device but once in
 * {@value #EVERY} updates.
 */
public final class EbmTrainer implements AutoCloseable {
    static final int EVERY = 20;
    private static final int FREQUENCIES = 10_000;

    private final EbmSettings settings;
    private final Data data;
    private final Rng rng;
    private final EnergyNet net;
    private final EnergyGradient gradient;
    private final AdamW optimiser;
    private final MovingAverage average;
    private final Contrast contrast;
    /** Loss, gradient norm and updates left out since the last report, fp64 [3]. */
    private final Tensor sums;

    private long steps;
    private double seconds;

    /** What happened in the last updates. */
    public interface Listener {
        void report(Report report);
    }

    /**
     * Means over the updates since the last report.
     *
     * @param step updates so far
     * @param progress of the run, 0 to 1
     * @param loss of the method
     * @param gradientNorm before clipping
     * @param more what else the method knows
     */
    public record Report(long step, double progress, double loss, double gradientNorm, Map<String, Double> more) {}

    /** A trainer of a new energy; {@code rng} must live on the device of the data. */
    public EbmTrainer(EbmSettings settings, Data data, Rng rng) {
        this.settings = settings;
        this.data = data;
        this.rng = rng;
        net = settings.energy().build(data.space(), rng);
        gradient = new EnergyGradient(net, settings.fit());
        optimiser = new AdamW(net.parameters(), settings.fit().weightDecay());
        average = new MovingAverage(net.parameters().values(), settings.fit().ema());
        try (Scope scope = Scope.open()) {
            sums = Scope.own(Tensors.zeros(ScalarType.Double, rng.device(), 3));
            contrast = contrast(NeuralEnergy.live(net));
        }
    }

    private Contrast contrast(NeuralEnergy target) {
        NegativeSettings n = settings.negatives();
        return switch (settings.method()) {
            case ED_BERN -> new EnergyDiscrepancy(data.space(), n, false);
            case ED_GRID -> new EnergyDiscrepancy(data.space(), n, true);
            case CD -> new ChainContrast(target, n, null, rng);
            case PCD -> ChainContrast.persistent(target, n, data.train(FREQUENCIES, rng), rng);
            case EB_DNFS -> new FlowContrast(target, settings.sampler(), false, rng, this::progress);
            case EB_DNFS_MH -> new FlowContrast(target, settings.sampler(), true, rng, this::progress);
            case ALOE -> new AloeContrast(target, n.count(), false, rng);
            case ALOE_PLUS -> new AloeContrast(target, n.count(), true, rng);
            case EB_GFN -> new GfnContrast(target, settings.gfn(), rng, this::progress);
        };
    }

    /** Trains until the budget is spent or {@code stop} says so; it is asked before each update. */
    public void run(Listener listener, BooleanSupplier stop) {
        long start = System.nanoTime();
        double before = seconds;
        while (progress() < 1 && !stop.getAsBoolean()) {
            step();
            seconds = before + (System.nanoTime() - start) / 1e9;
            if (steps % EVERY == 0) {
                report(listener);
                seconds = before + (System.nanoTime() - start) / 1e9;
            }
        }
    }

    /** Share of the budget spent, 0 to 1. */
    public double progress() {
        FitSettings fit = settings.fit();
        double p = fit.steps() > 0 ? (double) steps / fit.steps() : seconds / 60 / fit.minutes();
        return Math.min(1, p);
    }

    private void step() {
        double rate = settings.fit().rate(progress());
        try (Scope scope = Scope.open()) {
            Tensor x = data.train(settings.fit().batch(), rng);
            Tensor loss = gradient.of(contrast.prepare(x, rng));
            Tensor norm = net.parameters().gradients().norm().to(ScalarType.Double);
            Tensor ok = loss.isfinite().logical_and(norm.isfinite()).to(ScalarType.Double);
            Tensor clip = AdamW.clipping(net.parameters(), settings.fit().gradientClip());
            optimiser.update(Tensors.full(rate, rng.device()), clip, ok);
            average.update(net.parameters().values(), times(ok, average.share(steps + 1)));
            sums.add_(stack(0, loss, norm, plus(ok.neg(), 1)));
        }
        steps++; // last: what prepares the update is part of its budget
    }

    private void report(Listener listener) {
        double[] values = Tensors.doubles(sums);
        try (Scope scope = Scope.open()) {
            sums.zero_();
        }
        if (values[2] >= EVERY) {
            throw new DivergedException("training diverged: the last " + EVERY
                    + " losses or gradients were not finite; try a smaller learning rate");
        }
        data.check();
        listener.report(new Report(steps, progress(), values[0] / EVERY, values[1] / EVERY, contrast.report()));
    }

    /** All tensors that decide how the run goes on. */
    Map<String, Tensor> tensors() {
        Map<String, Tensor> all = new TreeMap<>(contrast.tensors());
        all.putAll(optimiser.state());
        all.put("weights", net.parameters().values());
        all.put("weights.average", average.average());
        all.put("sums", sums);
        return all;
    }

    EbmProgress saved() {
        return new EbmProgress(steps, seconds, rng.state(), contrast.saved());
    }

    void restore(EbmProgress saved) {
        steps = saved.steps();
        seconds = saved.seconds();
        contrast.restore(saved.contrast());
        rng.restore(saved.generator());
    }

    EnergyNet net() {
        return net;
    }

    Contrast contrast() {
        return contrast;
    }

    /** The moving average of the energy's weights, flat. */
    Tensor averagedWeights() {
        return average.average();
    }

    public long steps() {
        return steps;
    }

    public double seconds() {
        return seconds;
    }

    @Override
    public void close() {
        contrast.close();
        optimiser.close();
        average.close();
        sums.close();
        gradient.close();
        net.close();
    }
}
