package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code result.json} of a run folder: the evaluation, what it cost to get there and with which software. The file has
 * the settings as well.
 *
 * @param threads over which batches were split; null where it was not kept
 * @param verdict why the evaluation cannot be true; null where it can
 * @param skippedSteps those left out because the loss or the gradient was not finite
 * @param evaluations of training
 * @param essAgainstCalls what network calls buy
 */
public record RunResult(
        String name,
        Versions versions,
        long seed,
        String device,
        String precision,
        @Nullable Integer threads,
        long steps,
        long skippedSteps,
        double seconds,
        Trained.Evaluations evaluations,
        Evaluation evaluation,
        @Nullable String verdict,
        List<CallsPoint> essAgainstCalls) {

    /**
     * One way to sample.
     *
     * @param times cells or steps
     * @param calls of the network, for each path
     * @param ess normalised, of exact weights
     */
    public record CallsPoint(SamplingSettings.By by, int times, int paths, double calls, double ess) {}

    public static Path file(Path run) {
        return run.resolve("result.json");
    }

    /** Whether the run was trained, evaluated and reported to its end. */
    public static boolean exists(Path run) {
        return Files.isRegularFile(file(run));
    }

    /** Takes away the result of a run that goes on. */
    public static void remove(Path run) throws IOException {
        Files.deleteIfExists(file(run));
    }

    public static RunResult read(Path run) throws IOException {
        return Json.read(file(run), RunResult.class);
    }

    public void write(Path run, RunSettings settings) throws IOException {
        ObjectNode tree = Json.tree(this);
        tree.set("settings", SettingsFile.of(settings).json());
        Json.write(file(run), tree);
    }
}
