package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.target.PairGraph;
import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.List;
import java.util.Locale;

/** Kernels by name, each in the form that is fastest for a target and a device. */
public final class MarkovKernels {
    /** What {@link #named} knows. */
    public static final List<String> NAMES =
            List.of("gibbs", "random-gibbs", "block-gibbs", "gwg", "dmala", "dula", "wolff", "sw");

    private static final int ADAPT_CHAINS = 64;
    private static final int ADAPT_STEPS = 100;
    private static final int BLOCK_VALUES = 16;

    private MarkovKernels() {}

    /**
     * A kernel and what finding its settings cost.
     *
     * @param note its settings in words, blank where there are none
     */
    public record Found(MarkovKernel kernel, String note, Cost cost) {}

    /** One sweep of systematic Gibbs. */
    public static MarkovKernel gibbs(Target target, Device device) {
        if (!(target instanceof PairTarget pairs)) {
            return new Gibbs();
        }
        if (device == Device.CPU) {
            return new PairGibbs();
        }
        PairGraph graph = pairs.pairs();
        // Each colour asks for the ratios of all sites, which on a dense graph is more than site by site.
        return 4 * graph.colours().length <= graph.space().sites() ? ColouredGibbs.of(graph) : new Gibbs();
    }

    /** The kernel of a name; Langevin kernels first adapt their step size at t = 1. */
    public static Found named(String name, AnnealingPath path, Rng rng) {
        Target target = path.target();
        Guess guess = Guess.of(target);
        boolean host = target instanceof PairTarget && rng.device() == Device.CPU;
        return switch (name) {
            case "gibbs" -> found(gibbs(target, rng.device()));
            case "random-gibbs" -> found(host ? new PairGibbs(true) : Gibbs.randomScan());
            case "block-gibbs" -> {
                int size = blockSize(target.space().states());
                yield found(host ? new PairBlockGibbs(size) : new BlockGibbs(size));
            }
            case "gwg" -> found(new Metropolis(new GibbsWithGradients(), guess, 1, true));
            case "dmala", "dula" -> {
                StepSize size = StepSize.adapt(path, guess, 1, ADAPT_CHAINS, ADAPT_STEPS, rng);
                MarkovKernel kernel =
                        name.equals("dmala") ? StepSize.dmala(size.alpha(), guess) : StepSize.dula(size.alpha(), guess);
                yield new Found(kernel, String.format(Locale.ROOT, "alpha %.3g", size.alpha()), size.cost());
            }
            case "wolff" -> found(new Wolff(clusters(target)));
            case "sw" -> found(swendsenWang(target));
            default ->
                throw new IllegalArgumentException(
                        "unknown kernel '" + name + "'; possible: " + String.join(", ", NAMES));
        };
    }

    private static Found found(MarkovKernel kernel) {
        return new Found(kernel, "", Cost.NONE);
    }

    private static int blockSize(int states) {
        return Math.max(1, (int) (Math.log(BLOCK_VALUES + 0.5) / Math.log(states)));
    }

    /** As many clusters a step as a lattice has sites along a side: near the critical point about one sweep. */
    private static int clusters(Target target) {
        checkPairs(target);
        return Math.max(1, (int) Math.round(Math.sqrt(target.space().sites())) / 2);
    }

    private static MarkovKernel swendsenWang(Target target) {
        checkPairs(target);
        return SwendsenWang.of(target);
    }

    private static void checkPairs(Target target) {
        if (!(target instanceof PairTarget)) {
            throw new IllegalArgumentException(
                    "cluster kernels need a target of equal or unequal pairs, such as Ising");
        }
    }
}
