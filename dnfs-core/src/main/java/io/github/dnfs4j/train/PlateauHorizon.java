package io.github.dnfs4j.train;

import io.github.dnfs4j.settings.TrainSettings;

/**
 * Grows by a sixteenth of the grid whenever the loss of a round is no longer clearly below the best one seen at this
 * horizon. It is never behind a linear one that takes half as long again of what is left of the run, so that the end of
 * the path is learnt as well.
 */
final class PlateauHorizon implements Horizon {
    private static final double CLEARLY = 0.95;
    private static final int PARTS = 16;

    private final TrainSettings settings;
    private int steps;
    private double best = Double.POSITIVE_INFINITY;

    PlateauHorizon(TrainSettings settings) {
        this.settings = settings;
        steps = Math.max(1, (int)
                Math.round(settings.horizon().start() * settings.paths().timeSteps()));
    }

    @Override
    public int steps(double progress, double loss) {
        int all = settings.paths().timeSteps();
        if (loss >= CLEARLY * best) {
            steps = Math.min(all, steps + Math.max(1, all / PARTS));
            best = Double.POSITIVE_INFINITY;
        } else if (loss < best) {
            best = loss;
        }
        double growth = (1 + settings.horizon().growth()) / 2;
        double least = settings.horizon().start() + (1 - settings.horizon().start()) * Math.min(1, progress / growth);
        steps = Math.max(steps, Math.min(all, (int) Math.round(least * all)));
        return steps;
    }

    @Override
    public double[] state() {
        return new double[] {steps, best};
    }

    @Override
    public void restore(double[] state) {
        steps = (int) state[0];
        best = state[1];
    }
}
