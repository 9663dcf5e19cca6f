package io.github.dnfs4j.experiment.ebm;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.ebm.Data;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.experiment.result.EvaluationJson;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Judges a learned energy and says what came out. */
public final class EbmJudge {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long STREAM = 7919;

    private EbmJudge() {}

    /** Randomness of its own, so that judging again gives the same. */
    static Rng rng(long seed, Device device) {
        return Rng.seeded(seed * STREAM + 1, device);
    }

    public static EbmEvaluation judge(Path run, EbmEvaluation.Effort effort, String device, long seed)
            throws IOException {
        Device hardware = Device.parse(device);
        try (EbmModel model = EbmModel.load(run, hardware);
                Data data = model.settings().data().open(hardware);
                Rng rng = rng(seed, hardware)) {
            return EbmEvaluation.of(model, data, effort, rng);
        }
    }

    public static ObjectNode json(EbmEvaluation evaluation) {
        ObjectNode tree = JSON.valueToTree(evaluation);
        EvaluationJson.nullUnlessFinite(tree);
        return tree;
    }

    /** A line for each number there is. */
    public static String text(EbmEvaluation e) {
        StringBuilder text = new StringBuilder();
        numbers(e).forEach((name, value) -> text.append(String.format(Locale.ROOT, "%-34s%s%n", name, value)));
        return text.append(String.format(
                        Locale.ROOT,
                        "from %s held-out states in %s%n",
                        Numbers.count(e.data()),
                        Numbers.duration(e.seconds())))
                .toString();
    }

    static Map<String, String> numbers(EbmEvaluation e) {
        Map<String, String> all = new LinkedHashMap<>();
        put(all, "entropy of the data", e.entropy(), 1, "%.4f ± %.4f");
        put(all, "NLL, exact Z", e.nllExact(), 1, "%.4f ± %.4f");
        put(all, "NLL, Z by uniform states", e.nllImportance(), 1, "%.4f ± %.4f");
        put(all, "NLL, Z by annealing", e.nllAnnealed(), 1, "%.4f ± %.4f");
        put(all, "NLL, Z by the flow", e.nllFlow(), 1, "%.4f ± %.4f");
        put(all, "NLL of the flow, upper bound", e.nllBound(), 1, "%.4f ± %.4f");
        put(
                all,
                e.nllExact() == null ? "excess, NLL by uniform states" : "excess, NLL by exact Z",
                e.excess(),
                1,
                "%.4f ± %.4f");
        put(all, "MMD of the energy, 1e-4", e.mmdEnergy(), 1e4, "%.3f ± %.3f");
        put(all, "MMD of the sampler, 1e-4", e.mmdSampler(), 1e4, "%.3f ± %.3f");
        if (e.ess() != null) {
            all.put("ESS of the flow, exact weights", String.format(Locale.ROOT, "%.4f", e.ess()));
        }
        return all;
    }

    private static void put(
            Map<String, String> all, String name, @Nullable Estimate value, double unit, String format) {
        if (value != null) {
            all.put(name, String.format(Locale.ROOT, format, value.value() * unit, value.standardError() * unit));
        }
    }
}
