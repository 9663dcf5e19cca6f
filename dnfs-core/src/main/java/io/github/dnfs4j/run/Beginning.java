package io.github.dnfs4j.run;

import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.io.format.ParameterFiles;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.torch.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * The weights of a trained model with which a run begins in place of random ones. They are kept in its folder: it begins with
 * them again where it was stopped before its first checkpoint, and the model may be gone by then.
 */
public record Beginning(Safetensors.Contents weights) {
    private static final String INIT = "init.safetensors";

    /** Those of a model of a kind, whose file {@code reading} reads from its folder. */
    public static Beginning of(Path model, Kind kind, Snapshots.Reading<Safetensors.Contents> reading)
            throws IOException {
        return new Beginning(RunFolder.of(model, kind).trained(List.of(RunFolder.MODEL), reading));
    }

    /** Where a run keeps them. */
    public static Path file(Path run) {
        return run.resolve(INIT);
    }

    /** Those that a run keeps, if it does. */
    public static Optional<Beginning> kept(Path run) throws IOException {
        return Files.exists(file(run)) ? Optional.of(new Beginning(Safetensors.read(file(run)))) : Optional.empty();
    }

    /** Puts those of a run, if it keeps any, into its network, which may be larger or smaller than theirs if it knows how. */
    public static void fill(Path run, RateNet net) throws IOException {
        Optional<Beginning> kept = kept(run);
        if (kept.isPresent()) {
            try (Scope scope = Scope.open()) {
                Map<String, Tensor> weights =
                        net.grown(ParameterFiles.tensors(kept.get().weights().tensors()));
                ParameterFiles.fill(file(run), ParameterFiles.arrays(weights), net.parameters());
            }
        }
    }

    /** Lays them into the folder of a new run. */
    public void keep(Path run) throws IOException {
        Safetensors.write(file(run), weights.tensors(), weights.metadata());
    }
}
