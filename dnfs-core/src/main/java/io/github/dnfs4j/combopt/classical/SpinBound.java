package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.target.QuadraticForm;

/** Energies that no state goes below. */
final class SpinBound {
    private SpinBound() {}

    /** Every term of the energy in spins, {@code sum J s s' + sum f s + c}, as low as it can be. */
    static double ofTerms(QuadraticForm binary) {
        int n = binary.size();
        double[] field = new double[n];
        double[] bound = {binary.offset()};
        for (int v = 0; v < n; v++) {
            field[v] = binary.linear(v) / 2;
            bound[0] += binary.linear(v) / 2;
        }
        binary.couplings().forEachEdge((u, v, w) -> {
            field[u] += w / 4;
            field[v] += w / 4;
            bound[0] += w / 4 - Math.abs(w) / 4;
        });
        for (double f : field) {
            bound[0] -= Math.abs(f);
        }
        return bound[0];
    }
}
