package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TargetKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code result.json} of an exported model: what was trained and how, and each evaluation that was recorded with the
 * command that repeats it.
 *
 * <pre>{@code
 * {name, target, network, parameters, training: {...}, judged: [{command, device, versions, evaluation: {...}}]}
 * }</pre>
 *
 * @param parameters how many weights, where it is known
 * @param training null where nothing is known of it
 * @param judged first to last
 * @param version of the program that trained it, where the training has no {@link Versions}
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ModelResult(
        String name,
        String target,
        String network,
        @Nullable Long parameters,
        @Nullable Trained training,
        List<Judged> judged,
        @Nullable String version) {
    private static final String WEIGHTS = "model.safetensors";
    private static final String JUDGED = "judged";

    /** An evaluation and the command that repeats it. */
    public record Judged(String command, String device, Versions versions, Evaluation evaluation) {}

    @SuppressWarnings("ConstantValue") // a file may lack the key
    public ModelResult {
        judged = judged == null ? List.of() : List.copyOf(judged);
    }

    /** Whether a folder is an exported model. */
    public static boolean isModel(Path folder) {
        return Files.isRegularFile(folder.resolve(WEIGHTS)) && Files.isRegularFile(folder.resolve("config.yaml"));
    }

    /** Bytes of the weights. */
    public static long bytes(Path model) throws IOException {
        return Files.size(model.resolve(WEIGHTS));
    }

    /** What is known of a model: its result, or as much as its settings say where it was never judged. */
    public static ModelResult read(Path folder) throws IOException {
        if (RunResult.exists(folder)) {
            return Json.read(RunResult.file(folder), ModelResult.class);
        }
        if (RunFolder.of(folder).kind() == Kind.SOLVER) {
            AmortisedSettings s = AmortisedModel.settings(folder);
            return new ModelResult(name(folder), s.problem() + " " + s.graphs(), "legf", null, null, List.of(), null);
        }
        RunSettings s = Model.settings(folder);
        return new ModelResult(
                name(folder), TargetKinds.text(s.target()), s.network().kind(), null, null, List.of(), null);
    }

    /** What a model in a folder is called. */
    public static String name(Path folder) {
        return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    }

    /** Writes the result of a new model, which may not have its name yet. */
    public static void begin(
            Path folder, String name, long parameters, @Nullable Trained training, @Nullable String version)
            throws IOException {
        ModelResult known = read(folder);
        Json.write(
                RunResult.file(folder),
                new ModelResult(name, known.target, known.network, parameters, training, List.of(), version));
    }

    /** Records an evaluation, in the place of one by the same command; all else stays as the file has it. */
    public static void record(Path folder, String name, RunSettings settings, String more, Evaluation evaluation)
            throws IOException {
        boolean jumps = evaluation.cells() != null;
        String device = settings.hardware().toString();
        String command = String.format(
                        Locale.ROOT,
                        "dnfs eval %s --samples %d %s %d --batch %d --seed %d --device %s %s",
                        name,
                        evaluation.samples(),
                        jumps ? "--cells" : "--time-steps",
                        jumps ? evaluation.cells() : evaluation.timeSteps(),
                        settings.sampling().batch(),
                        settings.seed(),
                        device,
                        more)
                .strip();
        Path file = RunResult.file(folder);
        if (!Files.exists(file)) {
            Json.write(file, read(folder));
        }
        if (!(Json.readTree(file) instanceof ObjectNode tree)) {
            throw new FormatException(file, "it holds no JSON object");
        }
        ArrayNode judged = tree.withArray(JUDGED);
        for (int k = judged.size() - 1; k >= 0; k--) {
            if (judged.get(k).path("command").asText().equals(command)) {
                judged.remove(k);
            }
        }
        judged.add(Json.<ObjectNode>tree(new Judged(command, device, Versions.current(), evaluation)));
        Json.write(file, tree);
    }

    /** The evaluation that was recorded last; null where there is none. */
    public @Nullable Evaluation last() {
        return judged.isEmpty() ? null : judged.get(judged.size() - 1).evaluation();
    }
}
