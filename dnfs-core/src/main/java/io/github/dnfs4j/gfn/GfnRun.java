package io.github.dnfs4j.gfn;

import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.run.Beginning;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.run.RunWriter;
import io.github.dnfs4j.run.Training;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Trains a GFlowNet inside a run folder, from which an interrupted run goes on as if nothing had happened. */
public final class GfnRun implements Training {
    /** Between two checkpoints, which hold a few weights. */
    private static final double SECONDS = 10;
    /** Steps between two lines of metrics. */
    private static final int EVERY = 20;

    private final FolderLock lock;
    private final Rng rng;
    private final GfnModel model;
    private final GfnTrainer trainer;
    private final RunWriter writer;

    private GfnRun(Path folder, GfnModel.Settings settings, FolderLock lock) throws IOException {
        this.lock = lock;
        rng = Rng.seeded(settings.seed(), Device.parse(settings.device()));
        model = new GfnModel(settings, settings.target().build(folder), rng);
        trainer = new GfnTrainer(model.target(), model.policy(), settings.gfn(), rng);
        try {
            Optional<Beginning> begun = Beginning.kept(folder);
            if (begun.isPresent()) {
                model.take(Beginning.file(folder), begun.get().weights());
                trainer.logZ(model.logZ());
            }
            writer = new RunWriter(folder, Ranks.ALONE, settings, trainer, this::write, SECONDS);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
        model.take(trainer);
    }

    /** Begins a run in a folder that must not exist yet. */
    public static GfnRun create(Path folder, TargetSettings target, GfnSettings gfn, long seed, Device device)
            throws IOException {
        GfnModel.Settings settings = new GfnModel.Settings(target, gfn, seed, device.toString());
        return RunFolder.create(folder, Kind.GFN, settings, target::store, GfnRun::resume);
    }

    /** Begins a run with the weights of a trained GFlowNet, whose network {@code gfn} has, in place of random ones. */
    public static GfnRun create(
            Path folder, TargetSettings target, GfnSettings gfn, Path model, long seed, Device device)
            throws IOException {
        GfnModel.Settings settings = new GfnModel.Settings(target, gfn, seed, device.toString());
        Beginning weights = Beginning.of(model, Kind.GFN, GfnModel::read);
        return RunFolder.create(
                folder,
                Kind.GFN,
                settings,
                made -> {
                    target.store(made);
                    weights.keep(made);
                },
                GfnRun::resume);
    }

    /** Continues the run of a folder from its newest checkpoint, or from the start where it has none. */
    public static GfnRun resume(Path folder) throws IOException {
        GfnModel.Settings settings = GfnModel.settings(folder);
        return RunFolder.open(folder, lock -> {
            RunFolder.checkGoesOn(folder);
            return new GfnRun(folder, settings, lock);
        });
    }

    /** Continues the run of a folder up to another number of steps or of minutes, see {@link RunFolder#prolong}. */
    public static GfnRun resume(Path folder, int steps, double minutes) throws IOException {
        GfnModel.Settings longer = GfnModel.settings(folder).withBudget(steps, minutes);
        return RunFolder.prolong(folder, Kind.GFN, longer, lock -> new GfnRun(folder, longer, lock), shorter -> {});
    }

    /** Trains until the budget is spent or {@code stop} says so, and leaves a checkpoint in either case. */
    public void train(GfnTrainer.Listener listener, BooleanSupplier stop) throws IOException {
        writer.run(() -> trainer.run(
                (number, loss, logZ) -> {
                    if (trainer.steps() % EVERY == 0) {
                        writer.write(trainer.steps(), Map.of("loss", loss, "logZ", logZ));
                    }
                    listener.step(number, loss, logZ);
                    writer.saveWhenDue();
                },
                stop));
        model.take(trainer);
    }

    private void write(Path checkpoint) throws IOException {
        model.take(trainer);
        model.write(checkpoint);
    }

    /** What was trained so far; closed with the run. */
    public GfnModel model() {
        return model;
    }

    /** Where its random numbers come from, which go on behind those of the training. */
    public Rng rng() {
        return rng;
    }

    @Override
    public GfnTrainer trainer() {
        return trainer;
    }

    @Override
    public void close() {
        trainer.close();
        model.close();
        rng.close();
        lock.close();
    }
}
