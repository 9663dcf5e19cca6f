package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.report.RunReport;
import io.github.dnfs4j.report.RunReport.Figure;
import io.github.dnfs4j.report.RunReport.ResultRow;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code report.html} of a run folder. */
final class RunPage {
    private RunPage() {}

    static Path write(
            Path run,
            String typed,
            RunSettings settings,
            RunResult result,
            List<ResultRow> rows,
            String verdict,
            List<Figure> figures)
            throws IOException {
        Path page = run.resolve("report.html");
        RunReport.write(
                page,
                new RunReport.Data(
                        settings.target().title() + ", seed " + settings.seed(),
                        (typed.isEmpty() ? "" : typed + "\n") + "dnfs train --settings "
                                + Console.word(run.resolve("config.yaml").toString()) + "    # the same settings again",
                        rows,
                        Stream.concat(
                                        Stream.of(
                                                "From " + ResultTable.source(result.evaluation()) + ".",
                                                "Verdict: " + verdict + "."),
                                        Stream.concat(
                                                        Optional.ofNullable(result.verdict()).stream(),
                                                        result.evaluation().warning().stream())
                                                .map(line -> "Warning: " + line + "."))
                                .toList(),
                        figures,
                        SettingsFile.of(settings).yaml(),
                        facts(result)));
        return page;
    }

    private static Map<String, String> facts(RunResult r) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("training", Numbers.count(r.steps()) + " steps in " + Numbers.duration(r.seconds()) + skipped(r));
        facts.put(
                "training cost", cost(r.evaluations().target(), r.evaluations().network()));
        facts.put("evaluation", ResultTable.source(r.evaluation()));
        facts.put(
                "evaluation cost",
                cost(r.evaluation().targetEvaluations(), r.evaluation().networkEvaluations()));
        facts.put("seed", String.valueOf(r.seed()));
        facts.put(
                "device",
                r.device() + ", " + r.precision() + (r.threads() == null ? "" : ", " + r.threads() + " threads"));
        facts.put("dnfs4j", r.versions().dnfs4j());
        facts.put("libtorch", r.versions().libtorch());
        facts.put("Java", r.versions().java());
        return facts;
    }

    private static String skipped(RunResult r) {
        return r.skippedSteps() == 0 ? "" : ", " + Numbers.count(r.skippedSteps()) + " of them skipped (not finite)";
    }

    private static String cost(long target, long network) {
        return Numbers.count(target) + " target and " + Numbers.count(network) + " network evaluations";
    }
}
