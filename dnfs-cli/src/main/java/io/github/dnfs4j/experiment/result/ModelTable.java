package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dnfs4j.experiment.terminal.Numbers;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Models and what was measured of them, one line for each. */
public final class ModelTable {
    private static final List<String> HEADER =
            List.of("model", "target", "network", "weights", "size", "ESS", "calls a path", "log Z", "exact log Z");

    private static final int DECIMALS = 7;
    private static final Pattern LONG = Pattern.compile("\\d+\\.\\d{8,}");

    private ModelTable() {}

    /** Columns of text. */
    public static String text(List<Path> models) throws IOException {
        List<List<String>> lines = new ArrayList<>(List.of(HEADER));
        for (Path model : models) {
            lines.add(row(model));
        }
        return ResultTable.columns(lines);
    }

    private static List<String> row(Path model) throws IOException {
        JsonNode result = ModelResult.read(model);
        List<JsonNode> judged = ModelResult.judged(result);
        JsonNode evaluation = judged.isEmpty()
                ? result.path("none")
                : judged.get(judged.size() - 1).path("evaluation");
        return List.of(
                String.valueOf(model.getFileName()),
                shortened(result.path("target").asText()),
                result.path("network").asText(),
                result.has("parameters")
                        ? Numbers.count(result.path("parameters").asLong())
                        : Numbers.NONE,
                String.format(Locale.ROOT, "%,d kB", (ModelResult.bytes(model) + 999) / 1000),
                Numbers.withError(Quantity.ESS_EXACT.value(evaluation), Double.NaN),
                calls(evaluation),
                Numbers.withError(Quantity.LOG_Z.value(evaluation), Quantity.LOG_Z.error(evaluation)),
                Numbers.exact(Quantity.LOG_Z.exact(evaluation)));
    }

    /** Network calls a path, on average; evaluations of older versions have time steps only. */
    public static String calls(JsonNode evaluation) {
        JsonNode calls = evaluation.at("/networkCallsPerPath/mean");
        return calls.isNumber()
                ? Numbers.calls(calls.asDouble())
                : evaluation.has("timeSteps")
                        ? Numbers.count(evaluation.path("timeSteps").asLong() + 1)
                        : Numbers.NONE;
    }

    /** Couplings to seven decimals, as the help has them, and no keys that say nothing. */
    public static String shortened(String target) {
        return LONG.matcher(target)
                .replaceAll(number -> new BigDecimal(number.group())
                        .setScale(DECIMALS, RoundingMode.HALF_UP)
                        .toPlainString())
                .replaceAll(",field=0(\\.0)?$", "");
    }
}
