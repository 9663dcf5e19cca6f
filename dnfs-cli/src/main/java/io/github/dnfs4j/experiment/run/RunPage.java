package io.github.dnfs4j.experiment.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dnfs4j.experiment.result.EvaluationJson;
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

/** {@code report.html} of a run folder. */
final class RunPage {
    private RunPage() {}

    static Path write(Path run, RunSettings settings, JsonNode result, List<ResultRow> rows, List<Figure> figures)
            throws IOException {
        Path page = run.resolve("report.html");
        RunReport.write(
                page,
                new RunReport.Data(
                        settings.target().title() + ", seed " + settings.seed(),
                        "dnfs train --settings " + run.resolve("config.yaml"),
                        rows,
                        figures,
                        SettingsFile.of(settings).yaml(),
                        facts(result)));
        return page;
    }

    private static Map<String, String> facts(JsonNode result) {
        Map<String, String> facts = new LinkedHashMap<>();
        JsonNode evaluation = result.path("evaluation");
        JsonNode versions = result.path("versions");
        facts.put(
                "training",
                Numbers.count(result.path("steps").asLong()) + " steps in "
                        + Numbers.duration(result.path("seconds").asDouble()) + skipped(result));
        facts.put("training cost", cost(result.path("evaluations").path("target"), result.at("/evaluations/network")));
        facts.put(
                "evaluation",
                Numbers.count(evaluation.path("samples").asLong()) + " samples by "
                        + EvaluationJson.paths(evaluation) + ", in "
                        + Numbers.duration(evaluation.path("seconds").asDouble()));
        facts.put("evaluation cost", cost(evaluation.path("targetEvaluations"), evaluation.path("networkEvaluations")));
        facts.put("seed", result.path("seed").asText());
        facts.put(
                "device",
                result.path("device").asText() + ", " + result.path("precision").asText());
        facts.put("dnfs4j", versions.path("dnfs4j").asText());
        facts.put("libtorch", versions.path("libtorch").asText());
        facts.put("Java", versions.path("java").asText());
        return facts;
    }

    private static String skipped(JsonNode result) {
        long skipped = result.path("skippedSteps").asLong();
        return skipped == 0 ? "" : ", " + Numbers.count(skipped) + " of them skipped (not finite)";
    }

    private static String cost(JsonNode target, JsonNode network) {
        return Numbers.count(target.asLong()) + " target and " + Numbers.count(network.asLong())
                + " network evaluations";
    }
}
