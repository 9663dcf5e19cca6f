package io.github.dnfs4j.ebm;

import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.io.durable.IOConsumer;
import io.github.dnfs4j.run.Handout;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.run.RunWriter;
import io.github.dnfs4j.run.Training;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Learns an energy inside a run folder, from which an interrupted run goes on as if nothing had happened. Of several ranks
 * the first has the folder, and the others {@link #follow}; each opens the data itself.
 */
public final class EbmRun implements Training {
    private final EbmSettings settings;
    private final @Nullable FolderLock lock;
    private final Rng rng;
    private final Data data;
    private final EbmTrainer trainer;
    private final RunWriter writer;

    private EbmRun(Path folder, EbmSettings settings, @Nullable FolderLock lock, Data data, Ranks ranks)
            throws IOException {
        this.settings = settings;
        this.lock = lock;
        this.data = data;
        if (ranks.first()) {
            Handout.give(ranks, folder, Kind.EBM, settings, settings.hardware());
        }
        rng = ranks.own(Rng.seeded(settings.seed(), settings.hardware()));
        trainer = new EbmTrainer(settings, data, ranks, rng);
        try {
            double seconds = settings.fit().budget().checkpointSeconds();
            writer = new RunWriter(
                    folder, ranks, settings, trainer, into -> EbmModel.write(into, settings, trainer), seconds);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Begins a run in a folder that must not exist yet, as the first of some ranks or alone; bad data or settings leave
     * none behind.
     */
    public static EbmRun create(Path folder, EbmSettings settings, Ranks ranks) throws IOException {
        return RunFolder.create(folder, Kind.EBM, settings.resolved(), made -> {}, made -> resume(made, ranks));
    }

    /** Continues the run of a folder from its newest checkpoint, or from the start where it has none. */
    public static EbmRun resume(Path folder, Ranks ranks) throws IOException {
        EbmSettings settings = EbmModel.settings(folder);
        return RunFolder.open(folder, lock -> open(folder, settings, lock, ranks));
    }

    /**
     * Continues the run of a folder up to another budget, see {@link RunFolder#prolong}.
     *
     * @param budget more than is spent
     */
    public static EbmRun resume(Path folder, Budget budget, IOConsumer<Path> outdated, Ranks ranks) throws IOException {
        EbmSettings longer = EbmModel.settings(folder).with(budget);
        return RunFolder.prolong(folder, Kind.EBM, longer, lock -> open(folder, longer, lock, ranks), outdated);
    }

    /**
     * Takes part in what the first rank trains.
     *
     * @param check refuses settings that are not those this rank was asked for
     */
    public static EbmRun follow(Ranks ranks, Consumer<EbmSettings> check) throws IOException {
        try (Handout given = Handout.take(ranks)) {
            EbmSettings settings = EbmModel.settings(given.folder());
            check.accept(settings);
            return open(given.folder(), settings, null, ranks);
        }
    }

    private static EbmRun open(Path folder, EbmSettings settings, @Nullable FolderLock lock, Ranks ranks)
            throws IOException {
        Data data = settings.data().open(settings.hardware());
        try {
            return new EbmRun(folder, settings, lock, data, ranks);
        } catch (IOException | RuntimeException e) {
            data.close();
            throw e;
        }
    }

    /** Trains until the budget is spent or {@code stop} says so, and leaves a checkpoint in either case. */
    public void train(EbmTrainer.Listener listener, BooleanSupplier stop) throws IOException {
        writer.run(() -> trainer.run(
                report -> {
                    write(report);
                    listener.report(report);
                    writer.saveWhenDue();
                },
                stop));
    }

    private void write(EbmTrainer.Report report) {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("loss", report.loss());
        values.put("gradientNorm", report.gradientNorm());
        values.putAll(report.more());
        writer.write(report.step(), values);
    }

    public EbmSettings settings() {
        return settings;
    }

    @Override
    public EbmTrainer trainer() {
        return trainer;
    }

    @Override
    public void close() {
        trainer.close();
        data.close();
        rng.close();
        if (lock != null) {
            lock.close();
        }
    }
}
