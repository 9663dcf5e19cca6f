package io.github.dnfs4j.run;

import io.github.dnfs4j.io.durable.IOConsumer;
import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.io.format.EventFile;
import io.github.dnfs4j.io.format.MetricsLog;
import io.github.dnfs4j.optim.Resumable;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a training says and does into its folder: metrics, TensorBoard's events, and checkpoints in time. Of several
 * ranks the first does so, and the others only hand it what a checkpoint has of them.
 */
public final class RunWriter {
    private static final String METRICS = "metrics.jsonl";

    private final Path folder;
    private final Ranks ranks;
    private final Record settings;
    private final Resumable<?> training;
    private final IOConsumer<Path> model;
    private final double seconds;
    private double lastSaved;
    private @Nullable MetricsLog log;
    private @Nullable EventFile events;

    /**
     * For a training whose folder, that of the first rank, is locked. It goes on from the newest checkpoint where there is one.
     *
     * @param model writes the weights that a checkpoint holds for those who only use them
     * @param seconds between two checkpoints
     */
    public RunWriter(
            Path folder, Ranks ranks, Record settings, Resumable<?> training, IOConsumer<Path> model, double seconds)
            throws IOException {
        this.folder = folder;
        this.ranks = ranks;
        this.settings = settings;
        this.training = training;
        this.model = model;
        this.seconds = seconds;
        Checkpoint.resume(snapshots(), ranks, settings, training);
        lastSaved = training.seconds();
    }

    private Snapshots snapshots() {
        return RunFolder.snapshots(folder);
    }

    /** Runs the loop of a training, which writes here, and leaves a checkpoint however it ends but by failing. */
    public void run(Runnable loop) throws IOException {
        if (!ranks.first()) {
            loop.run();
            save();
            return;
        }
        try (MetricsLog newLog = MetricsLog.open(folder.resolve(METRICS));
                EventFile newEvents = EventFile.create(folder)) {
            newLog.truncateAfter(training.steps());
            log = newLog;
            events = newEvents;
            loop.run();
            save();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            log = null;
            events = null;
        }
    }

    /** Writes values under the number of a step; they are with the operating system when it returns. */
    public void write(long step, Map<String, ? extends Number> values) {
        if (!ranks.first()) {
            return;
        }
        if (log == null || events == null) {
            throw new IllegalStateException("nothing is written outside of a run");
        }
        try {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("step", step);
            line.putAll(values);
            log.append(line);
            for (Map.Entry<String, ? extends Number> e : values.entrySet()) {
                events.scalar(e.getKey(), e.getValue().floatValue(), step);
            }
            events.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Saves a checkpoint where it is time to; the log must be complete up to the step where the training stands. */
    public void saveWhenDue() {
        if (training.seconds() - lastSaved >= seconds) {
            lastSaved = training.seconds();
            try {
                save();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void save() throws IOException {
        Checkpoint.save(snapshots(), ranks, settings, training, model);
    }

    /** Hears how the training of a flow goes, writes it, passes it on, and saves when it is time to. */
    public TrainListener recording(Trainer trainer, TrainListener next) {
        return new Recorder(this, trainer, next);
    }
}
