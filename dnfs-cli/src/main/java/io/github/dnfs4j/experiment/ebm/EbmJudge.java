package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.ebm.Data;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.experiment.result.EbmQuantity;
import io.github.dnfs4j.experiment.terminal.Columns;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Judges a learned energy and says what came out. */
public final class EbmJudge {
    private static final long STREAM = 7919;

    private EbmJudge() {}

    /** Randomness of its own, so that judging again gives the same. */
    public static Rng rng(long seed, Device device) {
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

    /** The names and values of all numbers there are. */
    static List<List<String>> rows(EbmEvaluation e) {
        List<List<String>> rows = new ArrayList<>();
        for (EbmQuantity q : EbmQuantity.values()) {
            // What is one of two others would be said twice.
            if (q != EbmQuantity.MMD && q.in(e) != null) {
                rows.add(List.of(q.label(), q.text(q.in(e))));
            }
        }
        if (e.ess() != null) {
            rows.add(List.of("ESS of the flow, exact weights", Numbers.fixed(e.ess(), Double.NaN, 4)));
        }
        return rows;
    }

    /** A line for each number there is. */
    public static String text(EbmEvaluation e) {
        return Columns.text(rows(e), 2) + "from " + Numbers.count(e.data()) + " held-out states in "
                + Numbers.duration(e.seconds()) + "\n";
    }
}
