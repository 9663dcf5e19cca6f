package io.github.dnfs4j.experiment.result;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.terminal.Columns;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Estimate;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
            ModelResult result = ModelResult.read(model);
            List<String> line = new ArrayList<>(facts(model, result));
            @Nullable Evaluation e = result.last();
            if (e == null) {
                line.addAll(List.of(Numbers.NONE, Numbers.NONE, Numbers.NONE, ""));
            } else {
                Estimate logZ = Quantity.LOG_Z.in(e);
                line.addAll(List.of(
                        Numbers.withError(Quantity.ESS_EXACT.in(e)),
                        Numbers.calls(e.networkCallsPerPath().mean()),
                        Numbers.withError(logZ),
                        Numbers.exact(logZ.reference())));
            }
            lines.add(line);
        }
        return Columns.text(lines, 2);
    }

    /** Name, target, network, number of weights and size of the file. */
    public static List<String> facts(Path model, ModelResult result) throws IOException {
        return List.of(
                String.valueOf(model.getFileName()),
                shortened(result.target()),
                result.network(),
                result.parameters() == null ? Numbers.NONE : Numbers.count(result.parameters()),
                String.format(Locale.ROOT, "%,d kB", (ModelResult.bytes(model) + 999) / 1000));
    }

    /** Couplings to seven decimals, as the help has them, and no keys that say nothing. */
    static String shortened(String target) {
        return LONG.matcher(target)
                .replaceAll(number -> new BigDecimal(number.group())
                        .setScale(DECIMALS, RoundingMode.HALF_UP)
                        .toPlainString())
                .replaceAll(",field=0(\\.0)?$", "");
    }
}
