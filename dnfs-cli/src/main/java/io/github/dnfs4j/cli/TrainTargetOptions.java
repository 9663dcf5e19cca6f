package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.io.model.ModelFormat;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.EnergyFile;
import io.github.dnfs4j.settings.GraphicalModel;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetKinds;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Training a sampler of any target that has a name, or of the energy in a file: {@code dnfs train --target TARGET}. */
final class TrainTargetOptions implements TrainRun.Kind {
    @Option(
            names = "--target",
            paramLabel = "TARGET",
            description = "KIND:KEY=VALUE,.. such as ising:side=8 or a kind of a jar on DNFS_CLASSPATH; ebm:DIR, the"
                    + " energy that dnfs ebm train learnt; or a file with a QUBO or Ising energy, minimised (.qubo,"
                    + " .coo, .json of dimod, .mtx) or with a graphical model (.uai, .bif, .wcnf, .spins).")
    @Nullable
    String target;

    @Option(names = "--format", description = "Of the file: qbsolv, coo, bqm or mtx (default: by its name).")
    String format = "";

    @Option(names = "--temperature", description = "T of log p = -E / T, for a file (default: 1).")
    @Nullable
    Double temperature;

    @Mixin
    TrainRun run = new TrainRun();

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
                throw new IllegalArgumentException("say what to train on: --target TARGET");
            }
            return named(target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TargetSettings named(String text) throws IOException {
        return named(text, format, temperature);
    }

    /** The target of a text {@code KIND:..} or of a file, whose format may be empty and is then told by its name. */
    static TargetSettings named(String text, String format, @Nullable Double temperature) throws IOException {
        Optional<TargetSettings> known = TargetKinds.find(text);
        if (known.isPresent()) {
            return known.get();
        }
        Path file = Path.of(text);
        if (text.matches("[a-z][a-z0-9-]*(:.*)?") && !file.toFile().exists()) {
            return TargetKinds.parse(text); // says which kinds there are
        }
        double t = temperature == null ? 1 : temperature;
        // Rudy's graphs are energies to both; there they have always been the first.
        boolean model = ModelFormat.of(file).filter(f -> f != ModelFormat.RUDY).isPresent();
        return format.isEmpty() && model ? GraphicalModel.of(file, format, t) : EnergyFile.of(file, format, t);
    }

    @Override
    public void put(Map<String, String> settings) {
        TrainOptions.put(settings, "target.temperature", temperature);
        if (run.resume && target != null) {
            try {
                TargetSettings now = named(target);
                Map<String, String> values = TargetKinds.values(now);
                String digest = values.get("sha256");
                if (digest != null) {
                    // A file may lie elsewhere by now, as long as it is the same.
                    settings.put("target.sha256", digest);
                    if (target.contains(",temperature=")) {
                        TrainOptions.put(settings, "target.temperature", values.get("temperature"));
                    }
                } else {
                    values.forEach((key, value) -> settings.put("target." + key, value));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
