package io.github.dnfs4j.cli;

import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.FamilySettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Of a model for a family, which instance: one that no training has seen. */
final class InstanceOptions {
    @Option(
            names = "--target",
            paramLabel = "TARGET",
            description = "Of a model of glasses: other bonds, a file of them (.spins) at the model's temperature or"
                    + " KIND:KEY=VALUE,.. such as glass:side=8,bonds=gaussian,bondSeed=7.")
    @Nullable
    String target;

    @Option(
            names = "--bond-seed",
            paramLabel = "N",
            description = "Of a model of glasses: the bonds of another seed than the run's.")
    @Nullable
    Long bondSeed;

    /** Loads a model for the instance that is asked for. */
    Model load(Path folder, RunSettings settings) throws IOException {
        if (target != null && bondSeed != null) {
            throw new IllegalArgumentException("--bond-seed and --target both name the bonds: give one of them");
        }
        if (target == null && bondSeed == null) {
            return Model.load(folder, settings);
        }
        return Model.load(folder, settings, named(settings.target()).build());
    }

    /** These options as they are typed. */
    String text() {
        return target != null ? "--target " + target : bondSeed != null ? "--bond-seed " + bondSeed : "";
    }

    private TargetSettings named(TargetSettings trained) throws IOException {
        if (!(trained instanceof FamilySettings glass)) {
            return trained; // which the model refuses
        }
        return bondSeed != null
                ? glass.withSeed(bondSeed)
                : TrainTargetOptions.named(Objects.requireNonNull(target), "", 1 / glass.beta());
    }
}
