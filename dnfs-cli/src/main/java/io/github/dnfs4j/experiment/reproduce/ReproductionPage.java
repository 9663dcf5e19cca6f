package io.github.dnfs4j.experiment.reproduce;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dnfs4j.experiment.compare.Comparison;
import io.github.dnfs4j.experiment.compare.ComparisonTable;
import io.github.dnfs4j.experiment.plan.CurveComparison;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.experiment.result.ResultFile;
import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.run.RunResult;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.report.FiguresUnavailableException;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The results of an experiment: for each variant the mean over its seeds, with its standard error. */
final class ReproductionPage {
    private ReproductionPage() {}

    static String text(Experiment experiment, String budget, Map<String, List<RunResult>> results) {
        StringBuilder text = new StringBuilder();
        results.forEach((variant, runs) -> text.append('\n')
                .append(caption(variant, runs))
                .append('\n')
                .append(ResultTable.text(new RunsTable(experiment, budget).rows(runs))));
        return text.append('\n').toString();
    }

    static Path write(
            Path folder,
            Experiment experiment,
            String budget,
            Map<String, List<RunResult>> results,
            List<Experiment.Training> trainings,
            @Nullable Comparison comparison)
            throws IOException {
        Page page = Page.titled(experiment.title())
                .paragraph(experiment.what().strip())
                .preformatted(experiment.command(budget));
        comparisons(page, folder, experiment, trainings);
        if (comparison != null) {
            ComparisonTable.addTo(page, comparison, Contest.figure(folder));
        }
        RunsTable table = new RunsTable(experiment, budget);
        if (results.size() > 1) {
            page.section("All runs").table(table.caption(), table.overviewHeader(), table.overview(results));
        }
        for (Map.Entry<String, List<RunResult>> e : results.entrySet()) {
            String variant = e.getKey();
            List<RunResult> runs = e.getValue();
            page.section(variant)
                    .table(caption(variant, runs), table.header(variant, runs), table.cells(variant, runs));
            figures(page, folder, variant, trainings);
        }
        page.section("Runs")
                .table(
                        "Each training has its own report.html",
                        List.of("Folder", "Steps", "Training", "ESS, exact weights", "ESS, trapezoid weights"),
                        runs(folder, trainings));
        settings(page, trainings);
        table.writeJson(folder, results);
        Path file = folder.resolve("report.html");
        page.write(file);
        return file;
    }

    private static void comparisons(Page page, Path folder, Experiment experiment, List<Experiment.Training> trainings)
            throws IOException {
        if (experiment.figures().isEmpty()) {
            return;
        }
        page.section("Figures");
        for (CurveComparison figure : experiment.figures()) {
            try {
                String caption = figure.caption() == null ? figure.title() : figure.caption();
                page.figure(figure.draw(folder, trainings), figure.title(), caption);
            } catch (FiguresUnavailableException e) {
                page.paragraph("Not drawn: " + figure.title());
            }
        }
    }

    private static String caption(String variant, List<RunResult> runs) {
        int evaluations = runs.get(0).evaluations().size();
        return variant + ", " + runs.size() + (runs.size() == 1 ? " seed" : " seeds")
                + (evaluations == 1 ? "" : ", " + evaluations + " evaluations of each");
    }

    private static void figures(Page page, Path folder, String variant, List<Experiment.Training> trainings)
            throws IOException {
        for (Experiment.Training training : trainings) {
            Path png = folder.resolve(training.folder()).resolve("figures/energies.png");
            if (training.variant().equals(variant) && Files.exists(png)) {
                page.figure(png, "Histogram of the energies of " + training.folder(), training.folder());
                return; // the other seeds look alike, and each has its own page
            }
        }
    }

    /** The settings of each variant, which its seeds share. */
    private static void settings(Page page, List<Experiment.Training> trainings) {
        page.section("Settings");
        Set<String> shown = new HashSet<>();
        for (Experiment.Training training : trainings) {
            if (shown.add(training.variant())) {
                page.details(
                        "Settings of " + training.variant(),
                        SettingsFile.of(training.settings()).yaml());
            }
        }
    }

    private static List<List<String>> runs(Path folder, List<Experiment.Training> trainings) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (Experiment.Training training : trainings) {
            JsonNode result = ResultFile.read(folder.resolve(training.folder()));
            JsonNode evaluation = result.path("evaluation");
            rows.add(List.of(
                    training.folder(),
                    Numbers.count(result.path("steps").asLong()),
                    Numbers.duration(result.path("seconds").asDouble()),
                    Numbers.withError(Quantity.ESS_EXACT.value(evaluation), Double.NaN),
                    Numbers.withError(Quantity.ESS_TRAPEZOID.value(evaluation), Double.NaN)));
        }
        return rows;
    }
}
