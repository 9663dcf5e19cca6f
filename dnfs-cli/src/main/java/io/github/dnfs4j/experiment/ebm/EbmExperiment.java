package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.experiment.plan.EbmPlan;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.report.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

    /** The page as it begins. */
    Page page() {
        return Page.titled(experiment.title())
                .paragraph(experiment.what().strip())
                .preformatted(experiment.command(budgetName));
    }

    /** Writes the page, and the results where there is a table of them. */
    void finish(Page page, @Nullable EbmResults results) throws IOException {
        if (results != null) {
            results.write(folder, experiment, budgetName);
        }
        Path file = folder.resolve("report.html");
        page.write(file);
        console.out().println("report:  " + file);
        console.out().flush();
    }
}
