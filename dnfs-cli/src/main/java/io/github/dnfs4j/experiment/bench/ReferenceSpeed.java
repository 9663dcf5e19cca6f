package io.github.dnfs4j.experiment.bench;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.RunSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How long the same network and step take in PyTorch on this machine: the script of {@code dnfs-bench/reference}, run by
 * a Python that has torch.
 *
 * @param trainStepMs one optimiser step
 * @param forwardMs the network and the rates at {@link SpeedTest#FORWARD_STATES} states
 * @param torch the version of PyTorch
 */
public record ReferenceSpeed(double trainStepMs, double forwardMs, String torch) {
    private static final String SCRIPT = "/reference/letf_reference.py";
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /**
     * Runs the reference with fp32, as it would be used.
     *
     * @throws IllegalArgumentException when there is no such Python, or it cannot import torch
     */
    public static ReferenceSpeed measure(String python, RunSettings s, int side) throws IOException {
        Path folder = Files.createTempDirectory("dnfs-reference");
        Path script = folder.resolve("letf_reference.py");
        try {
            try (InputStream in = Objects.requireNonNull(ReferenceSpeed.class.getResourceAsStream(SCRIPT), SCRIPT)) {
                Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
            }
            return read(python, run(command(python, script, s, side), folder));
        } finally {
            Files.deleteIfExists(script);
            Files.deleteIfExists(folder);
        }
    }

    private static List<String> command(String python, Path script, RunSettings s, int side) {
        List<String> command = new ArrayList<>(List.of(python, script.toString(), "--json"));
        command.addAll(List.of("--side", String.valueOf(side)));
        command.addAll(List.of("--hidden", String.valueOf(s.network().hidden())));
        if (s.network() instanceof NetworkSettings.Letf letf) {
            command.addAll(List.of("--heads", String.valueOf(letf.heads())));
            command.addAll(List.of("--layers", String.valueOf(letf.layers())));
        }
        command.addAll(List.of("--batch", String.valueOf(s.train().optimiser().batch())));
        command.addAll(List.of("--device", s.hardware().name().toLowerCase(java.util.Locale.ROOT)));
        return command;
    }

    /** What the command prints; standard error goes with it, for the message of a failure. */
    private static String run(List<String> command, Path folder) throws IOException {
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            // What suits our own allocations and threads must not decide how fast the other side is.
            builder.environment().keySet().removeAll(List.of("OMP_WAIT_POLICY", "MALLOC_ARENA_MAX", "GLIBC_TUNABLES"));
            process = builder.directory(folder.toFile()).start();
        } catch (IOException e) {
            throw new IllegalArgumentException("--against " + command.get(0) + ": cannot be run", e);
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static ReferenceSpeed read(String python, String output) throws IOException {
        String last = output.substring(output.lastIndexOf('\n') + 1);
        if (!last.startsWith("{")) {
            throw new IllegalArgumentException("--against " + python + ": " + (last.isEmpty() ? "no answer" : last));
        }
        return JSON.readValue(last, ReferenceSpeed.class);
    }
}
