package io.github.dnfs4j.gfn;

import static io.github.dnfs4j.torch.Plausible.check;

import io.github.dnfs4j.optim.Clock;
import io.github.dnfs4j.optim.LearningRate;
import io.github.dnfs4j.torch.Plausible;

/**
 * A GFlowNet and its training.
 *
 * @param hidden width of the layers
 * @param layers hidden layers
 * @param steps optimiser steps; 0 to go by minutes
 * @param minutes of training; 0 to go by steps
 * @param batch trajectories of a step
 * @param learningRate of the network, falling as a cosine to 2 %
 * @param logZRate how far log Z moves towards each batch's own estimate
 * @param gradientClip largest norm of a gradient
 */
public record GfnSettings(
        int hidden,
        int layers,
        int steps,
        double minutes,
        int batch,
        double learningRate,
        double logZRate,
        double gradientClip) {
    private static final double FINAL_RATE = 0.02;

    /** The defaults: the network of Zhang et al. 2022. */
    public static final GfnSettings DEFAULT = new GfnSettings(256, 3, 0, 2, 128, 1e-3, 0.1, 10);

    public GfnSettings {
        Plausible.check("hidden", hidden, Plausible.WIDTH);
        Plausible.check("layers", layers, Plausible.LAYERS);
        Plausible.check("batch", batch, Plausible.BATCH);
        Clock.check(steps, minutes);
        new LearningRate(learningRate, 0, FINAL_RATE); // refuses what is none
        check(gradientClip > 0, "gradientClip must be positive");
        check(logZRate > 0 && logZRate <= 1, "logZRate must be above 0 and at most 1, not " + logZRate);
    }

    /** The learning rate over the run. */
    LearningRate rate() {
        return new LearningRate(learningRate, 0, FINAL_RATE);
    }

    /** These settings for a number of minutes. */
    public GfnSettings withMinutes(double newMinutes) {
        return withBudget(0, newMinutes);
    }

    /** These settings for a number of steps or of minutes; the other is 0. */
    public GfnSettings withBudget(int newSteps, double newMinutes) {
        return new GfnSettings(hidden, layers, newSteps, newMinutes, batch, learningRate, logZRate, gradientClip);
    }

    /** These settings with another network. */
    public GfnSettings withNetwork(int newHidden, int newLayers) {
        return new GfnSettings(newHidden, newLayers, steps, minutes, batch, learningRate, logZRate, gradientClip);
    }
}
