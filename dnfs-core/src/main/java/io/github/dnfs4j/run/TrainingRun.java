package io.github.dnfs4j.run;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.io.durable.IOConsumer;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.settings.FamilySettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.TargetCheck;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.FamilyInstances;
import io.github.dnfs4j.train.Horizon;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Trains a model inside a run folder, from which an interrupted run goes on as if nothing had happened. Of several ranks
 * the first has the folder, and the others {@link #follow}.
 */
public final class TrainingRun implements Training {
    private final Path folder;
    private final @Nullable FolderLock lock;
    private final Ranks ranks;
    private final Rng rng;
    private final Model model;
    /** Of a family that is trained as a whole. */
    private final @Nullable FamilyInstances drawn;

    private final Trainer trainer;
    private final RunWriter writer;

    private TrainingRun(
            Path folder, RunSettings settings, Target target, boolean closes, @Nullable FolderLock lock, Ranks ranks)
            throws IOException {
        TargetCheck.of(target, settings.hardware());
        this.folder = folder;
        this.lock = lock;
        this.ranks = ranks;
        if (ranks.first()) {
            Handout.give(ranks, folder, Kind.FLOW, settings, settings.hardware());
        }
        rng = ranks.own(Rng.seeded(settings.seed(), settings.hardware()));
        model = Model.create(settings, target, closes, rng);
        Beginning.fill(folder, model.flow().net());
        if (settings.target() instanceof FamilySettings family) {
            drawn = new FamilyInstances(family, settings.train(), ranks.size(), rng.device());
            Flow all = model.flow().along(new AnnealingPath(drawn.target()));
            trainer = new Trainer(all, settings.train(), drawn, Horizon.linear(settings.train()), ranks, rng);
        } else {
            drawn = null;
            trainer = new Trainer(model.flow(), settings.train(), ranks, rng);
        }
        try {
            double seconds = settings.train().budget().checkpointSeconds();
            writer = new RunWriter(
                    folder, ranks, settings, trainer, into -> Checkpoint.writeModel(into, trainer), seconds);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Begins a run in a folder that must not exist yet. */
    public static TrainingRun create(Path folder, RunSettings settings) throws IOException {
        return create(folder, settings, Ranks.ALONE);
    }

    /** Begins a run in a folder that must not exist yet, as the first of some ranks. */
    public static TrainingRun create(Path folder, RunSettings settings, Ranks ranks) throws IOException {
        RunSettings resolved = settings.resolved();
        return RunFolder.create(
                folder, Kind.FLOW, resolved, made -> resolved.target().store(made), made -> resume(made, ranks));
    }

    /**
     * Begins a run in a folder that must not exist yet with the weights of a trained model in place of random ones, as the
     * first of some ranks or alone.
     */
    public static TrainingRun create(Path folder, RunSettings settings, Path model, Ranks ranks) throws IOException {
        RunSettings resolved = settings.resolved();
        Beginning weights = Beginning.of(model, Kind.FLOW, Checkpoint::weights);
        return RunFolder.create(
                folder,
                Kind.FLOW,
                resolved,
                made -> {
                    resolved.target().store(made);
                    weights.keep(made);
                },
                made -> resume(made, ranks));
    }

    /**
     * Begins a run for a target that is an object of this program, and stays open when the run is closed; see
     * {@link RunSettings#defaults(String, Target)}.
     */
    public static TrainingRun create(Path folder, RunSettings settings, Target target) throws IOException {
        RunSettings resolved = settings.resolved();
        Model.own(resolved, target);
        return RunFolder.create(folder, Kind.FLOW, resolved, made -> {}, made -> resume(made, target));
    }

    /** Continues the run of a folder from its newest checkpoint, or from the start where it has none. */
    public static TrainingRun resume(Path folder) throws IOException {
        return resume(folder, Ranks.ALONE);
    }

    /** Continues the run of a folder as the first of some ranks. */
    public static TrainingRun resume(Path folder, Ranks ranks) throws IOException {
        RunSettings settings = Model.settings(folder);
        return resume(folder, settings, settings.target().build(folder), true, ranks);
    }

    /**
     * Takes part in what the first rank trains.
     *
     * @param check refuses settings that are not those this rank was asked for
     */
    public static TrainingRun follow(Ranks ranks, Consumer<RunSettings> check) throws IOException {
        try (Handout given = Handout.take(ranks)) {
            RunSettings settings = Model.settings(given.folder());
            check.accept(settings);
            return new TrainingRun(
                    given.folder(), settings, settings.target().build(given.folder()), true, null, ranks);
        }
    }

    /**
     * Continues the run of a folder up to another budget, see {@link RunFolder#prolong}.
     *
     * @param budget more than is spent
     */
    public static TrainingRun resume(Path folder, TrainSettings.Budget budget, IOConsumer<Path> outdated, Ranks ranks)
            throws IOException {
        RunSettings kept = Model.settings(folder);
        RunSettings longer = kept.with(kept.train().with(budget));
        return RunFolder.prolong(
                folder,
                Kind.FLOW,
                longer,
                lock -> new TrainingRun(folder, longer, longer.target().build(folder), true, lock, ranks),
                outdated);
    }

    /** Continues the run of a folder whose target is an object of this program. */
    public static TrainingRun resume(Path folder, Target target) throws IOException {
        RunSettings settings = Model.settings(folder);
        return resume(folder, settings, Model.own(settings, target), false, Ranks.ALONE);
    }

    private static TrainingRun resume(Path folder, RunSettings settings, Target target, boolean closes, Ranks ranks)
            throws IOException {
        return RunFolder.open(folder, lock -> {
            RunFolder.checkGoesOn(folder);
            return new TrainingRun(folder, settings, target, closes, lock, ranks);
        });
    }

    /**
     * Trains until the budget is spent or {@code stop} says so, and leaves a checkpoint in either case. Then the model
     * has the averaged weights.
     */
    public void train(TrainListener listener, BooleanSupplier stop) throws IOException {
        writer.run(() -> trainer.run(writer.recording(trainer, listener), stop));
        trainer.useAverage();
    }

    public Path folder() {
        return folder;
    }

    public Model model() {
        return model;
    }

    @Override
    public Trainer trainer() {
        return trainer;
    }

    @Override
    public void close() {
        trainer.close();
        if (drawn != null) {
            drawn.close();
        }
        model.close();
        rng.close();
        if (lock != null) {
            lock.close();
        }
    }
}
