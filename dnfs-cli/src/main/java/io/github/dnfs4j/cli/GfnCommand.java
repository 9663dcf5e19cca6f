package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import io.github.dnfs4j.gfn.GfnModel;
import io.github.dnfs4j.gfn.GfnRun;
import io.github.dnfs4j.gfn.GfnSettings;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.settings.TargetKinds;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dnfs gfn}. */
@Command(name = "gfn", description = "Trains a GFlowNet by trajectory balance; compare it as gfn:DIR.")
final class GfnCommand extends ConsoleCommand {
    private static final int SAMPLES = 5000;
    private static final int EVERY = 500;

    @Option(
            names = "--target",
            paramLabel = "KIND:KEY=VALUE,..",
            description = "Such as ising:side=4,sigma=0.1 (default: the critical 6x6 lattice).")
    String target = "ising";

    @Mixin
    BudgetOptions budget = new BudgetOptions();

    @Option(names = "--hidden", description = "Width of the network (default: ${DEFAULT-VALUE}).")
    int hidden = GfnSettings.DEFAULT.hidden();

    @Option(names = "--layers", description = "Hidden layers (default: ${DEFAULT-VALUE}).")
    int layers = GfnSettings.DEFAULT.layers();

    @Mixin
    DeviceOptions on = new DeviceOptions();

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "A new folder.")
    @SuppressWarnings("NullAway.Init")
    Path out;

    @Option(names = "--resume", description = "Continue the run of --out from its last checkpoint.")
    boolean resume;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    GfnCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        budget.check();
        try (StopSignal stop = StopSignal.install();
                GfnRun run = resume ? resumed() : created()) {
            console.say("training a GFlowNet of "
                    + Numbers.count(run.model().target().space().sites()) + " sites into "
                    + Console.word(out.toString()));
            run.train((step, loss, logZ) -> report(run.progress(), step, loss, logZ), stop);
            if (run.progress() < 1) {
                console.say("stopped; checkpoint saved. Continue with: " + Console.command() + " gfn --resume --out "
                        + Console.word(out.toString()));
                return stop.exitCode();
            }
            GfnModel model = run.model();
            double[] w = model.sampler().sample(SAMPLES, run.rng()).logWeights();
            String exact = ExactValues.of(model.target())
                    .map(e -> String.format(Locale.ROOT, ", exact %.4f", e.logZ()))
                    .orElse("");
            console.out()
                    .printf(
                            Locale.ROOT,
                            "log Z %.4f ± %.4f (trained scalar %.4f%s), ESS %.3f, trained for %s into %s%n",
                            Weights.logMean(w),
                            Weights.logMeanStandardError(w),
                            model.logZ(),
                            exact,
                            Weights.ess(w),
                            Numbers.duration(model.training().seconds()),
                            out);
            return console.warn(Trust.few(Weights.ess(w), SAMPLES), Optional.empty());
        }
    }

    private GfnRun created() throws IOException {
        TargetSettings settings = TargetKinds.parse(target);
        GfnSettings gfn = GfnSettings.DEFAULT.withNetwork(hidden, layers);
        gfn = gfn.withBudget(
                Objects.requireNonNullElse(budget.steps(), gfn.steps()),
                Objects.requireNonNullElse(budget.minutes(), gfn.minutes()));
        Device hardware = on.hardware();
        Checks.newRun(out);
        return GfnRun.create(out, settings, gfn, on.seed, hardware);
    }

    private GfnRun resumed() throws IOException {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!option.longestName().matches("--(out|resume)")) {
                throw new IllegalArgumentException(
                        "a resumed run keeps its settings; leave out " + option.longestName());
            }
        }
        return GfnRun.resume(out);
    }

    private void report(double progress, long step, double loss, double logZ) {
        if (step % EVERY == 0) {
            console.say(String.format(
                    Locale.ROOT, "%3.0f %%  step %,d  loss %.4g  log Z %.4f", 100 * progress, step, loss, logZ));
        }
    }
}
