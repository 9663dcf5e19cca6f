package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Plausible.check;

import io.github.dnfs4j.mcmc.DiscreteLangevin;
import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.mcmc.GibbsWithGradients;
import io.github.dnfs4j.mcmc.Guess;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.Metropolis;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Plausible;
import java.util.List;

/**
 * Where the states come from against which data are held.
 *
 * @param perturbed M of the energy discrepancy: perturbed states for each of the data
 * @param offset w of the energy discrepancy
 * @param flip the probability e with which ED-Bern flips a bit
 * @param kernel of the Markov chains of cd and pcd: gibbs, gwg, dmala or dula
 * @param moves of those chains before each update: sweeps of gibbs, proposals of the others
 * @param stepSize alpha of dmala and dula
 * @param buffer how many chains pcd keeps
 * @param count negatives of one update of pcd and aloe
 */
public record NegativeSettings(
        int perturbed, double offset, double flip, String kernel, int moves, double stepSize, int buffer, int count) {
    private static final List<String> KERNELS = List.of("gibbs", "gwg", "dmala", "dula");

    /** The defaults: those of the papers. */
    public static final NegativeSettings DEFAULT = new NegativeSettings(32, 1, 0.1, "dmala", 40, 0.1, 10_000, 256);

    public NegativeSettings {
        Plausible.check("perturbed", perturbed, Plausible.BATCH);
        check(offset >= 0, "offset must not be negative");
        check(flip > 0 && flip < 1, "flip must lie in 0..1, both excluded");
        check(KERNELS.contains(kernel), "unknown kernel '" + kernel + "'; possible: " + String.join(", ", KERNELS));
        check(moves >= 1 && count >= 1 && buffer >= count, "moves and count must be at least 1, buffer at least count");
        check(
                moves <= Plausible.STEPS && buffer <= Plausible.BATCH,
                "moves must be at most 1,000,000, buffer 4,194,304");
        check(stepSize > 0, "stepSize must be above 0");
    }

    /** What each of some processes keeps, whose chains are these together. */
    NegativeSettings share(int processes) {
        check(
                count % processes == 0 && buffer % processes == 0,
                "negatives.count (" + count + ") and negatives.buffer (" + buffer
                        + ") are those of all processes: they must be multiples of " + processes);
        return new NegativeSettings(
                perturbed, offset, flip, kernel, moves, stepSize, buffer / processes, count / processes);
    }

    /** The moves before an update as one step. */
    MarkovKernel chain(Target target) {
        Guess guess = Guess.of(target);
        return switch (kernel) {
            case "gibbs" -> new Gibbs().repeated(moves);
            case "gwg" -> new Metropolis(new GibbsWithGradients(), guess, moves, true);
            default -> new Metropolis(new DiscreteLangevin(stepSize), guess, moves, kernel.equals("dmala"));
        };
    }
}
