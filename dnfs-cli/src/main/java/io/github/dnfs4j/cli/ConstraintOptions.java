package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.solve.Demands;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a solution must satisfy beyond its problem. */
final class ConstraintOptions {
    @Option(names = "--fix", paramLabel = "FILE", description = "Values that are given: lines 'LABEL 0' or 'LABEL 1'.")
    @Nullable
    Path fix;

    @Option(
            names = "--apart",
            paramLabel = "FILE",
            description = "Pairs that must not both be selected or, in a cut, not be on one side: lines 'LABEL LABEL'.")
    @Nullable
    Path apart;

    @Option(names = "--exactly", paramLabel = "K", description = "Select exactly K.")
    @Nullable
    Integer exactly;

    @Option(names = "--at-most", paramLabel = "K", description = "Select at most K.")
    @Nullable
    Integer atMost;

    Demands demands() {
        return new Demands(fix, apart, exactly, atMost);
    }
}
