package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TargetKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * {@code result.json} of an exported model: what was trained and how, and each evaluation that was recorded with the
 * command that repeats it.
 *
 * <pre>{@code
 * {name, target, network, parameters, training: {...}, judged: [{command, device, versions, evaluation: {...}}]}
 * }</pre>
 */
public final class ModelResult {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WEIGHTS = "model.safetensors";
    private static final String JUDGED = "judged";
    private static final List<String> TRAINING =
            List.of("seed", "device", "precision", "steps", "seconds", "evaluations", "versions");

    private ModelResult() {}

    /** Whether a folder is an exported model. */
    public static boolean isModel(Path folder) {
        return Files.isRegularFile(folder.resolve(WEIGHTS)) && Files.isRegularFile(folder.resolve("config.yaml"));
    }

    /** Bytes of the weights. */
    public static long bytes(Path model) throws IOException {
        return Files.size(model.resolve(WEIGHTS));
    }

    /** What is known of a model: its result, or as much as its settings say where it was never judged. */
    public static ObjectNode read(Path folder) throws IOException {
        if (ResultFile.exists(folder) && ResultFile.read(folder) instanceof ObjectNode tree) {
            return tree;
        }
        ObjectNode tree = JSON.createObjectNode();
        tree.put("name", name(folder));
        if (RunFolder.of(folder).kind() == Kind.SOLVER) {
            AmortisedSettings solver = AmortisedModel.settings(folder);
            tree.put("target", solver.problem() + " " + solver.graphs());
            return tree.put("network", "legf");
        }
        RunSettings settings = Model.settings(folder);
        tree.put("target", TargetKinds.text(settings.target()));
        tree.put("network", settings.network().kind());
        return tree;
    }

    private static String name(Path folder) {
        return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    }

    /** The result of a new model; {@code run} is where it was trained and may know what that took. */
    public static void begin(Path folder, Path run, Model model) throws IOException {
        ObjectNode tree = read(folder);
        tree.put("parameters", model.flow().net().parameters().values().numel());
        if (ResultFile.exists(run)) {
            JsonNode trained = ResultFile.read(run);
            // Of a model that is exported once more the result is as of this one, and knows its training.
            JsonNode known = trained.path("training").isObject() ? trained.path("training") : trained;
            ObjectNode training = tree.putObject("training");
            for (String key : TRAINING) {
                if (known.has(key)) {
                    training.set(key, known.get(key));
                }
            }
        }
        ResultFile.write(folder, tree);
    }

    /** Records an evaluation, in the place of one by the same command. */
    public static void record(Path folder, RunSettings settings, String more, Evaluation evaluation)
            throws IOException {
        boolean jumps = evaluation.cells() != null;
        String command = String.format(
                        Locale.ROOT,
                        "dnfs eval %s --samples %d %s %d --batch %d --seed %d --device %s %s",
                        name(folder),
                        evaluation.samples(),
                        jumps ? "--cells" : "--time-steps",
                        jumps ? evaluation.cells() : evaluation.timeSteps(),
                        settings.sampling().batch(),
                        settings.seed(),
                        settings.hardware().name().toLowerCase(Locale.ROOT),
                        more)
                .strip();
        ObjectNode entry = JSON.createObjectNode();
        entry.put("command", command);
        entry.put("device", settings.hardware().name().toLowerCase(Locale.ROOT));
        entry.set("versions", JSON.valueToTree(Versions.current()));
        entry.set("evaluation", EvaluationJson.of(evaluation));
        ObjectNode tree = read(folder);
        ArrayNode judged = JSON.createArrayNode();
        for (JsonNode old : judged(tree)) {
            if (!old.path("command").asText().equals(command)) {
                judged.add(old);
            }
        }
        tree.set(JUDGED, judged.add(entry));
        ResultFile.write(folder, tree);
    }

    /** The recorded evaluations, first to last. */
    public static List<JsonNode> judged(JsonNode result) {
        List<JsonNode> all = new ArrayList<>();
        result.path(JUDGED).forEach(all::add);
        return all;
    }
}
