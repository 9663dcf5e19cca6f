package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.experiment.plan.EbmPlan;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** An experiment about learned energies at one budget, in the folder that is its own. */
public record EbmExperiment(
        Console console, Experiment experiment, EbmPlan plan, String budgetName, EbmPlan.Budget budget, Path folder) {

    public static EbmExperiment of(Console console, Experiment experiment, String budgetName, Path folder) {
        return new EbmExperiment(
                console,
                experiment,
                Objects.requireNonNull(experiment.ebm()),
                budgetName,
                experiment.ebmBudget(budgetName),
                folder);
    }

    EbmRuns runs() {
        return new EbmRuns(console, budget.judging());
    }

    /** How the problem differs from the paper's, where it does: its planar data have 16 bits a coordinate. */
    private String scale() {
        return plan.sets() == null || budget.fullCode()
                ? ""
                : "; " + budget.bits() + " bits a coordinate in place of 16";
    }

    /** The page as it begins. */
    Page page() {
        return Page.titled(experiment.title())
                .paragraph(experiment.what().strip())
                .preformatted(experiment.command(budgetName));
    }

    /** Writes the page, and all that was found as one table for other pages. */
    void finish(
            Page page,
            String caption,
            Device device,
            List<String> header,
            List<List<String>> rows,
            List<TableFile.Value> values)
            throws IOException {
        Json.write(
                folder.resolve("results.json"),
                TableFile.of(
                        experiment.title(),
                        experiment.command(budgetName),
                        caption + scale(),
                        device,
                        header,
                        rows,
                        values));
        finish(page);
    }

    /** Writes the page. */
    void finish(Page page) throws IOException {
        Path file = folder.resolve("report.html");
        page.write(file);
        console.out().println("report:  " + file);
    }
}
