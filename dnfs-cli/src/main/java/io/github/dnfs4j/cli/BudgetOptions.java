package io.github.dnfs4j.cli;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How long to train: steps or minutes, not both. */
final class BudgetOptions {
    static final class One {
        @Option(names = "--steps", paramLabel = "N", description = "Train for this many optimiser steps.")
        @Nullable
        Integer steps;

        @Option(
                names = "--minutes",
                paramLabel = "M",
                description = "Train for this long (default: ${bundle:default.minutes}).")
        @Nullable
        Double minutes;
    }

    @ArgGroup
    @Nullable
    One given;

    /** 0 where minutes were given, null where nothing was. */
    @Nullable
    Integer steps() {
        return given == null ? null : Objects.requireNonNullElse(Checks.positive("--steps", given.steps), 0);
    }

    /** 0 where steps were given, null where nothing was. */
    @Nullable
    Double minutes() {
        return given == null ? null : Objects.requireNonNullElse(Checks.positive("--minutes", given.minutes), 0.0);
    }

    /** Refuses what no training can mean, where nothing else asks for it early. */
    void check() {
        steps();
        minutes();
    }

    /** Puts what was given under the two keys of a group such as {@code train}. */
    void put(Map<String, String> settings, String group) {
        TrainOptions.put(settings, group + ".steps", steps());
        TrainOptions.put(settings, group + ".minutes", minutes());
    }
}
