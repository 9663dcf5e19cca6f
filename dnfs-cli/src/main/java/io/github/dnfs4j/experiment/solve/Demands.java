package io.github.dnfs4j.experiment.solve;

import io.github.dnfs4j.combopt.constraint.Constraints;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a solution must satisfy beyond its problem, as it is asked for; null where it is not.
 *
 * @param fix a file of given values, {@link ValueFile#values}
 * @param apart a file of pairs that are not both selected or not on one side, {@link ValueFile#pairs}
 * @param exactly how many are selected
 * @param atMost how many may be
 */
public record Demands(
        @Nullable Path fix,
        @Nullable Path apart,
        @Nullable Integer exactly,
        @Nullable Integer atMost) {
    public Demands {
        if (exactly != null && atMost != null) {
            throw new IllegalArgumentException("exactly and at most so many do not go together");
        }
        for (Integer k : new Integer[] {exactly, atMost}) {
            if (k != null && k < 0) {
                throw new IllegalArgumentException("a number to select must not be negative, like " + k);
            }
        }
    }

    public boolean none() {
        return fix == null && apart == null && exactly == null && atMost == null;
    }

    public Constraints read(Instance instance) throws IOException {
        if (none()) {
            return Constraints.NONE;
        }
        Map<Integer, Integer> fixed = fix == null ? Map.of() : new ValueFile(fix, instance).values();
        List<int[]> pairs = apart == null ? List.of() : new ValueFile(apart, instance).pairs();
        int most = exactly != null ? exactly : atMost != null ? atMost : Integer.MAX_VALUE;
        return new Constraints(fixed, pairs, exactly != null ? exactly : 0, most);
    }
}
