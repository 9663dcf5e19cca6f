package io.github.dnfs4j.testkit;

import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Eleven targets of 24 to 512 states that differ in everything that samplers care about. */
public final class SmallTargets {
    private SmallTargets() {}

    public static Map<String, Target> all() {
        Map<String, Target> all = new LinkedHashMap<>();
        all.put("lattice with a field", Ising.lattice(3, 0.12, 0.1));
        all.put("spin glass with fields", glass(5, 0.15, 0.3, 1));
        all.put("antiferromagnetic ring", EqualPairs.ring(6, 2, -0.7, 0.3, 2));
        all.put("ring of spins", EqualPairs.ring(7, 2, 0.6, 0, 3));
        all.put("Potts, 3 states", EqualPairs.ring(4, 3, 0.5, 0, 4));
        all.put("Potts with fields, 4 states", EqualPairs.ring(3, 4, 0.4, 0.6, 5));
        all.put("random table, 3 states", Tabulated.random(4, 3, 0.7, 6));
        all.put("random table, sites of 1 to 4 states", Tabulated.random(StateSpace.of(3, 1, 2, 4), 0.7, 9));
        all.put("neural energy", RandomNetwork.of(6, 2, 0.8, 7));
        all.put("neural energy, 3 states", RandomNetwork.of(4, 3, 0.8, 8));
        all.put("independent sets", PenalisedSets.wheel(7, 1.2));
        return all;
    }

    private static Target glass(int d, double coupling, double field, long seed) {
        Random random = new Random(seed);
        double[][] j = new double[d][d];
        double[] b = new double[d];
        for (int i = 0; i < d; i++) {
            b[i] = field * random.nextGaussian();
            for (int k = 0; k < i; k++) {
                j[i][k] = j[k][i] = coupling * random.nextGaussian();
            }
        }
        return Ising.of(j, b);
    }
}
