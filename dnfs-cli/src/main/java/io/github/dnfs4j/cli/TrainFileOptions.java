package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.EnergyFile;
import io.github.dnfs4j.settings.LearnedEnergy;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Training a sampler of the energy in a file: {@code dnfs train --target FILE}. */
final class TrainFileOptions implements TrainRun.Kind {
    private static final String LEARNT = "ebm:";

    @Option(
            names = "--target",
            paramLabel = "FILE",
            description = "A QUBO or Ising energy, minimised: .qubo, .coo, .json (dimod) or .mtx; or ebm:DIR, the"
                    + " energy that dnfs ebm train learnt.")
    @Nullable
    Path target;

    @Option(names = "--format", description = "Of the file: qbsolv, coo, bqm or mtx (default: by its name).")
    String format = "";

    @Option(names = "--temperature", description = "T of log p = -E / T (default: 1).")
    @Nullable
    Double temperature;

    @Mixin
    TrainRun run = new TrainRun();

    private static boolean learnt(Path target) {
        return target.toString().startsWith(LEARNT);
    }

    /** Whether there is anything to train. */
    boolean given() {
        return target != null || run.resume || run.options.settings != null;
    }

    int train(Console console) throws IOException {
        try {
            return run.run(this, console);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public TargetSettings defaults() {
        try {
            if (run.resume && run.out != null) {
                return Model.settings(run.out).target();
            }
            if (target == null && run.options.settings != null) {
                return SettingsFile.read(run.options.settings).target();
            }
            if (target == null) {
                throw new IllegalArgumentException("say what to train on: --target FILE");
            }
            return learnt(target)
                    ? LearnedEnergy.of(Path.of(target.toString().substring(LEARNT.length())))
                    : EnergyFile.of(target, format, temperature == null ? 1 : temperature);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void put(Map<String, String> settings) {
        TrainOptions.put(settings, "target.temperature", temperature);
        if (run.resume && target != null && !learnt(target)) {
            try {
                EnergyFile now = EnergyFile.of(target, format, 1);
                TrainOptions.put(settings, "target.sha256", now.sha256());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
