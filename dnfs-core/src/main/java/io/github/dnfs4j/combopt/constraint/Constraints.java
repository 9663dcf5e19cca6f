package io.github.dnfs4j.combopt.constraint;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a solution must satisfy beyond its problem.
 *
 * @param fixed values, 0 or 1, of some variables
 * @param apart pairs of variables that must not both be 1 or, in a cut, not be on one side
 * @param least how many variables must be 1 at least
 * @param most how many may be 1 at most
 */
public record Constraints(Map<Integer, Integer> fixed, List<int[]> apart, int least, int most) {
    /** None at all. */
    public static final Constraints NONE = new Constraints(Map.of(), List.of(), 0, Integer.MAX_VALUE);

    public Constraints {
        fixed = new TreeMap<>(fixed);
        apart = List.copyOf(apart);
        if (least < 0 || most < least) {
            throw new IllegalArgumentException("no solution has at least " + least + " and at most " + most + " ones");
        }
        for (int[] pair : apart) {
            if (pair[0] == pair[1]) {
                throw new IllegalArgumentException("a pair that must be apart needs two variables");
            }
        }
    }

    public boolean none() {
        return fixed.isEmpty() && apart.isEmpty() && !counts();
    }

    /** Whether the number of ones is limited. */
    public boolean counts() {
        return least > 0 || most < Integer.MAX_VALUE;
    }

    /** How many of them a state breaks. */
    public int broken(byte[] x, boolean cut) {
        int ones = 0;
        for (byte b : x) {
            ones += b;
        }
        int broken = ones < least || ones > most ? 1 : 0;
        for (Map.Entry<Integer, Integer> f : fixed.entrySet()) {
            broken += x[f.getKey()] == f.getValue() ? 0 : 1;
        }
        for (int[] pair : apart) {
            boolean together = cut ? x[pair[0]] == x[pair[1]] : x[pair[0]] + x[pair[1]] == 2;
            broken += together ? 1 : 0;
        }
        return broken;
    }
}
