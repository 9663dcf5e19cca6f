package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.io.durable.IOConsumer;
import io.github.dnfs4j.io.durable.NewFolder;
import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.run.Checkpoint;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Trains a solver in the folder that will hold it. While it trains there is {@code checkpoint/}, from which an
 * interrupted run goes on as if nothing had happened; a finished one leaves only the model.
 */
public final class AmortisedRun implements AutoCloseable {
    private static final String CHECKPOINT = "checkpoint";

    private final AmortisedModel model;
    private final Rng rng;
    private final GraphTable all;
    private final TrainingGraphs drawn;
    private final Trainer trainer;
    private final @Nullable Path folder;
    private final @Nullable FolderLock lock;
    private double lastSaved;

    private AmortisedRun(AmortisedSettings s, Device device, @Nullable Path folder, @Nullable FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
        rng = Rng.seeded(s.seed(), device);
        var graphs = GraphGenerator.parse(s.graphs()).graphs(s.count(), s.seed());
        all = GraphTable.of(graphs, s.problem(), s.penalty(), device);
        model = AmortisedModel.untrained(s, rng);
        drawn = TrainingGraphs.of(s, all, device);
        Flow flow = model.flow(drawn.target(1 / s.beta()));
        trainer = new Trainer(flow, s.train(), drawn, s.annealing().horizon(s.train()), rng);
    }

    /** A run that leaves nothing behind but its model. */
    static AmortisedRun inMemory(AmortisedSettings settings, Device device) {
        return new AmortisedRun(settings, device, null, null);
    }

    private static AmortisedRun locked(AmortisedSettings settings, Device device, Path folder) throws IOException {
        FolderLock lock = FolderLock.take(Files.createDirectories(folder.resolve(CHECKPOINT)));
        try {
            return new AmortisedRun(settings, device, folder, lock);
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /** Begins a run in a folder that must not exist yet. */
    public static AmortisedRun create(Path folder, AmortisedSettings settings, Device device) throws IOException {
        return NewFolder.begin(folder, made -> {
            AmortisedSettings kept = settings.on(device);
            AmortisedModel.write(made, kept);
            return locked(kept, device, made);
        });
    }

    /** Continues the run of a folder from its newest checkpoint, or from the start where it has none. */
    public static AmortisedRun resume(Path folder, Device device) throws IOException {
        AmortisedSettings settings = AmortisedModel.settings(folder);
        if (finished(folder)) {
            throw new IllegalArgumentException(folder + " holds a model that is trained to its end");
        }
        if (!settings.device().equals(AmortisedSettings.AUTO) && Device.parse(settings.device()) != device) {
            throw new IllegalArgumentException("a resumed run keeps its settings; " + folder + " has device: "
                    + settings.device() + ", not " + device.name().toLowerCase(Locale.ROOT));
        }
        AmortisedRun run = locked(settings, device, folder);
        try {
            var newest = snapshots(folder).latest();
            if (newest.isPresent()) {
                Checkpoint.resume(newest.get(), yaml(settings), run.trainer);
                run.lastSaved = run.trainer.seconds();
            }
            return run;
        } catch (IOException | RuntimeException e) {
            run.close();
            run.model.close();
            throw e;
        }
    }

    /** Whether a folder holds a model that was trained to its end. */
    public static boolean finished(Path folder) {
        return AmortisedModel.isComplete(folder) && !Files.exists(folder.resolve(CHECKPOINT));
    }

    private static Snapshots snapshots(Path folder) {
        return new Snapshots(folder.resolve(CHECKPOINT));
    }

    private static String yaml(AmortisedSettings settings) {
        return SettingsFile.of(settings).yaml();
    }

    /** Trains where nobody has anything to add to the model. */
    void train(TrainListener listener, BooleanSupplier stop) throws IOException {
        train(listener, stop, run -> {});
    }

    /**
     * Trains until the budget is spent, which leaves the model in the folder, or {@code stop} says so, which leaves a
     * checkpoint. Then the model has the averaged weights.
     *
     * @param trained writes what else belongs into the folder of a trained model. The checkpoint goes last: a process
     *     that dies before can be resumed, and nothing is lost
     */
    public void train(TrainListener listener, BooleanSupplier stop, IOConsumer<AmortisedRun> trained)
            throws IOException {
        try {
            trainer.run(new Saving(listener), stop);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        boolean done = trainer.progress() >= 1;
        if (folder != null) {
            Checkpoint.save(snapshots(folder), yaml(model.settings()), trainer);
        }
        trainer.useAverage();
        if (folder != null && done) {
            model.save(folder);
            trained.accept(this);
            snapshots(folder).clear();
        }
    }

    /** Saves when it is time to, after it has passed on what it heard. */
    private final class Saving implements TrainListener {
        private final TrainListener next;

        Saving(TrainListener next) {
            this.next = next;
        }

        @Override
        public void round(Round round) {
            next.round(round);
        }

        @Override
        public void step(Step step) {
            next.step(step);
            double now = trainer.seconds();
            // Steps may be told of in bundles: only the last one is where the trainer stands.
            boolean due = now - lastSaved >= model.settings().train().budget().checkpointSeconds();
            if (folder != null && due && step.number() == trainer.steps()) {
                lastSaved = now;
                try {
                    Checkpoint.save(snapshots(folder), yaml(model.settings()), trainer);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** Share of the budget spent, 0 to 1. */
    public double progress() {
        return trainer.progress();
    }

    public long steps() {
        return trainer.steps();
    }

    /** What trained, in all parts of the run. */
    public double seconds() {
        return trainer.seconds();
    }

    /** The model, which outlives the run and is the caller's. */
    public AmortisedModel model() {
        return model;
    }

    @Override
    public void close() {
        trainer.close();
        drawn.close();
        all.close();
        rng.close();
        if (lock != null) {
            lock.close();
        }
    }
}
