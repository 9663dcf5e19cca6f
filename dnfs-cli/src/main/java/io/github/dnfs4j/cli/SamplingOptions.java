package io.github.dnfs4j.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** How to draw from a trained model, where that differs from its settings. */
final class SamplingOptions {
    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "A setting of sampling in place of the model's, such as sampling.sweeps=1, or but for solvers precision=bf16.")
    Map<String, String> set = new LinkedHashMap<>();

    /** The settings that were given. */
    Map<String, String> values() {
        for (String key : set.keySet()) {
            if (!key.startsWith("sampling.") && !key.equals("precision")) {
                throw new IllegalArgumentException("--set changes settings of sampling and precision here, not " + key);
            }
        }
        return set;
    }

    /** These options as they are typed. */
    String text() {
        return set.entrySet().stream()
                .map(e -> "--set " + e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(" "));
    }
}
