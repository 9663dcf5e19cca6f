package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.run.RunExecutor;
import io.github.dnfs4j.experiment.terminal.Console;
import java.util.ArrayList;
import java.util.List;

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
            String folder = Console.word(outcome.folder().toString());
            List<String> next = new ArrayList<>();
            outcome.longer().ifPresent(budget -> next.add("train --out " + folder + " --resume " + budget));
            next.add("eval " + folder);
            next.add("sample " + folder + " --count 1000 --out samples.npy");
            for (int k = 0; k < next.size(); k++) {
                console.out().println((k == 0 ? "next:    " : "         ") + Console.command() + " " + next.get(k));
            }
        }
    }
}
