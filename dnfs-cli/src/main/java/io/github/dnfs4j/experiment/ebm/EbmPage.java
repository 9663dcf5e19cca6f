package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code report.html} of a learned energy: the numbers, with baselines beside them, and what there is to see. */
final class EbmPage {
    private EbmPage() {}

    static Path write(
            Path run, String typed, EbmSettings settings, EbmResult<EbmEvaluation> result, Optional<Path> figure)
            throws IOException {
        EbmEvaluation e = result.evaluation();
        Page page = Page.titled("An energy of " + result.name() + ", by " + result.method());
        if (!typed.isEmpty()) {
            page.preformatted(typed);
        }
        page.section("Results")
                .table(
                        "In nats unless said otherwise, of " + Numbers.count(e.data())
                                + " held-out states; lower is better, but of the ESS",
                        List.of("Quantity", "Value"),
                        EbmJudge.rows(e));
        e.warning().ifPresent(line -> page.paragraph("Warning: " + line + "."));
        if (figure.isPresent()) {
            page.section("To look at")
                    .figure(
                            figure.get(),
                            "Maps of the data, of the log density, and of samples",
                            "The data, the log density that was learnt, and samples of it, in the plane.",
                            false); // its colours mean densities, in the dark as well
        }
        page.section("To go on")
                .preformatted(String.join(
                        "\n",
                        "dnfs ebm sample " + Console.word(run.toString()) + " --count 1000 --out states.csv",
                        "dnfs ebm score " + Console.word(run.toString()) + " states.csv",
                        "dnfs train --target ebm:" + Console.word(run.toString())));
        page.section("Settings").preformatted(SettingsFile.of(settings).yaml());
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("training", Numbers.count(result.steps()) + " updates in " + Numbers.duration(result.seconds()));
        facts.put("judging", Numbers.duration(e.seconds()));
        facts.put("seed", String.valueOf(result.seed()));
        facts.put("device", result.device());
        facts.put("dnfs4j", Versions.current().dnfs4j());
        Path file = run.resolve("report.html");
        page.section("Facts").facts(facts).write(file);
        return file;
    }
}
