package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.flow.StepKernel;
import io.github.dnfs4j.flow.Sublattices;
import io.github.dnfs4j.mcmc.Sweeps;
import io.github.dnfs4j.path.Pace;
import io.github.dnfs4j.path.TimeGrid;
import org.jspecify.annotations.Nullable;

/**
 * How to draw samples from a trained flow.
 *
 * @param timeSteps K
 * @param batch paths simulated at once
 * @param kernel the step kernel
 * @param reversibleFloor heat-bath rate added to every rate
 * @param constantFloor constant added to every rate, divided by K
 * @param sweeps Gibbs sweeps after each step
 * @param resampleBelow resample the paths of a batch when their ESS falls below this share; 0 for never. With it the
 *     sampler is sequential Monte Carlo: the samples of a batch depend on each other, and their ESS counts from the last
 *     resampling on
 * @param sublattices whether sites that interact move in turns, where the target has few colours
 * @param paced whether steps are short where a measured {@link Pace} says so; else they are equal
 */
public record SamplingSettings(
        int timeSteps,
        int batch,
        StepKernel kernel,
        double reversibleFloor,
        double constantFloor,
        int sweeps,
        double resampleBelow,
        boolean sublattices,
        boolean paced) {
    /** The defaults. */
    public static final SamplingSettings DEFAULT =
            new SamplingSettings(128, 1024, StepKernel.EXPONENTIAL, 1, 0, 0, 0, true, true);

    public SamplingSettings {
        if (timeSteps < 1) {
            throw new IllegalArgumentException("timeSteps must be at least 1, not " + timeSteps);
        }
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1, not " + batch);
        }
        if (sweeps < 0) {
            throw new IllegalArgumentException("sweeps must not be negative, they are " + sweeps);
        }
        if (!(resampleBelow >= 0 && resampleBelow <= 1)) {
            throw new IllegalArgumentException("resampleBelow must lie in 0..1, not " + resampleBelow);
        }
    }

    /** The same with other numbers of time steps and paths at once. */
    public SamplingSettings with(int newTimeSteps, int newBatch) {
        return new SamplingSettings(
                newTimeSteps,
                newBatch,
                kernel,
                reversibleFloor,
                constantFloor,
                sweeps,
                resampleBelow,
                sublattices,
                paced);
    }

    /** The same with resampling below another share; 0 for never. */
    public SamplingSettings resampling(double below) {
        return new SamplingSettings(
                timeSteps, batch, kernel, reversibleFloor, constantFloor, sweeps, below, sublattices, paced);
    }

    /** A simulator with equal steps. */
    public Simulator simulator(Flow flow) {
        return simulator(flow, Pace.EVEN);
    }

    /** A simulator at a pace, unless its steps shall be equal. */
    public Simulator simulator(Flow flow, Pace measured) {
        RateFloor floor = new RateFloor(reversibleFloor, constantFloor / timeSteps);
        Sublattices turns = sublattices ? Sublattices.of(flow.path().target()).orElse(null) : null;
        return new Simulator(
                flow,
                grid(paced ? measured : Pace.EVEN, turns),
                kernel,
                floor,
                Sweeps.gibbs(sweeps),
                resampleBelow,
                turns);
    }

    private TimeGrid grid(Pace pace, @Nullable Sublattices turns) {
        boolean two = turns != null && turns.count() == 2;
        return two && !pace.equals(Pace.EVEN) ? pace.gridOfTurns(timeSteps) : pace.grid(timeSteps);
    }
}
