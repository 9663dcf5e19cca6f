package io.github.dnfs4j.experiment.bench;

import io.github.dnfs4j.settings.NetworkSettings;

/**
 * Multiplications and additions of a network on a square lattice of d two-valued sites, counted: with width h, for each
 * of the 2d tokens of a state in letf and for each of the d sites in the others,
 *
 * <pre>{@code
 * letf       a block    2 (3 h^2 + h^2 + 8 h^2) products of matrices + 2 * 2 (d/2) h attention, causal
 *            readout    2 (3 h^2) + at each site 2 h^2 + 2 * 2 d h attention over the d + 1 keys that are not masked
 * lemlp      2 d h a term
 * leattn     2 (3 h^2) + 2 d h
 * leconv     2 k h, then in each layer for each kernel 2 (k h + h^2); k is 8, 24, 48, .. neighbours, at last d - 1
 * lelattice  2 (24 (h + 9 c) + 9 c h + 9 c + d c + c h) with c = h / 2 features, and 2 (4 h^2) a layer
 * lepyramid  2 (24 (h + 4 c) + 4 c h + 9 c + (s - 1) 9 c^2 + s 9 c h) for s = floor(log2 L) - 1 scales, and 2 (4 h^2) a layer
 * }</pre>
 *
 * <p>The head, the norms and what is done element by element are left out. A backward pass costs twice its forward.
 */
public final class Operations {
    private Operations() {}

    /** Of one forward pass of n states. */
    public static double forward(NetworkSettings net, int sites, long n) {
        return (double) n * sites * site(net, sites);
    }

    private static double site(NetworkSettings net, double d) {
        double h = net.hidden();
        if (net instanceof NetworkSettings.Letf letf) {
            return 2 * (letf.layers() * (2 * 12 * h * h + 2 * d * h) + 2 * 3 * h * h + h * h + 2 * d * h);
        }
        if (net instanceof NetworkSettings.Lemlp lemlp) {
            return lemlp.terms() * 2 * d * h;
        }
        if (net instanceof NetworkSettings.Leconv leconv) {
            return convolutions(leconv, d);
        }
        if (net instanceof NetworkSettings.Lelattice lelattice) {
            return gathering(h, d) + lelattice.layers() * 2 * 4 * h * h;
        }
        if (net instanceof NetworkSettings.Lepyramid pyramid) {
            return squares(h, pyramid.channels(), d) + pyramid.layers() * 2 * 4 * h * h;
        }
        return 2 * 3 * h * h + 2 * d * h; // leattn
    }

    private static double convolutions(NetworkSettings.Leconv net, double d) {
        double h = net.hidden();
        double sum = 0;
        for (int k = 0; k < net.layers(); k++) {
            double width = 2 * k + 3;
            double neighbours = k == net.layers() - 1 ? d - 1 : Math.min(d, width * width) - 1;
            sum += k == 0 ? 2 * neighbours * h : 2 * net.kernels() * (neighbours * h + h * h);
        }
        return sum;
    }

    private static double gathering(double h, double d) {
        double c = Math.ceil(h / 2);
        double patch = Math.min(d, 25) - 1;
        double near = Math.min(d, 9);
        double far = d > near ? near * c + d * c + c * h : 0;
        return 2 * (patch * (h + near * c) + near * c * h + far);
    }

    private static double squares(double h, double c, double d) {
        double scales = Math.max(0, Math.floor(Math.log(Math.sqrt(d)) / Math.log(2)) - 1);
        double patch = Math.min(d, 25) - 1;
        double up = Math.max(0, scales - 1) * 9 * c * c;
        return 2 * (patch * (h + 4 * c) + 4 * c * h + 9 * c + up + scales * 9 * c * h);
    }

    /** Of one optimiser step on n states. */
    public static double step(NetworkSettings net, int sites, long n) {
        return 3 * forward(net, sites, n);
    }
}
