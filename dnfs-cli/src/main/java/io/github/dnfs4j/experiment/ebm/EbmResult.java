package io.github.dnfs4j.experiment.ebm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.EbmTrainer;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * {@code result.json} of a learned energy: how it was judged, and what learning it took. The file has the settings as
 * well.
 *
 * @param <E> the judgement: of an energy, or of a matrix
 */
record EbmResult<E>(
        String name,
        String method,
        Versions versions,
        long seed,
        String device,
        long steps,
        double seconds,
        E evaluation) {

    /** How near a learned matrix comes to the true one, and how near a matrix of zeros does: negative log-RMSE. */
    record Matrix(double negativeLogRmse, double zeroMatrix) {}

    static <E> EbmResult<E> of(EbmSettings settings, EbmTrainer trainer, E evaluation) {
        return new EbmResult<>(
                settings.data().title(),
                settings.method().toString(),
                Versions.current(),
                settings.seed(),
                settings.device(),
                trainer.steps(),
                trainer.seconds(),
                evaluation);
    }

    void write(Path run, EbmSettings settings) throws IOException {
        ObjectNode tree = Json.tree(this);
        tree.set("settings", SettingsFile.of(settings).json());
        Json.write(RunResult.file(run), tree);
    }
}
