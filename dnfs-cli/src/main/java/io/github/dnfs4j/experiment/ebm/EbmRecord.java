package io.github.dnfs4j.experiment.ebm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.ebm.DataSettings;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.ebm.Planar;
import io.github.dnfs4j.experiment.plan.Catalogue;
import io.github.dnfs4j.experiment.plan.EbmPlan;
import io.github.dnfs4j.experiment.result.ResultFile;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Finished runs of {@code dnfs ebm train} as a table for {@code docs/results/}, the paper's numbers beside them. Of a
 * run its {@code config.yaml} and {@code result.json} are enough.
 */
public final class EbmRecord {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PAPER = "table-toy2d";
    /** Of a coordinate; also the default of {@code --bits}. */
    static final int PAPER_BITS = 16;

    private static final List<String> HEADER = List.of(
            "set",
            "method",
            "NLL",
            "Z",
            "the paper's",
            "entropy",
            "excess",
            "MMD, sampler",
            "the paper's",
            "MMD, energy",
            "ESS",
            "updates",
            "seconds",
            "device");
    private static final String CAPTION =
            "NLL in nats and how its Z was found; entropy of the data in the same code, and"
                    + " what that NLL has above it; MMD in 1e-4 of the sampler's and of the energy's samples; ESS of exact"
                    + " weights. The paper has no eb-dnfs-mh, beside which its EB-GFN stands; it fitted its code to points of"
                    + " its own, so that its NLL may be off by several hundredths either way";

    private EbmRecord() {}

    /** The table, as {@code docs/results/record.md} shows it. */
    public static ObjectNode of(List<Path> runs) throws IOException {
        Set<String> commands = new LinkedHashSet<>();
        Set<String> methods = new LinkedHashSet<>();
        List<List<String>> rows = new ArrayList<>();
        for (Path run : runs) {
            EbmSettings settings = EbmModel.settings(run);
            if (settings.data() instanceof DataSettings.Lattice) {
                throw new FormatException(run, "a matrix by dnfs ebm learn-ising; this table is of dnfs ebm train");
            }
            if (!ResultFile.exists(run)) {
                throw new FormatException(run, "it has no result.json: it was not trained and judged to its end");
            }
            commands.add(EbmCommandLine.of(settings));
            methods.add(settings.method().toString());
            rows.add(row(settings, ResultFile.read(run)));
        }
        ObjectNode tree = JSON.createObjectNode();
        tree.put("title", "Energies learnt from data by " + String.join(" and ", methods));
        tree.put("command", String.join("`, `", commands));
        tree.put("caption", CAPTION);
        tree.set("header", JSON.valueToTree(HEADER));
        tree.set("rows", JSON.valueToTree(rows));
        return tree;
    }

    private static List<String> row(EbmSettings settings, JsonNode result) throws IOException {
        JsonNode e = result.path("evaluation");
        String method = settings.method().toString();
        String set = set(settings);
        // The excess is that of the exact Z where there is one, and so must be the NLL beside it.
        boolean enumerated = e.hasNonNull("nllExact");
        String by = enumerated ? "nllExact" : "nllImportance";
        double nll = number(e, by, "value");
        double entropy = number(e, "entropy", "value");
        double excess = number(e, "excess", "value");
        double error = number(e, "excess", "standardError");
        if (Double.isNaN(entropy) && settings.data() instanceof DataSettings.Plane plane) {
            // Judged before entropies were: that of the law itself, and no states held out in common.
            entropy = Planar.parse(plane.set()).density().entropy() + 2 * Math.log(plane.scale());
            excess = nll - entropy;
            error = number(e, by, "standardError");
        }
        return List.of(
                set,
                method,
                text(nll, number(e, by, "standardError")),
                enumerated ? "enumerated" : "by uniform states",
                paper(settings, "nllImportance", set),
                text(entropy, Double.NaN),
                text(excess, error),
                text(1e4 * number(e, "mmdSampler", "value"), 1e4 * number(e, "mmdSampler", "standardError")),
                paper(settings, "mmd", set),
                text(1e4 * number(e, "mmdEnergy", "value"), 1e4 * number(e, "mmdEnergy", "standardError")),
                text(e.path("ess").asDouble(Double.NaN), Double.NaN),
                Numbers.count(result.path("steps").asLong()),
                String.format(Locale.ROOT, "%.0f", result.path("seconds").asDouble()),
                result.path("device").asText());
    }

    private static String set(EbmSettings settings) {
        return settings.data() instanceof DataSettings.Plane plane && plane.bits() == PAPER_BITS
                ? plane.set()
                : settings.data().title();
    }

    private static double number(JsonNode evaluation, String key, String part) {
        return evaluation.path(key).path(part).asDouble(Double.NaN);
    }

    private static String text(double value, double error) {
        if (Double.isNaN(value)) {
            return Numbers.NONE;
        }
        return Double.isNaN(error)
                ? String.format(Locale.ROOT, "%.3f", value)
                : String.format(Locale.ROOT, "%.3f ± %.3f", value, error);
    }

    private static String paper(EbmSettings settings, String key, String set) throws IOException {
        EbmPlan plan = Objects.requireNonNull(Catalogue.find(PAPER).ebm());
        Map<String, Map<String, Double>> rows =
                plan.paper() == null ? Map.of() : plan.paper().getOrDefault(key, Map.of());
        Method as = settings.method() == Method.EB_DNFS_MH ? Method.EB_GFN : settings.method();
        Double value = rows.getOrDefault(as.toString(), Map.of()).get(set);
        return value == null ? Numbers.NONE : String.format(Locale.ROOT, "%.3f", value);
    }
}
