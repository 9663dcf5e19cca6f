package io.github.dnfs4j.cli;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.MarkovKernels;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.torch.Rng;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Markov moves after each cell or step of the flow. */
final class RefineOptions {
    private static final List<String> POSSIBLE = List.of("gibbs", "gwg", "dmala", "sw");

    @Option(
            names = "--refine",
            paramLabel = "KERNEL",
            description =
                    "Markov moves after each cell or step of the flow: gibbs, gwg, dmala or, of Ising and Potts, sw (clusters)."
                            + " The weights stay exact.")
    @Nullable
    String refine;

    @Option(
            names = "--refine-steps",
            paramLabel = "N",
            description = "Moves after each of these, with --refine (default: 1).")
    @Nullable
    Integer steps;

    /** Says what is wrong before a model is loaded. */
    void check() {
        Checks.positive("--refine-steps", steps);
        if (refine == null && steps != null) {
            throw new IllegalArgumentException("--refine-steps needs --refine");
        }
        if (refine != null && !POSSIBLE.contains(refine)) {
            throw new IllegalArgumentException(
                    "unknown kernel '" + refine + "' for --refine; possible: " + String.join(", ", POSSIBLE));
        }
    }

    /** These options as they are typed. */
    String text() {
        return refine == null ? "" : "--refine " + refine + (steps == null ? "" : " --refine-steps " + steps);
    }

    /** The moves, null for none; the step size of dmala is adapted to the target first. */
    @Nullable
    MarkovKernel kernel(Model model, Rng rng) {
        if (refine == null) {
            return null;
        }
        MarkovKernel kernel = MarkovKernels.named(refine, new AnnealingPath(model.target()), rng)
                .kernel();
        return steps == null ? kernel : kernel.repeated(steps);
    }
}
