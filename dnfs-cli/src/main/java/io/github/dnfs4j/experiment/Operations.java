package io.github.dnfs4j.experiment;

import io.github.dnfs4j.train.NetworkSettings;

/**
 * Multiplications and additions of leTF, counted: for each of the 2d tokens of a state, with width h,
 *
 * <pre>{@code
 * a block    2 (3 h^2 + h^2 + 8 h^2) products of matrices + 2 * 2 (d/2) h attention, causal
 * readout    2 (3 h^2) + at each site 2 h^2 + 2 * 2 d h attention over the d + 1 keys that are not masked
 * }</pre>
 *
 * <p>The head, the norms and what is done element by element are left out. A backward pass costs twice its forward.
 */
public final class Operations {
    private Operations() {}

    /** Of one forward pass of n states. */
    public static double forward(NetworkSettings net, int sites, long n) {
        double h = net.hidden();
        double d = sites;
        double block = 2 * 12 * h * h + 2 * d * h;
        double readout = 2 * 3 * h * h + h * h + 2 * d * h;
        return n * 2 * d * (net.layers() * block + readout);
    }

    /** Of one optimiser step on n states. */
    public static double step(NetworkSettings net, int sites, long n) {
        return 3 * forward(net, sites, n);
    }
}
