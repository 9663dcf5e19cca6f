package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Climbable;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;

/** The quantities that change over a run, as functions of its progress p in [0, 1]. */
record Schedule(TrainSettings settings) {

    /** The times of paths of so many steps, even ones or as dense as these; the same for all ranks. */
    TimeGrid grid(int steps, TimeDensity density, Ranks ranks, Rng rng) {
        double horizon = (double) steps / settings.paths().timeSteps();
        boolean random = settings.paths().randomTimes() && steps > 1;
        try (Scope scope = Scope.open()) {
            TimeGrid even = TimeGrid.uniform(steps, horizon);
            if (random) {
                Tensor uniforms = rng.uniform(steps - 1L);
                ranks.share(uniforms);
                even = TimeGrid.jittered(steps, horizon, Tensors.doubles(uniforms));
            }
            return settings.paths().denseTimes() ? density.bend(even) : even;
        }
    }

    /** That of the settings, with a drop at each rung of the ladder. */
    double learningRate(double p) {
        return settings.optimiser()
                .rate()
                .times(Math.pow(settings.ladder().drop(), rung(p)))
                .at(p);
    }

    /** Where on the ladder the run stands: each rung has an equal share, the target itself the last one. */
    int rung(double p) {
        int rungs = settings.ladder().strengths().size();
        return Math.min(rungs, (int) (p * (rungs + 1)));
    }

    /** The flow to the target of a rung. */
    Flow flow(Flow goal, int rung) {
        return rung < settings.ladder().strengths().size()
                ? goal.along(new AnnealingPath(Climbable.climb(
                        goal.path().target(), settings.ladder().strengths().get(rung))))
                : goal;
    }
}
