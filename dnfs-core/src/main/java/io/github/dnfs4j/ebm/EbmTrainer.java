package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.optim.Clock;
import io.github.dnfs4j.optim.Descent;
import io.github.dnfs4j.optim.Resumable;
import io.github.dnfs4j.optim.SplitGradient;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.target.PairEnergy;
import io.github.dnfs4j.torch.Ranks;
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
 *
 * <p>Several ranks share the batch and the negatives in equal parts, each with chains or paths of its own.
 */
public final class EbmTrainer implements Resumable<EbmTrainer.State>, AutoCloseable {
    static final int EVERY = 20;
    private static final int FREQUENCIES = 10_000;
    private static final int SMALLEST_PART = 16;

    private final EbmSettings settings;
    private final Data data;
    private final Ranks ranks;
    private final int batch;
    private final Rng rng;
    private final EnergyNet net;
    private final SplitGradient<EnergyNet> gradient;
    private final Descent descent;
    private final Clock clock;
    private final Contrast contrast;
    /** Loss, gradient norm and updates left out since the last report, fp64 [3]. */
    private final Tensor sums;

    /** Where a run stands, apart from its tensors. */
    public record State(long steps, double seconds, byte[] generator, ContrastState contrast) {}

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

    /** A trainer of a new energy, by several ranks with a stream each or alone; {@code rng} must live on the device of the data. */
    public EbmTrainer(EbmSettings settings, Data data, Ranks ranks, Rng rng) {
        this.settings = settings;
        this.data = data;
        this.ranks = ranks;
        TrainSettings.Budget budget = settings.fit().budget();
        TrainSettings.Optimiser o = settings.fit().optimiser();
        batch = o.batch() / ranks.size();
        checkDivisible();
        this.rng = rng;
        net = settings.energy().build(data.space(), rng);
        gradient = new SplitGradient<>(net, EnergyNet::replica, EnergyNet::parameters, SMALLEST_PART);
        descent = Descent.averaging(net.parameters(), o.weightDecay(), o.gradientClip(), o.ema(), ranks);
        clock = new Clock(budget.steps(), budget.minutes(), ranks);
        try (Scope scope = Scope.open()) {
            sums = Scope.own(Tensors.zeros(ScalarType.Double, rng.device(), 3));
            contrast = contrast(NeuralEnergy.live(net));
        }
    }

    private void checkDivisible() {
        Method method = settings.method();
        if (ranks.size() > 1 && (method == Method.ALOE || method == Method.ALOE_PLUS || method == Method.EB_GFN)) {
            throw new IllegalArgumentException(method + " trains a sampler that one process knows only");
        }
        int all = settings.fit().optimiser().batch();
        if (all % ranks.size() != 0) {
            throw new IllegalArgumentException(
                    "fit.batch (" + all + ") is that of all processes: it must be a multiple of " + ranks.size());
        }
    }

    private Contrast contrast(NeuralEnergy target) {
        NegativeSettings n = settings.negatives().share(ranks.size());
        return switch (settings.method()) {
            case ED_BERN -> new EnergyDiscrepancy(data.space(), n, false);
            case ED_GRID -> new EnergyDiscrepancy(data.space(), n, true);
            case CD -> new ChainContrast(target, n, null, rng);
            case PCD -> new ChainContrast(target, n, data.train(FREQUENCIES, rng), rng);
            case EB_DNFS -> new FlowContrast(target, settings.sampler(), false, ranks, rng, this::progress);
            case EB_DNFS_MH -> new FlowContrast(target, settings.sampler(), true, ranks, rng, this::progress);
            case ALOE -> new AloeContrast(target, n.count(), false, rng);
            case ALOE_PLUS -> new AloeContrast(target, n.count(), true, rng);
            case EB_GFN -> new GfnContrast(target, settings.gfn(), rng, this::progress);
        };
    }

    /** Trains until the budget is spent or {@code stop} says so; it is asked before each update. */
    public void run(Listener listener, BooleanSupplier stop) {
        clock.start();
        while (clock.goesOn(stop)) {
            step();
            clock.look();
            if (clock.steps() % EVERY == 0) {
                report(listener);
                clock.look();
            }
        }
    }

    @Override
    public double progress() {
        return clock.progress();
    }

    private void step() {
        try (Scope scope = Scope.open()) {
            descent.tell(clock.steps() + 1, settings.fit().optimiser().rate().at(progress()));
            Contrast.Loss loss = contrast.prepare(data.train(batch, rng), rng);
            Descent.Outcome o = descent.step(gradient.of(loss.rows(), (own, from, count) -> {
                Tensor part = loss.part(own, from, count);
                Tensor all = from == 0 ? penalised(own, part) : part;
                all.backward();
                return all.detach().to(ScalarType.Double);
            }));
            sums.add_(stack(0, o.loss(), o.norm(), plus(o.ok().neg(), 1)));
        }
        clock.tick(); // last: what prepares the update is part of its budget
    }

    /** Adds {@code l1 sum |J|} for an Ising matrix, each entry in its share. */
    private Tensor penalised(EnergyNet own, Tensor loss) {
        FitSettings fit = settings.fit();
        if (fit.l1() == 0 || !(own instanceof PairEnergy pairs)) {
            return loss;
        }
        Tensor size = pairs.matrix().abs();
        if (fit.l1Shape() > 0) {
            size = size.div(plus(times(size.detach(), 1 / fit.l1Shape()), 1));
        }
        return loss.add(times(size.sum(), fit.l1()));
    }

    private void report(Listener listener) {
        double[] values = Tensors.doubles(sums);
        try (Scope scope = Scope.open()) {
            sums.zero_();
        }
        descent.check();
        data.check();
        listener.report(new Report(clock.steps(), progress(), values[0] / EVERY, values[1] / EVERY, contrast.report()));
    }

    @Override
    public Map<String, Tensor> tensors() {
        Map<String, Tensor> all = new TreeMap<>(contrast.tensors());
        all.putAll(descent.state());
        all.put("sums", sums);
        return all;
    }

    @Override
    public State saved() {
        return new State(clock.steps(), clock.seconds(), rng.state(), contrast.saved());
    }

    @Override
    public void restore(State saved) {
        clock.set(saved.steps(), saved.seconds());
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
        return descent.average();
    }

    @Override
    public long steps() {
        return clock.steps();
    }

    @Override
    public double seconds() {
        return clock.seconds();
    }

    @Override
    public void close() {
        contrast.close();
        descent.close();
        sums.close();
        gradient.close();
        net.close();
    }
}
