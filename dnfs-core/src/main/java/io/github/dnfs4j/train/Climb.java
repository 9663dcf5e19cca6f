package io.github.dnfs4j.train;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.StepSimulation;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;

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
        return settings.simulator(flow, TimeGrid.uniform(1)).runs(settings.trajectories(), device);
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
