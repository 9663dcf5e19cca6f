package io.github.dnfs4j.ebm;

import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.io.durable.NewFolder;
import io.github.dnfs4j.io.format.MetricsLog;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Learns an energy inside a run folder, from which an interrupted run goes on as if nothing had happened. */
public final class EbmRun implements AutoCloseable {
    private final Path folder;
    private final EbmSettings settings;
    private final FolderLock lock;
    private final Rng rng;
    private final Data data;
    private final EbmTrainer trainer;
    private double lastSaved;

    private EbmRun(Path folder, EbmSettings settings, FolderLock lock, Rng rng, Data data) {
        this.folder = folder;
        this.settings = settings;
        this.lock = lock;
        this.rng = rng;
        this.data = data;
        trainer = new EbmTrainer(settings, data, rng);
    }

    private static EbmRun open(Path folder, EbmSettings settings) throws IOException {
        FolderLock lock = FolderLock.take(folder);
        Rng rng = Rng.seeded(settings.seed(), settings.hardware());
        Data data = null;
        try {
            data = settings.data().open(settings.hardware());
            return new EbmRun(folder, settings, lock, rng, data);
        } catch (IOException | RuntimeException e) {
            if (data != null) {
                data.close();
            }
            rng.close();
            lock.close();
            throw e;
        }
    }

    /** Begins a run in a folder that must not exist yet; bad data or settings leave none behind. */
    public static EbmRun create(Path folder, EbmSettings settings) throws IOException {
        EbmSettings resolved = settings.resolved();
        return NewFolder.begin(folder, made -> {
            EbmFolder.writeSettings(made, resolved);
            return open(made, resolved);
        });
    }

    /** Continues the run of a folder from its newest checkpoint, or from the start where it has none. */
    public static EbmRun resume(Path folder) throws IOException {
        EbmRun run = open(folder, EbmFolder.settings(folder));
        try {
            if (EbmFolder.snapshots(folder).latest().isPresent()) {
                EbmFolder.resume(folder, run.settings, run.trainer);
                run.lastSaved = run.trainer.seconds();
            }
            return run;
        } catch (IOException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    /** Trains until the budget is spent or {@code stop} says so, and leaves a checkpoint in either case. */
    public void train(EbmTrainer.Listener listener, BooleanSupplier stop) throws IOException {
        try (MetricsLog log = MetricsLog.open(folder.resolve("metrics.jsonl"))) {
            log.truncateAfter(trainer.steps());
            trainer.run(
                    report -> {
                        write(log, report);
                        listener.report(report);
                        saveWhenDue();
                    },
                    stop);
            EbmFolder.save(folder, settings, trainer);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void write(MetricsLog log, EbmTrainer.Report report) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("step", report.step());
        line.put("loss", report.loss());
        line.put("gradientNorm", report.gradientNorm());
        line.putAll(report.more());
        try {
            log.append(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void saveWhenDue() {
        if (trainer.seconds() - lastSaved >= settings.fit().checkpointSeconds()) {
            lastSaved = trainer.seconds();
            try {
                EbmFolder.save(folder, settings, trainer);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public EbmSettings settings() {
        return settings;
    }

    public EbmTrainer trainer() {
        return trainer;
    }

    @Override
    public void close() {
        trainer.close();
        data.close();
        rng.close();
        lock.close();
    }
}
