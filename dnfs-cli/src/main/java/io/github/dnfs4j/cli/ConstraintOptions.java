package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.constraint.Constraints;
import io.github.dnfs4j.experiment.solve.Instance;
import io.github.dnfs4j.experiment.solve.ValueFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

    boolean given() {
        return fix != null || apart != null || exactly != null || atMost != null;
    }

    void check() {
        if (exactly != null && atMost != null) {
            throw new IllegalArgumentException("--exactly and --at-most do not go together");
        }
        for (Integer k : new Integer[] {exactly, atMost}) {
            if (k != null && k < 0) {
                throw new IllegalArgumentException("a number to select must not be negative, like " + k);
            }
        }
    }

    Constraints read(Instance instance) throws IOException {
        if (!given()) {
            return Constraints.NONE;
        }
        Map<Integer, Integer> fixed = fix == null ? Map.of() : new ValueFile(fix, instance).values();
        List<int[]> pairs = apart == null ? List.of() : new ValueFile(apart, instance).pairs();
        int most = exactly != null ? exactly : atMost != null ? atMost : Integer.MAX_VALUE;
        return new Constraints(fixed, pairs, exactly != null ? exactly : 0, most);
    }
}
