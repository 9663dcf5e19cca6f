package io.github.dnfs4j.run;

import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.io.durable.NewFolder;
import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.io.format.EventFile;
import io.github.dnfs4j.io.format.MetricsLog;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.TargetCheck;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * Trains a model inside a run folder: {@code config.yaml}, {@code metrics.jsonl}, TensorBoard's event file and
 * {@code checkpoint/}, from which an interrupted run goes on as if nothing had happened.
 */
public final class TrainingRun implements AutoCloseable {
    private final Path folder;
    private final FolderLock lock;
    private final Rng rng;
    private final Model model;
    private final Trainer trainer;
    private final Snapshots snapshots;
    private double lastSaved;

    private TrainingRun(Path folder, RunSettings settings, Target target) throws IOException {
        TargetCheck.of(target, settings.hardware());
        this.folder = folder;
        lock = FolderLock.take(folder);
        rng = Rng.seeded(settings.seed(), settings.hardware());
        model = Model.create(settings, target, rng);
        trainer = new Trainer(model.flow(), settings.train(), rng);
        snapshots = Model.snapshots(folder);
    }

    /** Begins a run in a folder that must not exist yet. */
    public static TrainingRun create(Path folder, RunSettings settings) throws IOException {
        RunSettings resolved = settings.resolved();
        return NewFolder.begin(folder, made -> {
            resolved.target().store(made);
            Model.writeSettings(made, resolved);
            return new TrainingRun(made, resolved, resolved.target().build(made));
        });
    }

    /** Begins a run for a target that is an object of this program; see {@link RunSettings#defaults(String, Target)}. */
    public static TrainingRun create(Path folder, RunSettings settings, Target target) throws IOException {
        RunSettings resolved = settings.resolved();
        Model.own(resolved, target);
        return NewFolder.begin(folder, made -> {
            Model.writeSettings(made, resolved);
            return new TrainingRun(made, resolved, target);
        });
    }

    /** Continues the run of a folder from its newest checkpoint, or from the start where it has none. */
    public static TrainingRun resume(Path folder) throws IOException {
        RunSettings settings = Model.settings(folder);
        return resume(folder, settings, settings.target().build(folder));
    }

    /** Continues the run of a folder whose target is an object of this program. */
    public static TrainingRun resume(Path folder, Target target) throws IOException {
        RunSettings settings = Model.settings(folder);
        return resume(folder, settings, Model.own(settings, target));
    }

    private static TrainingRun resume(Path folder, RunSettings settings, Target target) throws IOException {
        TrainingRun run = new TrainingRun(folder, settings, target);
        try {
            var newest = run.snapshots.latest();
            if (newest.isPresent()) {
                Checkpoint.resume(newest.get(), run.model.settings(), run.trainer);
                run.lastSaved = run.trainer.seconds();
            }
            return run;
        } catch (IOException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    /**
     * Trains until the budget is spent or {@code stop} says so, and leaves a checkpoint in either case. Then the model
     * has the averaged weights.
     */
    public void train(TrainListener listener, BooleanSupplier stop) throws IOException {
        try (MetricsLog log = MetricsLog.open(folder.resolve("metrics.jsonl"));
                EventFile events = EventFile.create(folder)) {
            log.truncateAfter(trainer.steps());
            trainer.run(new Recorder(log, events, listener, this::saveWhenDue), stop);
            Checkpoint.save(snapshots, model.settings(), trainer);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        trainer.useAverage();
    }

    private void saveWhenDue(TrainListener.Step step) {
        // Steps may be told of in bundles: the log must be complete up to the step that is saved.
        if (step.number() == trainer.steps()
                && trainer.seconds() - lastSaved
                        >= model.settings().train().budget().checkpointSeconds()) {
            lastSaved = trainer.seconds();
            try {
                Checkpoint.save(snapshots, model.settings(), trainer);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public Path folder() {
        return folder;
    }

    public Model model() {
        return model;
    }

    public Trainer trainer() {
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
