package io.github.dnfs4j.cli;

import io.github.dnfs4j.net.Readout;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The size of a network and what it sees. */
final class NetworkOptions {
    @Option(names = "--hidden", description = "Width of the network (default: ${bundle:default.network.hidden}).")
    @Nullable
    Integer hidden;

    @Option(
            names = "--heads",
            description =
                    "Attention heads, where the network has some (default: ${bundle:default.letf.network.heads}).")
    @Nullable
    Integer heads;

    @Option(
            names = "--layers",
            description = "Layers, where the network has some (default: ${bundle:default.network.layers}).")
    @Nullable
    Integer layers;

    @Option(
            names = "--readout",
            description = "What the last layer sees: energy or plain (default: ${bundle:default.network.readout}).")
    @Nullable
    String readout;

    void put(Map<String, String> settings) {
        TrainOptions.put(settings, "network.hidden", hidden);
        TrainOptions.put(settings, "network.heads", heads);
        TrainOptions.put(settings, "network.layers", layers);
        TrainOptions.put(settings, "network.readout", readout == null ? null : Readout.parse(readout));
    }
}
