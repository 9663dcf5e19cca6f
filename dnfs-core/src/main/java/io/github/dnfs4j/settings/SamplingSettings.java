package io.github.dnfs4j.settings;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Jumps;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.flow.Steps;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Sweeps;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Plausible;
import io.github.dnfs4j.torch.Words;
import org.jspecify.annotations.Nullable;

/**
 * How to draw samples from a trained flow.
 *
 * @param by jumps or steps
 * @param cells of jumps
 * @param timeSteps of steps, K
 * @param batch paths simulated at once
 * @param rule of a step
 * @param reversibleFloor heat-bath rate added to every rate of a step; jumps need none
 * @param constantFloor constant added to every rate of a step, divided by K
 * @param sweeps Gibbs sweeps after each step or cell
 * @param resampleBelow resample the paths of a batch when their ESS falls below this share; 0 for never. With it the
 *     sampler is sequential Monte Carlo: the samples of a batch depend on each other, and their ESS counts from the last
 *     resampling on
 */
public record SamplingSettings(
        By by,
        int cells,
        int timeSteps,
        int batch,
        StepRule rule,
        double reversibleFloor,
        double constantFloor,
        int sweeps,
        double resampleBelow) {
    /** The most sites at which {@code auto} means jumps: a path takes about one network call for every second site. */
    public static final int MOST_SITES = 4096;

    /** How paths are simulated. */
    public enum By {
        /** Jumps up to {@link #MOST_SITES} sites, steps beyond. */
        AUTO,
        JUMPS,
        STEPS;

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    /** The defaults. */
    public static final SamplingSettings DEFAULT =
            new SamplingSettings(By.AUTO, 32, 128, 1024, StepRule.EXPONENTIAL, 1, 0, 0, 0);

    public SamplingSettings {
        if (cells < 1 || cells > Jumps.MOST_CELLS) {
            throw new IllegalArgumentException("cells must be 1 to " + Jumps.MOST_CELLS + ", not " + cells);
        }
        Plausible.check("timeSteps", timeSteps, Plausible.STEPS);
        Plausible.check("batch", batch, Plausible.BATCH);
        new RateFloor(reversibleFloor, constantFloor);
        if (sweeps < 0 || sweeps > Plausible.STEPS) {
            throw new IllegalArgumentException("sweeps must be 0 to 1,000,000, not " + sweeps);
        }
        if (!(resampleBelow >= 0 && resampleBelow <= 1)) {
            throw new IllegalArgumentException("resampleBelow must lie in 0..1, not " + resampleBelow);
        }
    }

    /** These settings by so many steps, so many paths at once. */
    public SamplingSettings steps(int newTimeSteps, int newBatch) {
        return new SamplingSettings(
                By.STEPS, cells, newTimeSteps, newBatch, rule, reversibleFloor, constantFloor, sweeps, resampleBelow);
    }

    /** These settings by jumps in so many cells, so many paths at once. */
    public SamplingSettings jumps(int newCells, int newBatch) {
        return new SamplingSettings(
                By.JUMPS, newCells, timeSteps, newBatch, rule, reversibleFloor, constantFloor, sweeps, resampleBelow);
    }

    /** These settings with another number of paths at once. */
    public SamplingSettings batches(int newBatch) {
        return new SamplingSettings(
                by, cells, timeSteps, newBatch, rule, reversibleFloor, constantFloor, sweeps, resampleBelow);
    }

    /** These settings without moves in between and without resampling. */
    public SamplingSettings plain() {
        return new SamplingSettings(by, cells, timeSteps, batch, rule, reversibleFloor, constantFloor, 0, 0);
    }

    /** These settings with resampling below another share; 0 for never. */
    public SamplingSettings resampling(double below) {
        return new SamplingSettings(by, cells, timeSteps, batch, rule, reversibleFloor, constantFloor, sweeps, below);
    }

    /** Whether states of a space are drawn by jumps. */
    public boolean byJumps(StateSpace space) {
        return by == By.JUMPS || (by == By.AUTO && space.sites() <= MOST_SITES);
    }

    /** In how many cells or steps the paths are simulated. */
    public int times(StateSpace space) {
        return byJumps(space) ? cells : timeSteps;
    }

    /** The simulator of these settings, with its Gibbs sweeps. */
    public Simulator simulator(Flow flow) {
        return simulator(flow, Sweeps.gibbs(sweeps));
    }

    /** The simulator of these settings with other moves than Gibbs sweeps; null for none. */
    public Simulator simulator(Flow flow, @Nullable MarkovKernel between) {
        return simulatorOf(flow).with(between, resampleBelow);
    }

    private Simulator simulatorOf(Flow flow) {
        return byJumps(flow.path().space())
                ? Jumps.of(flow, cells)
                : Steps.of(
                        flow,
                        TimeGrid.uniform(timeSteps),
                        rule,
                        new RateFloor(reversibleFloor, constantFloor / timeSteps));
    }
}
