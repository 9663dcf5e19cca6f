package io.github.dnfs4j.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** How to draw from a trained model, where that differs from its settings. */
final class SamplingOptions {
    private static final Set<String> OF_STEPS =
            Set.of("sampling.timeSteps", "sampling.rule", "sampling.reversibleFloor", "sampling.constantFloor");

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

    /** Refuses what is of steps where paths jump: it would change nothing. */
    void checkUsed(boolean jumps) {
        for (String key : set.keySet()) {
            if (jumps && OF_STEPS.contains(key)) {
                throw new IllegalArgumentException(key + " is of paths by steps, and these jump: add --time-steps K");
            }
        }
    }

    /** These options as they are typed. */
    String text() {
        return set.entrySet().stream()
                .map(e -> "--set " + e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(" "));
    }
}
