package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;

/** The state of least energy of a few variables: every state, in the order of a Gray code, one flip after the other. */
final class Exhaustive {
    /** Four million flips take a blink. */
    static final int LARGEST = 22;

    private Exhaustive() {}

    static byte[] minimum(QuadraticForm binary) {
        Graph graph = binary.couplings();
        int n = binary.size();
        byte[] x = new byte[n];
        byte[] best = new byte[n];
        double[] force = new double[n];
        for (int i = 0; i < n; i++) {
            force[i] = binary.linear(i);
        }
        double energy = 0;
        double least = 0;
        for (long k = 1; k < 1L << n; k++) {
            int i = Long.numberOfTrailingZeros(k);
            int change = 1 - 2 * x[i];
            energy += change * force[i];
            x[i] ^= 1;
            for (int p = graph.start(i); p < graph.start(i + 1); p++) {
                force[graph.neighbour(p)] += change * graph.weightAt(p);
            }
            if (energy < least) {
                least = energy;
                System.arraycopy(x, 0, best, 0, n);
            }
        }
        return best;
    }
}
