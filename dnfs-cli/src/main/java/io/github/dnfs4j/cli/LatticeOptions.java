package io.github.dnfs4j.cli;

import io.github.dnfs4j.settings.TargetKinds;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How large a lattice is, which of its sites are neighbours, and how strong their bonds are. */
final class LatticeOptions {
    @Option(
            names = "--side",
            description = "Sites along each side, 3 or more (default: ${bundle:default.target.side}).")
    @Nullable
    Integer side;

    @Option(names = "--lattice", description = "square, triangular, honeycomb, cubic or complete (default: square).")
    @Nullable
    String lattice;

    @Option(names = "--boundary", description = "periodic or free (default: periodic).")
    @Nullable
    String boundary;

    @Option(names = "--bonds", description = "uniform, pm (-1 or 1) or gaussian (default: uniform).")
    @Nullable
    String bonds;

    @Option(names = "--bond-seed", paramLabel = "N", description = "Of bonds that are drawn (default: 1).")
    @Nullable
    Long bondSeed;

    @Option(
            names = "--directions",
            paramLabel = "A,B",
            split = ",",
            description = "A number for each direction of the lattice that its couplings are multiplied by.")
    @Nullable
    List<Double> directions;

    void put(Map<String, String> settings) {
        TrainOptions.put(settings, "target.side", side);
        TrainOptions.put(settings, "target.lattice", lattice);
        TrainOptions.put(settings, "target.boundary", boundary);
        TrainOptions.put(settings, "target.bonds", bonds);
        TrainOptions.put(settings, "target.bondSeed", bondSeed);
        TrainOptions.put(settings, "target.directions", directions);
    }

    /** The defaults of a kind of targets on this lattice: a network is chosen by it. */
    TargetSettings over(String kind) {
        Map<String, String> keys = new LinkedHashMap<>();
        put(keys);
        String text = keys.entrySet().stream()
                .map(e -> e.getKey().substring("target.".length()) + "="
                        + e.getValue().replace(" ", ""))
                .collect(Collectors.joining(","));
        try {
            return TargetKinds.named(kind).parse(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
