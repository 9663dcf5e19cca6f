package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.StepSimulation;
import io.github.dnfs4j.flow.Steps;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Sweeps;
import io.github.dnfs4j.mcmc.SwendsenWang;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;
import org.jspecify.annotations.Nullable;

/**
 * The rung of the ladder of couplings that training stands on: the flow to its target, at which the optimiser aims, and
 * the simulation of that flow. The last rung is the goal itself; without a ladder it is the only one.
 */
final class Climb implements AutoCloseable {
    private final Flow goal;
    private final Schedule schedule;
    private final OptimiserStep optimiser;
    private final Device device;
    private int rung;
    private StepSimulation simulation;

    /** Stands on the first rung. */
    Climb(Flow goal, Schedule schedule, OptimiserStep optimiser, Device device) {
        this.goal = goal;
        this.schedule = schedule;
        this.optimiser = optimiser;
        this.device = device;
        simulation = aim();
    }

    private StepSimulation aim() {
        Flow flow = schedule.flow(goal, rung);
        optimiser.aim(flow);
        TrainSettings settings = schedule.settings();
        return simulator(flow, settings.paths(), TimeGrid.uniform(1))
                .runs(settings.paths().trajectories(), device);
    }

    /** Simulates the paths of a round. */
    static Steps simulator(Flow flow, TrainSettings.Paths paths, TimeGrid grid) {
        @Nullable
        MarkovKernel moves = paths.clusters()
                ? new Sweeps(SwendsenWang.of(flow.path().target()), paths.sweeps())
                : Sweeps.gibbs(paths.sweeps());
        return Steps.of(flow, grid, paths.rule(), new RateFloor(paths.reversibleFloor(), 0))
                .with(moves, 0);
    }

    /** Climbs to a rung; whether it is another one than before. */
    boolean to(int newRung) {
        if (newRung == rung) {
            return false;
        }
        rung = newRung;
        StepSimulation next = aim();
        simulation.close();
        simulation = next;
        return true;
    }

    int rung() {
        return rung;
    }

    StepSimulation simulation() {
        return simulation;
    }

    @Override
    public void close() {
        simulation.close();
    }
}
