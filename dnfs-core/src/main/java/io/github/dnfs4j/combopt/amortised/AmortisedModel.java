package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.ParameterFiles;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.net.LeGraphformer;
import io.github.dnfs4j.net.LeNet;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A network that samples solutions of every graph of a family. A folder holds it as {@code config.yaml} and
 * {@code model.safetensors}, the weights in bf16; while it trains, and when it is trained on, they lie in its checkpoints.
 */
public final class AmortisedModel implements AutoCloseable {
    private static final String FORMAT = "graphs-1";
    /** Where the path of independent sets begins: small enough that random sets are often independent. */
    private static final double FIRST_FUGACITY = 0.03;

    private final AmortisedSettings settings;
    private final LeNet net;

    private AmortisedModel(AmortisedSettings settings, LeNet net) {
        this.settings = settings;
        this.net = net;
    }

    /** With random weights, which is what the tables call Random. */
    public static AmortisedModel untrained(AmortisedSettings settings, Rng rng) {
        LeGraphformer body = new LeGraphformer(settings.network());
        return new AmortisedModel(settings, new LeNet(body, settings.network().head(), rng, ScalarType.Float));
    }

    /** The flow to a target whose rows are graphs. */
    Flow flow(GraphTarget target) {
        AnnealingPath path = settings.feasible()
                ? new AnnealingPath(new IndependentSets(target), Math.log(FIRST_FUGACITY) / settings.beta())
                : new AnnealingPath(target);
        return new Flow(path, net, settings.precision()).linked(settings.train().link());
    }

    public AmortisedSettings settings() {
        return settings;
    }

    public long weights() {
        return net.parameters().count();
    }

    /** Writes the model into a folder, which may exist. */
    public void save(Path folder) throws IOException {
        Files.createDirectories(folder);
        write(folder, net.parameters().values());
        RunFolder.write(folder, Kind.SOLVER, settings);
    }

    /** Writes weights of this network, such as their average, into a folder. */
    void write(Path folder, Tensor weights) throws IOException {
        Map<String, Array> tensors = ParameterFiles.arrays(net.parameters(), weights);
        tensors.replaceAll((name, array) -> array.rounded());
        AtomicFile.write(
                folder.resolve(RunFolder.MODEL), file -> Safetensors.write(file, tensors, Map.of("format", FORMAT)));
    }

    LeNet net() {
        return net;
    }

    Parameters parameters() {
        return net.parameters();
    }

    /** The settings of a folder that holds a model; older ones have one layer of messages. */
    public static AmortisedSettings settings(Path folder) throws IOException {
        Map<String, ?> older = Map.of(
                "",
                Map.of("device", AmortisedSettings.AUTO),
                "network",
                Map.of("cavity", 1),
                "train",
                TrainSettings.DEFAULT,
                "sampling",
                SamplingSettings.DEFAULT);
        return RunFolder.of(folder, Kind.SOLVER).settings(AmortisedSettings.class, older);
    }

    /** Loads what {@link #save} wrote. */
    public static AmortisedModel load(Path folder, Device device) throws IOException {
        AmortisedSettings kept = settings(folder);
        return RunFolder.of(folder, Kind.SOLVER).trained(List.of(RunFolder.MODEL), from -> load(kept, from, device));
    }

    private static AmortisedModel load(AmortisedSettings kept, Path folder, Device device) throws IOException {
        Safetensors.Contents contents = read(folder);
        try (Rng rng = Rng.seeded(1, device);
                Scope scope = Scope.open()) {
            // Many small products: on a CPU those in bf16 take longer than in fp32.
            AmortisedModel model = untrained(device == Device.CPU ? kept.with(Map.of("precision", "fp32")) : kept, rng);
            ParameterFiles.fill(folder.resolve(RunFolder.MODEL), contents.tensors(), model.net.parameters());
            return model;
        }
    }

    /** The weights in a folder. */
    static Safetensors.Contents read(Path folder) throws IOException {
        Path file = folder.resolve(RunFolder.MODEL);
        Safetensors.Contents contents = Safetensors.read(file);
        if (!FORMAT.equals(contents.metadata().get("format"))) {
            throw new FormatException(file, "not a trained solver of dnfs4j that this program knows");
        }
        return contents;
    }

    @Override
    public void close() {
        net.close();
    }
}
