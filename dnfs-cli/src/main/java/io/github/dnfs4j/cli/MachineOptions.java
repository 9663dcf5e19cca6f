package io.github.dnfs4j.cli;

import io.github.dnfs4j.torch.Precision;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a training computes, how precisely, and from which random numbers. */
final class MachineOptions {
    @Option(names = "--device", description = "cpu, cuda or auto (default: ${bundle:default.device}).")
    @Nullable
    String device;

    @Option(names = "--precision", description = "Of the network: fp32 or bf16 (default: ${bundle:default.precision}).")
    @Nullable
    String precision;

    @Option(names = "--seed", description = "Of all randomness (default: ${bundle:default.seed}).")
    @Nullable
    Long seed;

    void put(Map<String, String> out) {
        TrainOptions.put(out, "device", device);
        TrainOptions.put(out, "precision", precision == null ? null : Precision.parse(precision));
        TrainOptions.put(out, "seed", seed);
    }
}
