package io.github.dnfs4j.settings;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.io.format.EnergyNets;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An energy that {@code dnfs ebm train} learnt, as something to sample. A run folder keeps a copy of its weights, and
 * the settings their digest.
 *
 * @param file with the weights, as it was found
 * @param sha256 of its bytes
 * @param sites d
 */
public record LearnedEnergy(String file, String sha256, int sites) implements TargetSettings {
    private static final String COPY = "target.safetensors";

    public LearnedEnergy {
        if (sites < 1) {
            throw new IllegalArgumentException("sites must be at least 1, not " + sites);
        }
    }

    /** The energy of a run folder, or of a file of weights. */
    public static LearnedEnergy of(Path runOrFile) throws IOException {
        Path file = runOrFile;
        if (Files.isDirectory(runOrFile)) {
            file = new Snapshots(runOrFile.resolve("checkpoint"))
                    .latest()
                    .orElseThrow(() -> new FormatException(runOrFile, "it has no checkpoint yet"))
                    .resolve(EnergyNets.FILE);
            if (!Files.exists(file)) {
                throw new FormatException(runOrFile, "it holds no learned energy");
            }
        }
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

    private Target read(Path from) throws IOException {
        try (Rng rng = Rng.seeded(0, Device.CPU)) {
            return NeuralEnergy.frozen(
                    EnergyNets.read(KeptFile.checked(from, sha256), rng).net());
        }
    }

    @Override
    public Target build() {
        try {
            return read(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Target build(Path folder) throws IOException {
        return read(folder.resolve(COPY));
    }

    @Override
    public void store(Path folder) throws IOException {
        KeptFile.copy(Path.of(file), sha256, folder.resolve(COPY));
    }

    @Override
    public int states() {
        return 2;
    }

    @Override
    public Structure structure() {
        return Structure.NONE;
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
