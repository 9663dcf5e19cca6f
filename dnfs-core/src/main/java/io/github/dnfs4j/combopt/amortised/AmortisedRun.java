package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.io.durable.IOConsumer;
import io.github.dnfs4j.run.Beginning;
import io.github.dnfs4j.run.Handout;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.run.RunWriter;
import io.github.dnfs4j.run.Training;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Trains a solver in the folder that will hold it. From its {@code checkpoint/} an interrupted run goes on as if nothing had
 * happened, and a finished one up to a larger budget; the model is there when it is finished, and needs no checkpoint. Of
 * several ranks the first has the folder, and the others {@link #follow}.
 */
public final class AmortisedRun implements Training {
    private final AmortisedModel model;
    private final Rng rng;
    private final GraphTable all;
    private final TrainingGraphs drawn;
    private final Trainer trainer;
    private final Path folder;
    private final @Nullable FolderLock lock;
    private final RunWriter writer;

    private AmortisedRun(AmortisedSettings s, Device device, Path folder, @Nullable FolderLock lock, Ranks ranks)
            throws IOException {
        this.folder = folder;
        this.lock = lock;
        if (ranks.first()) {
            Handout.give(ranks, folder, Kind.SOLVER, s, device);
        }
        rng = ranks.own(Rng.seeded(s.seed(), device));
        var graphs = GraphGenerator.parse(s.graphs()).graphs(s.count(), s.seed());
        all = GraphTable.of(graphs, s.problem(), s.penalty(), device);
        model = AmortisedModel.untrained(s, rng);
        Beginning.fill(folder, model.net());
        drawn = TrainingGraphs.of(s, all, ranks.size(), device);
        Flow flow = model.flow(drawn.target(1 / s.beta()));
        trainer = new Trainer(flow, s.train(), drawn, s.annealing().horizon(s.train()), ranks, rng);
        try {
            double seconds = s.train().budget().checkpointSeconds();
            writer = new RunWriter(
                    folder, ranks, s, trainer, into -> model.write(into, trainer.averagedWeights()), seconds);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Begins a run in a folder that must not exist yet, as the first of some ranks or alone. */
    public static AmortisedRun create(Path folder, AmortisedSettings settings, Device device, Ranks ranks)
            throws IOException {
        return RunFolder.create(
                folder, Kind.SOLVER, settings.on(device), made -> {}, made -> resume(made, device, ranks));
    }

    /** Begins a run with the weights of a trained solver in place of random ones. */
    public static AmortisedRun create(Path folder, AmortisedSettings settings, Path model, Device device, Ranks ranks)
            throws IOException {
        Beginning weights = Beginning.of(model, Kind.SOLVER, AmortisedModel::read);
        return RunFolder.create(
                folder, Kind.SOLVER, settings.on(device), weights::keep, made -> resume(made, device, ranks));
    }

    /**
     * Takes part in what the first rank trains.
     *
     * @param check refuses settings that are not those this rank was asked for
     */
    public static AmortisedRun follow(Device device, Ranks ranks, Consumer<AmortisedSettings> check)
            throws IOException {
        try (Handout given = Handout.take(ranks)) {
            AmortisedSettings settings = AmortisedModel.settings(given.folder());
            check.accept(settings);
            return new AmortisedRun(settings, device, given.folder(), null, ranks);
        }
    }

    /** Continues the run of a folder from its newest checkpoint, or from the start where it has none. */
    public static AmortisedRun resume(Path folder, Device device, Ranks ranks) throws IOException {
        AmortisedSettings settings = settings(folder, device);
        return RunFolder.open(folder, lock -> {
            RunFolder.checkGoesOn(folder);
            if (finished(folder)) {
                throw new IllegalArgumentException(
                        folder + " holds a model that is trained to its end; give a larger budget");
            }
            return new AmortisedRun(settings, device, folder, lock, ranks);
        });
    }

    /**
     * Continues the run of a folder up to another budget, see {@link RunFolder#prolong}. What was its model stays in its
     * checkpoint until there is a new one.
     *
     * @param budget more than is spent
     */
    public static AmortisedRun resume(Path folder, Budget budget, IOConsumer<Path> outdated, Device device, Ranks ranks)
            throws IOException {
        AmortisedSettings longer = settings(folder, device).with(budget);
        return RunFolder.prolong(
                folder, Kind.SOLVER, longer, lock -> new AmortisedRun(longer, device, folder, lock, ranks), shorter -> {
                    outdated.accept(shorter);
                    Files.deleteIfExists(shorter.resolve(RunFolder.MODEL));
                });
    }

    private static AmortisedSettings settings(Path folder, Device device) throws IOException {
        AmortisedSettings settings = AmortisedModel.settings(folder);
        if (!settings.device().equals(AmortisedSettings.AUTO) && Device.parse(settings.device()) != device) {
            throw new IllegalArgumentException("a resumed run keeps its settings; " + folder + " has device: "
                    + settings.device() + ", not " + device.toString());
        }
        return settings;
    }

    /** Whether a folder holds a model that was trained to its end. */
    public static boolean finished(Path folder) throws IOException {
        return Files.isRegularFile(folder.resolve(RunFolder.MODEL))
                && RunFolder.of(folder, Kind.SOLVER).hasModel();
    }

    /**
     * Trains until the budget is spent, which leaves the model in the folder, or {@code stop} says so, which leaves a
     * checkpoint. Then the model has the averaged weights.
     *
     * @param trained writes what else belongs into the folder of a trained model. The model comes last: a run without one
     *     is resumed from its checkpoint, and nothing is lost
     */
    public void train(TrainListener listener, BooleanSupplier stop, IOConsumer<AmortisedRun> trained)
            throws IOException {
        writer.run(() -> trainer.run(writer.recording(trainer, listener), stop));
        trainer.useAverage();
        if (trainer.progress() >= 1 && lock != null) {
            trained.accept(this);
            model.save(folder);
        }
    }

    @Override
    public Trainer trainer() {
        return trainer;
    }

    /** The model; closed with the run. */
    public AmortisedModel model() {
        return model;
    }

    @Override
    public void close() {
        trainer.close();
        model.close();
        drawn.close();
        all.close();
        rng.close();
        if (lock != null) {
            lock.close();
        }
    }
}
