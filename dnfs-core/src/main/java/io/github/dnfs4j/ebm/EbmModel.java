package io.github.dnfs4j.ebm;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.io.format.EnergyNets;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A learned energy of a run folder, with averaged weights, and the flow that was trained along, if any. */
public final class EbmModel implements AutoCloseable {
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
        EbmSettings settings = EbmFolder.settings(folder);
        try (Rng rng = Rng.seeded(settings.seed(), device)) {
            EnergyNet net = EnergyNets.read(EbmFolder.newest(folder).resolve(EnergyNets.FILE), rng)
                    .net();
            Flow flow = null;
            if (settings.method().hasFlow()) {
                flow = settings.sampler().flow(NeuralEnergy.live(net), rng);
                EbmFolder.loadSampler(folder, flow.net().parameters());
            }
            return new EbmModel(settings, net, flow);
        }
    }

    /** The settings of a run folder. */
    public static EbmSettings settings(Path folder) throws IOException {
        return EbmFolder.settings(folder);
    }

    public EbmSettings settings() {
        return settings;
    }

    public EnergyNet net() {
        return net;
    }

    /** The energy as a target. */
    public NeuralEnergy target() {
        return target;
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
