package io.github.dnfs4j.experiment.reproduce;

import io.github.dnfs4j.experiment.compare.Comparison;
import io.github.dnfs4j.experiment.compare.ComparisonTable;
import io.github.dnfs4j.experiment.ebm.EbmExperiment;
import io.github.dnfs4j.experiment.ebm.EbmReproduction;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.plan.Part;
import io.github.dnfs4j.experiment.plan.RepeatedEvaluation;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.experiment.result.RunFolders;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.run.RunExecutor;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs an experiment in a folder: one run folder for each training, then a table and a page over all. What is finished
 * is not repeated, so the same command continues an interrupted experiment.
 */
public record Reproduction(Console console, Experiment experiment, String budget, Path folder) {
    /** Returns 0, or the exit code of the signal that stopped it. */
    public int run(RunSettings defaults) throws IOException {
        List<Experiment.Training> trainings = claimed(defaults);
        try (FolderLock alone = RunFolders.alone(folder)) {
            return experiment.ebm() == null ? run(trainings) : energies().run();
        }
    }

    private int run(List<Experiment.Training> trainings) throws IOException {
        int code = Part.runAll(parts(trainings));
        if (code != 0) {
            return code;
        }
        Map<String, List<FinishedRun>> results = new LinkedHashMap<>();
        for (Experiment.Training training : trainings) {
            results.computeIfAbsent(training.variant(), k -> new ArrayList<>())
                    .add(finished(folder.resolve(training.folder()), training));
        }
        Contest contest = new Contest(console, experiment, budget, folder);
        @Nullable Comparison comparison = contest.run(trainings);
        Path page = ReproductionPage.write(folder, experiment, budget, results, comparison);
        console.out().print(ReproductionPage.text(experiment, budget, results));
        if (comparison != null) {
            console.out().println(ComparisonTable.text(comparison));
            comparison.warnings().forEach(line -> console.say("dnfs: " + line));
        }
        console.out().println("report:  " + page);
        return 0;
    }

    /** Does one training alone, counted from 1; a run of the whole then finds it finished. */
    public int only(int number, RunSettings defaults) throws IOException {
        List<Experiment.Training> trainings = experiment.settings(budget, defaults);
        List<Part> parts = experiment.ebm() != null ? energies().parts() : parts(trainings);
        Part part = Part.numbered(experiment.name(), parts, number);
        claimed(defaults);
        return part.run();
    }

    /** The trainings, after the folder was made; what is wrong is said before. */
    private List<Experiment.Training> claimed(RunSettings defaults) throws IOException {
        List<Experiment.Training> trainings = experiment.settings(budget, defaults);
        for (Experiment.Training training : trainings) {
            training.settings().hardware(); // says so if there is none
        }
        RunFolders.claim(folder, experiment.name(), budget);
        return trainings;
    }

    private EbmReproduction energies() {
        return new EbmReproduction(EbmExperiment.of(console, experiment, budget, folder));
    }

    private List<Part> parts(List<Experiment.Training> trainings) {
        List<Part> parts = new ArrayList<>();
        for (Experiment.Training training : trainings) {
            int number = parts.size() + 1;
            parts.add(() -> train(number, trainings.size(), training));
        }
        return parts;
    }

    private int train(int number, int all, Experiment.Training training) throws IOException {
        console.say("[" + number + "/" + all + "] " + training.shown() + ", seed "
                + training.settings().seed());
        Path run = folder.resolve(training.folder());
        if (Files.exists(run)) {
            checkSame(run, training);
        }
        if (RunResult.exists(run)) {
            console.say("finished before");
            return 0;
        }
        RunExecutor executor = new RunExecutor(console);
        RunExecutor.Outcome outcome =
                Files.exists(run) ? executor.resume(run) : executor.create(run, training.settings());
        console.warn(outcome.warning(), outcome.diverged());
        return outcome.exitCode();
    }

    /** A finished run, evaluated as often as the budget has it. */
    private FinishedRun finished(Path run, Experiment.Training training) throws IOException {
        RunResult result = RunResult.read(run);
        @Nullable RepeatedEvaluation repeated = experiment.evaluate().get(budget);
        return new FinishedRun(
                training,
                result,
                repeated == null
                        ? List.of(result.evaluation())
                        : repeated.of(run, Quantity.needSteps(experiment.quantities())));
    }

    /** Where a run was made does not matter: one from a GPU may be finished or tabled elsewhere. */
    private static void checkSame(Path run, Experiment.Training training) throws IOException {
        RunSettings made = Model.settings(run);
        RunFolders.checkSame(run, made, training.settings().on(made.device()));
    }
}
