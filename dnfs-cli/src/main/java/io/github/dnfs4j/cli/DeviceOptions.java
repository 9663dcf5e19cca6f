package io.github.dnfs4j.cli;

import io.github.dnfs4j.torch.Device;
import picocli.CommandLine.Option;

/** Where a command computes, and from which random numbers, where no settings say so. */
final class DeviceOptions {
    @Option(names = "--device", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    String device = "auto";

    @Option(names = "--seed", description = "Of all randomness (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    Device hardware() {
        return Device.parse(device);
    }
}
