package io.github.dnfs4j.experiment.reproduce;

import io.github.dnfs4j.experiment.compare.Comparison;
import io.github.dnfs4j.experiment.compare.ComparisonTable;
import io.github.dnfs4j.experiment.plan.CurveComparison;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.report.FiguresUnavailableException;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The results of an experiment: for each variant the mean over its seeds, with its standard error. */
final class ReproductionPage {
    private ReproductionPage() {}

    static String text(Experiment experiment, String budget, Map<String, List<FinishedRun>> results) {
        StringBuilder text = new StringBuilder();
        results.forEach((variant, runs) -> text.append('\n')
                .append(caption(runs))
                .append('\n')
                .append(ResultTable.text(new RunsTable(experiment, budget).rows(runs))));
        return text.append('\n').toString();
    }

    static Path write(
            Path folder,
            Experiment experiment,
            String budget,
            Map<String, List<FinishedRun>> results,
            @Nullable Comparison comparison)
            throws IOException {
        List<FinishedRun> all = results.values().stream().flatMap(List::stream).toList();
        Page page = Page.titled(experiment.title())
                .paragraph(experiment.what().strip())
                .preformatted(experiment.command(budget));
        comparisons(page, folder, experiment, all);
        if (comparison != null) {
            ComparisonTable.addTo(page, comparison, Contest.figure(folder));
        }
        RunsTable table = new RunsTable(experiment, budget);
        if (results.size() > 1) {
            page.section("All runs").table(table.caption(), table.overviewHeader(), table.aRowARun(results));
        }
        for (Map.Entry<String, List<FinishedRun>> e : results.entrySet()) {
            String variant = e.getKey();
            List<FinishedRun> runs = e.getValue();
            page.section(FinishedRun.shown(runs))
                    .table(caption(runs), table.header(variant, runs), table.cells(variant, runs));
            figures(page, folder, runs);
        }
        page.section("Runs")
                .table(
                        "Each training has its own report.html",
                        List.of(
                                "Folder",
                                "Target",
                                "Steps",
                                "Training",
                                "ESS, exact weights",
                                "ESS, trapezoid weights"),
                        runs(all));
        settings(page, results);
        Json.write(folder.resolve("results.json"), file(experiment, budget, results, comparison));
        Path file = folder.resolve("report.html");
        page.write(file);
        return file;
    }

    /** What it is about: samplers side by side where it compares some, else its runs. */
    private static TableFile file(
            Experiment experiment,
            String budget,
            Map<String, List<FinishedRun>> results,
            @Nullable Comparison comparison) {
        RunSettings first = results.values().iterator().next().get(0).training().settings();
        return comparison == null
                ? new RunsTable(experiment, budget).file(results)
                : ComparisonTable.file(
                        experiment.title(), experiment.command(budget), comparison, first.hardware(), first.seed());
    }

    private static void comparisons(Page page, Path folder, Experiment experiment, List<FinishedRun> runs)
            throws IOException {
        if (experiment.figures().isEmpty()) {
            return;
        }
        page.section("Figures");
        List<Experiment.Training> trainings =
                runs.stream().map(FinishedRun::training).toList();
        for (CurveComparison figure : experiment.figures()) {
            try {
                String caption = figure.caption() == null ? figure.title() : figure.caption();
                page.figure(figure.draw(folder, trainings), figure.title(), caption);
            } catch (FiguresUnavailableException e) {
                page.paragraph("Not drawn: " + figure.title());
            }
        }
    }

    private static String caption(List<FinishedRun> runs) {
        int evaluations = runs.get(0).evaluations().size();
        return FinishedRun.shown(runs) + ", " + runs.size()
                + (runs.size() == 1 ? " seed" : " seeds")
                + (evaluations == 1 ? "" : ", " + evaluations + " evaluations of each")
                + (runs.size() == 1 ? "" : "; ± is the standard error of their mean");
    }

    private static void figures(Page page, Path folder, List<FinishedRun> runs) throws IOException {
        for (FinishedRun run : runs) {
            String name = run.training().folder();
            Path png = folder.resolve(name).resolve("figures/energies.png");
            if (Files.exists(png)) {
                page.figure(
                        png,
                        "Histogram of the energies of " + name,
                        run.training().shown() + ", seed "
                                + run.training().settings().seed());
                return; // the other seeds look alike, and each has its own page
            }
        }
    }

    /** The settings of each variant, which its seeds share. */
    private static void settings(Page page, Map<String, List<FinishedRun>> results) {
        page.section("Settings");
        results.forEach((variant, runs) -> page.details(
                "Settings of " + FinishedRun.shown(runs),
                SettingsFile.of(runs.get(0).training().settings()).yaml()));
    }

    private static List<List<String>> runs(List<FinishedRun> runs) {
        return runs.stream()
                .map(run -> List.of(
                        run.training().folder(),
                        run.training().settings().target().title(),
                        Numbers.count(run.result().steps()),
                        Numbers.duration(run.result().seconds()),
                        Numbers.withError(Quantity.ESS_EXACT.in(run.result().evaluation())),
                        Numbers.withError(Quantity.ESS_TRAPEZOID.in(run.result().evaluation()))))
                .toList();
    }
}
