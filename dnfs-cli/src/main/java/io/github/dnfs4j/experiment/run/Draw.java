package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.sample.Resampling;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.torch.Rng;
import java.util.function.BooleanSupplier;

/** Paths for so many states of a sampler. */
public final class Draw {
    /** For each state, so that a bad sampler ends. */
    private static final int MOST_PATHS = 4;
    /** The largest weight of more paths is larger. */
    private static final double SAFETY = 1.2;

    private static final int PART = 1000;

    private Draw() {}

    /** More paths than states, as far as that is needed, where resampling would else leave copies. */
    public static SampleSet forStates(Sampler sampler, int count, Rng rng) {
        SampleSet drawn = sampler.sample(count, rng);
        double wanted = Resampling.pathsWithoutCopies(drawn.logWeights(), count);
        long sites = drawn.space().sites();
        long most = Math.min((long) MOST_PATHS * count, (Integer.MAX_VALUE - 16L) / sites);
        int more = (int) (Math.min(Math.ceil(SAFETY * wanted), most) - count);
        return !(wanted > count) || more < 1 ? drawn : drawn.and(sampler.sample(more, rng));
    }

    /** Draws part by part, and less than was asked for when it is told to stop; one part at least. */
    public static Sampler stoppable(Sampler sampler, BooleanSupplier stop) {
        return (count, rng) -> {
            SampleSet drawn = sampler.sample(Math.min(count, PART), rng);
            while (drawn.count() < count && !stop.getAsBoolean()) {
                drawn = drawn.and(sampler.sample(Math.min(count - drawn.count(), PART), rng));
            }
            return drawn;
        };
    }
}
