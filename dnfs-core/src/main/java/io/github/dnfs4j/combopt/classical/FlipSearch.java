package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * States of low energy: annealing from new starts again and again, and merging what it finds. {@link Merging} makes one
 * state of the last few and of what became of those before them, at least as good as each. When that brings nothing any
 * more it is put aside and begun anew; what was put aside is merged in turn. Where couplings are few this reaches far
 * beyond annealing.
 */
public final class FlipSearch {
    private static final int FIRST_SWEEPS = 60;
    private static final double GROWTH = 1.6;
    /** A run takes at most this part of the time, lest there be too few to merge. */
    private static final double LONGEST = 0.06;
    /** More where merging wins less, of energies so large that runs are short otherwise. */
    private static final double LONGEST_DENSE = 0.25;

    private static final int LARGE = 4000;
    /** Where annealing begins, in parts of the cost of a flip in a random state: which is best depends on the problem. */
    private static final double[] HEATS = {0.5, 0.3, 0.9};

    private static final double CURIOUS = 0.3;
    /** How many states are merged at a time. */
    private static final int GROUP = 5;

    private final QuadraticForm binary;
    private final FastRandom random;
    private final Annealer annealer;
    private final Merging merging;
    private final double longest;
    private final List<byte[]> recent = new ArrayList<>();
    private final List<byte[]> champions = new ArrayList<>();
    private byte @Nullable [] champion;
    private double championEnergy;
    private int idle;
    /** What the last merging took. */
    private double took;

    private final double[] score = new double[HEATS.length];
    private final int[] tried = new int[HEATS.length];
    private byte[] best = new byte[0];
    private double bestEnergy = Double.POSITIVE_INFINITY;

    public FlipSearch(QuadraticForm binary, FastRandom random) {
        this.binary = binary;
        this.random = random;
        annealer = new Annealer(binary, random);
        merging = new Merging(binary, random);
        longest = binary.size() <= LARGE || Merging.sparse(binary) ? LONGEST : LONGEST_DENSE;
    }

    /** Runs until the deadline; tells of the state of each run and of what merging makes of them. */
    public void run(Deadline deadline, Consumer<byte[]> found) {
        double all = deadline.left();
        double sweeps = FIRST_SWEEPS;
        do {
            double before = deadline.left();
            int heat = choose();
            annealer.run((int) sweeps, HEATS[heat], deadline);
            learn(heat, annealer.bestEnergy());
            found.accept(annealer.best());
            double spent = before - deadline.left();
            collect(annealer.best(), (int) sweeps, deadline, found);
            // A run that the deadline would cut is made to fit: a cold end is worth more than a slow one.
            double rate = spent / sweeps;
            double room = deadline.left() / Math.max(rate, 1e-9) * 0.95;
            double most = Math.max(FIRST_SWEEPS, longest * all / Math.max(rate, 1e-9));
            double longer = Math.min(sweeps * GROWTH, Math.min(20_000, most));
            sweeps = room > 2 * longer ? longer : Math.max(FIRST_SWEEPS / 3.0, room > longer ? room / 2 : room);
        } while (!deadline.passed());
    }

    private int choose() {
        int chosen = 0;
        for (int k = 0; k < HEATS.length; k++) {
            if (tried[k] == 0) {
                return k;
            }
            chosen = score[k] < score[chosen] ? k : chosen;
        }
        return random.uniform() < CURIOUS ? random.below(HEATS.length) : chosen;
    }

    /** A mean in which old runs, which were shorter, fade. */
    private void learn(int heat, double energy) {
        tried[heat]++;
        score[heat] += (energy - score[heat]) / Math.min(tried[heat], 4);
    }

    /** Merges the last few states with what became of those before them, until that brings nothing for a while. */
    private void collect(byte[] state, int sweeps, Deadline deadline, Consumer<byte[]> found) {
        keep(state);
        recent.add(state.clone());
        double before = deadline.left();
        // What would come after the deadline is not begun.
        if (recent.size() < GROUP || before <= took) {
            return;
        }
        if (champion != null) {
            recent.add(champion);
        }
        byte[] merged = merging.merge(recent, sweeps, deadline);
        took = before - deadline.left();
        recent.remove(champion);
        double energy = binary.energy(merged);
        idle = champion == null || energy < championEnergy ? 0 : idle + 1;
        champion = merged;
        championEnergy = energy;
        found.accept(merged);
        keep(merged);
        recent.remove(0);
        if (idle >= GROUP) {
            champions.add(merged);
            if (champions.size() > 1) {
                byte[] top = merging.merge(champions, sweeps, deadline);
                found.accept(top);
                keep(top);
            }
            if (champions.size() >= GROUP) {
                champions.clear();
                champions.add(best);
            }
            champion = null;
            idle = 0;
            recent.clear();
        }
    }

    private void keep(byte[] state) {
        double energy = binary.energy(state);
        if (energy < bestEnergy) {
            bestEnergy = energy;
            best = state.clone();
        }
    }
}
