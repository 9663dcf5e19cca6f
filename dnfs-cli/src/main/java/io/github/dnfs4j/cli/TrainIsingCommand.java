package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.Console;
import io.github.dnfs4j.experiment.RunExecutor;
import io.github.dnfs4j.experiment.RunFolders;
import io.github.dnfs4j.train.Model;
import io.github.dnfs4j.train.NetworkSettings;
import io.github.dnfs4j.train.RunSettings;
import io.github.dnfs4j.train.SettingsFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs train ising}. */
@Command(
        name = "ising",
        description = "The Ising model on a periodic square lattice, log p = sigma x'Ax + field sum x.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class TrainIsingCommand implements Callable<Integer> {
    @Option(
            names = "--side",
            description = "Sites along each side, 3 or more (default: ${bundle:default.target.side}).")
    @Nullable
    Integer side;

    @Option(
            names = "--sigma",
            description = "Coupling; the default is the critical one (default: ${bundle:default.target.sigma}).")
    @Nullable
    Double sigma;

    @Option(names = "--field", description = "Magnetic field (default: ${bundle:default.target.field}).")
    @Nullable
    Double field;

    @Mixin
    TrainOptions options = new TrainOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Run folder, which must be new (default: runs/NAME-TIME).")
    @Nullable
    Path out;

    @Option(names = "--resume", description = "Continue the run of --out from its last checkpoint.")
    boolean resume;

    private final Console console;

    TrainIsingCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        RunExecutor executor = new RunExecutor(console);
        RunExecutor.Outcome outcome = resume ? resume(executor) : create(executor);
        if (outcome.exitCode() != 0) {
            console.say("stopped; checkpoint saved. Continue with: " + Console.command() + " train ising --out "
                    + outcome.folder() + " --resume");
            return outcome.exitCode();
        }
        new Ending(console).print(outcome);
        return 0;
    }

    private RunExecutor.Outcome create(RunExecutor executor) throws IOException {
        if (out != null && Files.exists(out, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(
                    out.toString(), null, "already exists; add --resume to continue it, or name another folder");
        }
        // The other defaults depend on the target and the network, and those on the options.
        RunSettings named = settings(Defaults.ising());
        RunSettings settings = settings(RunSettings.defaults(named.target())
                .with(NetworkSettings.defaults(named.network().kind())));
        settings.hardware(); // says so if there is none, before anything is written
        if (out != null) {
            return executor.create(out, settings);
        }
        while (true) {
            Path folder = RunFolders.fresh(
                    Path.of("runs"), settings.target().title(), LocalDateTime.now(ZoneId.systemDefault()));
            try {
                return executor.create(folder, settings);
            } catch (FileAlreadyExistsException takenMeanwhile) {
                // Another run began in the same second: the next name is free.
            }
        }
    }

    private RunExecutor.Outcome resume(RunExecutor executor) throws IOException {
        if (out == null) {
            throw new IllegalArgumentException("--resume needs --out DIR, the run to continue");
        }
        RunSettings kept = Model.settings(out);
        Optional<String> changed = SettingsFile.difference(kept, settings(kept));
        if (changed.isPresent()) {
            throw new IllegalArgumentException("a resumed run keeps its settings; " + out + " has " + changed.get());
        }
        return executor.resume(out);
    }

    RunSettings settings(RunSettings below) throws IOException {
        Map<String, String> target = new LinkedHashMap<>();
        TrainOptions.put(target, "target.side", side);
        TrainOptions.put(target, "target.sigma", sigma);
        TrainOptions.put(target, "target.field", field);
        return options.over(below, target);
    }
}
