package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.result.RunFolders;
import io.github.dnfs4j.experiment.run.RunExecutor;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.web.Door;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What {@code dnfs train} does and takes whatever the target. */
final class TrainRun {
    /** What a command knows of its target. */
    interface Kind {
        /** The target without any option. */
        TargetSettings defaults();

        /** The defaults beside what was chosen, where they depend on it. */
        default TargetSettings defaults(TargetSettings chosen) {
            return chosen;
        }

        /** Puts the options that were given as keys of the settings. */
        void put(Map<String, String> settings);
    }

    static final String RESUME =
            "Continue the run of --out from its last checkpoint, a finished one with larger --steps or"
                    + " --minutes, counted from its beginning.";
    static final String EITHER = "--init begins a run, and --resume continues one: give one of them";

    private static final int LAST_PORT = 65535;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    TrainOptions options = new TrainOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Run folder, which must be new (default: runs/NAME-TIME).")
    @Nullable
    Path out;

    @Option(names = "--resume", description = RESUME)
    boolean resume;

    @Option(
            names = "--init",
            paramLabel = "DIR|NAME",
            description = "Begin with the weights of a trained model, a run folder or one of dnfs models, and with its"
                    + " network; of a smaller lattice, too, with lepyramid or, where that is square, lelattice.")
    @Nullable
    String init;

    @Option(names = "--watch", description = "Show the run to browsers of this machine while it trains.")
    boolean watch;

    @Option(names = "--watch-port", paramLabel = "N", description = "At this port (default: any that is free).")
    @Nullable
    Integer watchPort;

    @Mixin
    TalkOptions talk = new TalkOptions();

    @Mixin
    ProcessesOption processes = new ProcessesOption();

    int run(Kind kind, Console console) throws IOException {
        return processes.run(console, (ranks, own) -> run(kind, own, ranks));
    }

    private int run(Kind kind, Console console, Ranks ranks) throws IOException {
        if (!ranks.first()) {
            return new RunExecutor(console, "", null, ranks).follow(given -> checkAsked(kind, given));
        }
        if (watchPort != null && (watchPort < 1 || watchPort > LAST_PORT)) {
            throw new IllegalArgumentException("--watch-port must lie in 1.." + LAST_PORT + ", not " + watchPort);
        }
        if (watchPort != null) {
            Door.checkFree(Door.loopback(), watchPort);
        }
        boolean shown = watch || watchPort != null;
        RunExecutor executor = new RunExecutor(
                talk.onTheWay(console),
                Console.typed(spec.root().commandLine().getParseResult().originalArgs()),
                shown ? Objects.requireNonNullElse(watchPort, 0) : null,
                ranks);
        RunExecutor.Outcome outcome = resume ? resume(kind, executor) : create(kind, executor);
        if (outcome.exitCode() != 0) {
            console.say("stopped; checkpoint saved. Continue with: " + Console.command() + " train --out "
                    + Console.word(outcome.folder().toString()) + " --resume");
            return outcome.exitCode();
        }
        talk.end(console, outcome.folder(), () -> new Ending(console).print(outcome));
        return console.warn(outcome.warning(), outcome.diverged());
    }

    /** Refuses to train along with settings that are not those of this command line. */
    private void checkAsked(Kind kind, RunSettings given) {
        if (resume) {
            return; // the first rank has looked into the folder, which others may not see
        }
        try {
            ProcessesOption.checkAsked(given, settings(kind).resolved());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RunExecutor.Outcome create(Kind kind, RunExecutor executor) throws IOException {
        if (out != null) {
            Checks.newRun(out);
        }
        RunSettings settings = settings(kind);
        settings.hardware(); // says so if there is none, before anything is written
        Path weights = init == null ? null : Models.sampler(init);
        if (out != null) {
            return executor.create(out, settings, weights);
        }
        while (true) {
            Path folder = RunFolders.fresh(settings.target().title());
            try {
                return executor.create(folder, settings, weights);
            } catch (FileAlreadyExistsException takenMeanwhile) {
                // Another run began in the same second: the next name is free.
            }
        }
    }

    private RunExecutor.Outcome resume(Kind kind, RunExecutor executor) throws IOException {
        if (out == null) {
            throw new IllegalArgumentException("--resume needs --out DIR, the run to continue");
        }
        if (init != null) {
            throw new IllegalArgumentException(EITHER);
        }
        RunSettings kept = Model.settings(out);
        RunSettings wanted = over(kind, kept);
        TrainSettings.Budget budget = wanted.train().budget();
        Optional<String> changed =
                SettingsFile.difference(kept.with(kept.train().with(budget)), wanted);
        if (changed.isPresent()) {
            throw new IllegalArgumentException("a resumed run keeps its settings; " + out + " has " + changed.get());
        }
        return budget.equals(kept.train().budget()) ? executor.resume(out) : executor.resume(out, budget);
    }

    /** The settings of a new run. */
    RunSettings settings(Kind kind) throws IOException {
        // The other defaults depend on the target and the network, and those on the options.
        RunSettings first = RunSettings.defaults(kind.defaults());
        // Not symmetric by default yet: the options may bring a field.
        RunSettings named = over(kind, first.with(first.network().withSymmetric(false)));
        RunSettings below = RunSettings.defaults(kind.defaults(named.target()));
        return over(
                kind,
                init == null
                        ? below.withNetwork(named.network().kind())
                        : below.with(Model.settings(Models.sampler(init)).network()));
    }

    private RunSettings over(Kind kind, RunSettings below) throws IOException {
        Map<String, String> target = new LinkedHashMap<>();
        kind.put(target);
        String name = kind.defaults().kind();
        return check(name, options.over(check(name, below), target));
    }

    private static RunSettings check(String name, RunSettings settings) {
        String kind = settings.target().kind();
        if (!kind.equals(name)) {
            throw new IllegalArgumentException(
                    "the target of these settings is " + kind + "; use " + Console.command() + " train --settings");
        }
        return settings;
    }
}
