package io.github.dnfs4j.settings;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.io.format.EnergyNets;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An energy that {@code dnfs ebm train} learnt, as something to sample.
 *
 * @param file with the weights, as it was found
 * @param sha256 of its bytes
 * @param sites d
 */
public record LearnedEnergy(String file, String sha256, int sites) implements KeptFile {
    public LearnedEnergy {
        if (sites < 1) {
            throw new IllegalArgumentException("sites must be at least 1, not " + sites);
        }
    }

    /** The energy of a run folder, or of a file of weights. */
    public static LearnedEnergy of(Path runOrFile) throws IOException {
        if (!Files.isDirectory(runOrFile)) {
            return ofFile(runOrFile);
        }
        return new Snapshots(runOrFile.resolve("checkpoint"))
                .read(List.of(EnergyNets.FILE), newest -> {
                    if (!Files.exists(newest.resolve(EnergyNets.FILE))) {
                        throw new FormatException(runOrFile, "it holds no learned energy");
                    }
                    return ofFile(newest.resolve(EnergyNets.FILE));
                })
                .orElseThrow(() -> new FormatException(runOrFile, "it has no checkpoint yet"));
    }

    private static LearnedEnergy ofFile(Path file) throws IOException {
        String digest = KeptFile.digest(file);
        try (Rng rng = Rng.seeded(0, Device.CPU);
                EnergyNet net = EnergyNets.read(file, rng).net()) {
            return new LearnedEnergy(file.toString(), digest, net.space().sites());
        }
    }

    /** {@code ebm:DIR}, the run folder of the energy or the file of its weights. */
    public static final class Kind implements TargetKind {
        @Override
        public String name() {
            return "ebm";
        }

        @Override
        public Class<LearnedEnergy> type() {
            return LearnedEnergy.class;
        }

        @Override
        public TargetSettings parse(String text) throws IOException {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("name the run folder of a learned energy: ebm:DIR");
            }
            return of(Path.of(text));
        }
    }

    @Override
    public String copy() {
        return "target.safetensors";
    }

    @Override
    public Target read(Path checked) throws IOException {
        try (Rng rng = Rng.seeded(0, Device.CPU)) {
            return NeuralEnergy.frozen(EnergyNets.read(checked, rng).net());
        }
    }

    @Override
    public int states() {
        return 2;
    }

    @Override
    public String kind() {
        return "ebm";
    }

    @Override
    public String title() {
        return "ebm-" + sites + "-bits";
    }
}
