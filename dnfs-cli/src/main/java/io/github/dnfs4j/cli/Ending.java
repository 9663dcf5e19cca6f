package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.run.RunExecutor;
import io.github.dnfs4j.experiment.terminal.Console;

/** The last words of a training: results, and what can be done next. */
record Ending(Console console) {
    void print(RunExecutor.Outcome outcome) {
        console.out().println();
        console.out().print(ResultTable.text(outcome.rows()));
        console.out().println("from " + outcome.source());
        console.out().println("verdict: " + outcome.verdict());
        console.out().println();
        console.out().println("report:  " + outcome.folder().resolve("report.html"));
        if (outcome.diverged().isEmpty()) {
            console.out().println("next:    " + Console.command() + " eval " + outcome.folder());
            console.out()
                    .println("         " + Console.command() + " sample " + outcome.folder()
                            + " --count 1000 --out samples.npy");
        }
    }
}
