package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import io.github.dnfs4j.gfn.GfnModel;
import io.github.dnfs4j.gfn.GfnRun;
import io.github.dnfs4j.gfn.GfnSettings;
import io.github.dnfs4j.gfn.GfnTrainer;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.settings.TargetKinds;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
    private static final double SECONDS_BETWEEN_LINES = 10;

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

    @Option(names = "--resume", description = TrainRun.RESUME)
    boolean resume;

    @Option(
            names = "--init",
            paramLabel = "DIR",
            description = "Begin with the weights of a trained GFlowNet, and with its network.")
    @Nullable
    Path init;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    private double nextLine;

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
            run.train((step, loss, logZ) -> report(run.trainer(), loss, logZ), stop);
            if (run.trainer().progress() < 1) {
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
        if (init != null) {
            GfnSettings begun = GfnModel.gfn(init);
            for (String own : List.of("--hidden", "--layers")) {
                if (spec.commandLine().getParseResult().hasMatchedOption(own)) {
                    throw new IllegalArgumentException("--init brings its own network; leave out " + own);
                }
            }
            gfn = gfn.withNetwork(begun.hidden(), begun.layers());
        }
        gfn = gfn.withBudget(
                Objects.requireNonNullElse(budget.steps(), gfn.steps()),
                Objects.requireNonNullElse(budget.minutes(), gfn.minutes()));
        Device hardware = on.hardware();
        Checks.newRun(out);
        return init == null
                ? GfnRun.create(out, settings, gfn, on.seed, hardware)
                : GfnRun.create(out, settings, gfn, init, on.seed, hardware);
    }

    private GfnRun resumed() throws IOException {
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!option.longestName().matches("--(out|resume|steps|minutes)")) {
                throw new IllegalArgumentException(
                        "a resumed run keeps its settings; leave out " + option.longestName());
            }
        }
        Integer steps = budget.steps();
        Double minutes = budget.minutes();
        return steps == null || minutes == null ? GfnRun.resume(out) : GfnRun.resume(out, steps, minutes);
    }

    private void report(GfnTrainer trainer, double loss, double logZ) {
        if (trainer.seconds() >= nextLine) {
            nextLine = trainer.seconds() + SECONDS_BETWEEN_LINES;
            console.say(String.format(
                    Locale.ROOT,
                    "%3.0f %%  step %,d  loss %.4g  log Z %.4f",
                    100 * trainer.progress(),
                    trainer.steps(),
                    loss,
                    logZ));
        }
    }
}
