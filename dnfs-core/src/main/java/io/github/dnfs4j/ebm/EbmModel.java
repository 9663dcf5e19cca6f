package io.github.dnfs4j.ebm;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.EnergyNets;
import io.github.dnfs4j.io.format.ParameterFiles;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A learned energy of a run folder, with averaged weights, and the flow that was trained along, if any. A checkpoint holds
 *
 * <pre>{@code
 * energy.safetensors     weights of the energy, its shape, the code of its data
 * sampler.safetensors    weights of the flow, where there is one
 * }</pre>
 */
public final class EbmModel implements AutoCloseable {
    private static final String SAMPLER = "sampler.safetensors";
    /** States at once. */
    private static final int ROWS = 4096;

    private final EbmSettings settings;
    private final EnergyNet net;
    private final NeuralEnergy target;
    private final @Nullable Flow flow;

    private EbmModel(EbmSettings settings, EnergyNet net, @Nullable Flow flow) {
        this.settings = settings;
        this.net = net;
        target = NeuralEnergy.live(net);
        this.flow = flow;
    }

    public static EbmModel load(Path folder, Device device) throws IOException {
        RunFolder run = RunFolder.of(folder, Kind.EBM);
        EbmSettings settings = settings(run);
        try (Rng rng = Rng.seeded(settings.seed(), device)) {
            return run.trained(List.of(EnergyNets.FILE, SAMPLER), from -> {
                EnergyNet net =
                        EnergyNets.read(from.resolve(EnergyNets.FILE), rng).net();
                Flow flow = null;
                if (settings.method().hasFlow()) {
                    flow = settings.sampler().flow(NeuralEnergy.live(net), rng);
                    Path file = from.resolve(SAMPLER);
                    ParameterFiles.fill(
                            file, Safetensors.read(file).tensors(), flow.net().parameters());
                }
                return new EbmModel(settings, net, flow);
            });
        }
    }

    /** Writes what {@link #load} reads of a checkpoint. */
    static void write(Path into, EbmSettings settings, EbmTrainer trainer) throws IOException {
        EnergyNets.write(into.resolve(EnergyNets.FILE), trainer.net(), trainer.averagedWeights(), about(settings));
        if (trainer.contrast() instanceof FlowContrast flow) {
            Trainer sampler = flow.trainer();
            Parameters layout = sampler.flow().net().parameters();
            Map<String, Array> weights = ParameterFiles.arrays(layout, sampler.averagedWeights());
            Safetensors.write(into.resolve(SAMPLER), weights, Map.of("format", "flow-1"));
        }
    }

    /** What whoever finds an energy must know of the states: the scale of their code cannot be guessed. */
    private static Map<String, String> about(EbmSettings settings) {
        Map<String, String> about = new HashMap<>(Map.of("data", settings.data().title()));
        if (settings.data() instanceof DataSettings.Plane plane) {
            about.put("bits", String.valueOf(plane.bits()));
            about.put("int_scale", String.valueOf(plane.scale()));
        }
        return about;
    }

    /** The settings of a run folder. */
    public static EbmSettings settings(Path folder) throws IOException {
        return settings(RunFolder.of(folder, Kind.EBM));
    }

    private static EbmSettings settings(RunFolder folder) throws IOException {
        Map<String, ?> older =
                Map.of("sampler.train", TrainSettings.DEFAULT, "sampler.sampling", SamplingSettings.DEFAULT);
        return folder.settings(EbmSettings.class, older);
    }

    public EbmSettings settings() {
        return settings;
    }

    EnergyNet net() {
        return net;
    }

    /** The energy as a target. */
    public NeuralEnergy target() {
        return target;
    }

    /**
     * log rho of the states of a file, {@code .npy} or {@code .csv}, in their order.
     *
     * @throws FormatException where they are not bits, or not as many as the energy has
     */
    public double[] logDensity(Path file) throws IOException {
        BinaryFile states = BinaryFile.read(file);
        int d = target.space().sites();
        if (states.sites() != d) {
            throw new FormatException(file, "its states have " + states.sites() + " bits, those of the energy " + d);
        }
        double[] u = new double[states.rows()];
        for (int from = 0; from < u.length; from += ROWS) {
            int n = Math.min(ROWS, u.length - from);
            try (Scope scope = Scope.open()) {
                byte[] part = Arrays.copyOfRange(states.states(), from * d, (from + n) * d);
                Tensor x = Tensors.of(part, Tensors.device(net.parameters().values()), n, d)
                        .to(ScalarType.Long);
                System.arraycopy(Tensors.doubles(target.logDensity(x)), 0, u, from, n);
            }
        }
        return u;
    }

    /** The sampler that was trained along; null for methods without one. */
    public @Nullable FlowSampler sampler() {
        return flow == null
                ? null
                : new FlowSampler(
                        settings.sampler().sampling().simulator(flow),
                        settings.sampler().sampling().batch());
    }

    @Override
    public void close() {
        net.close();
        if (flow != null) {
            flow.net().close();
        }
    }
}
