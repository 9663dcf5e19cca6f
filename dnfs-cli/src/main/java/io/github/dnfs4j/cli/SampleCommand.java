package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.run.Judge;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.flow.Jumps;
import io.github.dnfs4j.io.format.SampleWriter;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs sample}. */
@Command(name = "sample", description = "Draws states from a trained model.")
final class SampleCommand extends ConsoleCommand {
    @Mixin
    LoadOptions load = new LoadOptions();

    @Option(names = "--count", paramLabel = "N", required = true, description = "How many states.")
    int count;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "A new file, .npy, .csv or .json (default: CSV to the standard output).")
    @Nullable
    Path out;

    @Option(
            names = "--weighted",
            description = "States as drawn with their log weights, which .npy keeps in FILE.logw.npy;"
                    + " without it, states are resampled by exact weights.")
    boolean weighted;

    @Mixin
    RefineOptions refinement = new RefineOptions();

    @Option(names = "--spins", description = "Write -1 and 1 in place of 0 and 1.")
    boolean spins;

    SampleCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--count", count);
        if (out != null) {
            SampleWriter.check(out, weighted);
        }
        refinement.check();
        RunSettings settings = load.settings();
        try (Model model = Model.load(load.folder(), settings);
                Rng rng = Judge.rng(settings)) {
            int sites = model.target().space().sites();
            Checks.fitsMemory("--count", count, sites);
            if (spins && model.target().space().states() != 2) {
                throw new IllegalArgumentException("--spins needs sites of 2 states, these have "
                        + model.target().space().states());
            }
            SampleSet drawn =
                    model.sampler().refined(refinement.kernel(model, rng)).sample(count, rng);
            double ess = Weights.ess(drawn.logWeights());
            double effective = count * ess;
            Optional<String> few = Trust.few(ess, count);
            console.warn(few, Optional.empty());
            if (few.isEmpty() && !weighted && effective < 0.3 * count) {
                console.say(String.format(
                        Locale.ROOT,
                        "dnfs: the weights leave about %.0f of %s states; %s, --weighted gives all",
                        effective,
                        Numbers.count(count),
                        model.sampler().simulator() instanceof Jumps
                                ? "more --cells or more training may give more"
                                : "jumps (--cells) give more"));
            }
            SampleSet samples = weighted ? drawn : drawn.resample(count, rng.uniform());
            double[] logWeights = weighted ? samples.logWeights() : null;
            if (out == null) {
                SampleWriter.csv(console.out(), samples.states(), count, sites, logWeights, spins);
                console.out().flush();
            } else {
                SampleWriter.write(out, samples.states(), count, sites, logWeights, spins);
                console.say("wrote " + Numbers.count(count) + " states to " + out + " in "
                        + Numbers.duration(samples.cost().seconds()));
            }
        }
        return 0;
    }
}
