package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.evaluate.TemperatureCurve;
import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.torch.Rng;
import java.util.Optional;

/** The temperatures that the paths of a trained lattice pass on their way to its own. */
final class Temperatures {
    private static final int POINTS = 20;
    private static final int MOST = 1000;
    private static final int LEAST = 100;

    private Temperatures() {}

    /**
     * Measures them with as many paths as {@code seconds} allow, which a judgement of the model by jumps helps to plan;
     * nothing for too few, for paths that jumps cannot follow, and for targets whose temperature means nothing.
     */
    static Optional<TemperatureCurve> measure(Model model, Evaluation judged, double seconds) {
        Flow flow = model.flow();
        int paths = (int) Math.min(MOST, seconds * judged.samples() / judged.seconds());
        if (!(flow.path().target() instanceof PairTarget) || flow.path().begin() != 0 || paths < LEAST) {
            return Optional.empty();
        }
        SamplingSettings s = model.settings().sampling();
        try (Rng rng = Judge.rng(model.settings())) {
            double[] shares = TemperatureCurve.shares(POINTS, 1.0 / POINTS, 1);
            return Optional.of(TemperatureCurve.of(flow, shares, s.cells(), paths, Math.min(paths, s.batch()), rng));
        } catch (ArithmeticException | IllegalStateException e) {
            // As with what network calls buy: steps alone may be all that this flow can follow.
            return Optional.empty();
        }
    }
}
