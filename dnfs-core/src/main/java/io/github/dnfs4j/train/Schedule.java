package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Climbable;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;

/** The quantities that change over a run, as functions of its progress p in [0, 1]. */
record Schedule(TrainSettings settings) {

    /** The times of a round of paths. */
    TimeGrid grid(double p, Rng rng) {
        return grid(gridSteps(p), rng);
    }

    /** The times of paths of so many steps. */
    TimeGrid grid(int steps, Rng rng) {
        double horizon = (double) steps / settings.paths().timeSteps();
        if (!settings.paths().randomTimes() || steps == 1) {
            return TimeGrid.uniform(steps, horizon);
        }
        try (Scope scope = Scope.open()) {
            return TimeGrid.jittered(steps, horizon, Tensors.doubles(rng.uniform(steps - 1L)));
        }
    }

    /** Linear warm-up, then a cosine down to {@code finalRate}, with a drop at each rung of the ladder. */
    double learningRate(double p) {
        double warmup = settings.optimiser().warmup();
        if (p < warmup) {
            return settings.optimiser().learningRate() * (p + 1e-3) / (warmup + 1e-3);
        }
        double q = warmup < 1 ? (p - warmup) / (1 - warmup) : 1;
        double low = settings.optimiser().finalRate();
        double drop = Math.pow(settings.ladder().drop(), rung(p));
        return settings.optimiser().learningRate() * drop * (low + (1 - low) * 0.5 * (1 + Math.cos(Math.PI * q)));
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

    /** How many steps of the time grid paths make: the time horizon grows linearly, then stays at 1. */
    int gridSteps(double p) {
        double growth = settings.horizon().growth();
        double horizon = p >= growth
                ? 1
                : settings.horizon().start() + (1 - settings.horizon().start()) * p / growth;
        return Math.max(1, (int) Math.round(horizon * settings.paths().timeSteps()));
    }
}
