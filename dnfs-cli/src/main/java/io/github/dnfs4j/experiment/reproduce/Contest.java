package io.github.dnfs4j.experiment.reproduce;

import io.github.dnfs4j.experiment.compare.Comparison;
import io.github.dnfs4j.experiment.compare.ComparisonSettings;
import io.github.dnfs4j.experiment.compare.ComparisonTable;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.RunSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The comparison at the end of an experiment, written into its folder. */
record Contest(Console console, Experiment experiment, String budget, Path folder) {
    private static final double MINUTES = 2;

    static Path figure(Path folder) {
        return folder.resolve("energies.png");
    }

    /** Compares what the experiment names, trained runs by their names; null where it names nothing. */
    @Nullable
    Comparison run(List<Experiment.Training> trainings) throws IOException {
        Experiment.@Nullable ContestPlan contest = experiment.compare();
        if (contest == null) {
            return null;
        }
        RunSettings settings = trainings.get(0).settings();
        List<String> samplers = contest.samplers().stream()
                .map(name -> located(name, trainings))
                .toList();
        Map<String, Double> minutes = contest.gfnMinutes() == null ? Map.of() : contest.gfnMinutes();
        ComparisonSettings how = new ComparisonSettings(
                contest.samples().getOrDefault(budget, 0),
                contest.timeSteps(),
                null,
                Objects.requireNonNullElse(minutes.get(budget), MINUTES),
                folder.resolve("gfn"),
                settings.seed());
        console.say("comparing " + String.join(", ", contest.samplers()));
        Comparison comparison = Comparison.run(settings.target(), samplers, how, settings.hardware(), console::say);
        Json.write(folder.resolve("compare.json"), ComparisonTable.content(comparison));
        console.drawn(() -> comparison.figure(figure(folder)));
        return comparison;
    }

    /** A name with the folder of the first run that is called so; "dnfs" alone means the first run of all. */
    private String located(String name, List<Experiment.Training> trainings) {
        String variant = name.replaceFirst("\\+.*", "");
        Experiment.@Nullable Training run = trainings.stream()
                .filter(t -> t.variant().equals(variant))
                .findFirst()
                .orElse(variant.equals("dnfs") ? trainings.get(0) : null);
        return run == null ? name : name + ":" + folder.resolve(run.folder());
    }
}
