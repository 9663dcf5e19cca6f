package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.train.TrainListener;

/** Two listeners, of which the first hears first. */
record Both(TrainListener first, TrainListener second) implements TrainListener {
    @Override
    public void step(Step step) {
        first.step(step);
        second.step(step);
    }

    @Override
    public void round(Round round) {
        first.round(round);
        second.round(round);
    }

    @Override
    public void paths(Paths paths) {
        first.paths(paths);
        second.paths(paths);
    }
}
