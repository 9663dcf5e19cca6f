package io.github.dnfs4j.experiment.solve;

import io.github.dnfs4j.combopt.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A state to begin from, as a file gives it.
 *
 * @param x the state; what the file does not say is 0
 * @param remark what had to be done with it, empty where it is a solution as it stands
 */
public record Start(byte[] x, String remark) {
    public static Start read(Path file, Instance instance) throws IOException {
        ValueFile values = new ValueFile(file, instance);
        Map<Integer, Integer> named = values.values();
        byte[] x = new byte[instance.problem().size()];
        named.forEach((i, value) -> x[i] = value.byteValue());
        if (!values.whole() && named.size() < x.length) {
            return new Start(
                    x, "the start names " + named.size() + " of " + x.length + " variables; the others begin at 0");
        }
        boolean set = instance.problem() instanceof Problem.OfGraph;
        return new Start(x, set && !instance.problem().feasible(x) ? "the start is not feasible and was repaired" : "");
    }
}
