package io.github.dnfs4j.net;

/**
 * The shape of a network for periodic lattices.
 *
 * @param torus the lattice
 * @param states S
 * @param hidden h
 * @param channels C, the features that a site has for others
 * @param layers perceptrons at each site after the gathering
 * @param isotropic whether it commutes with the reflections and quarter turns of the lattice as well as with
 *     translations; then C is rounded up to a multiple of their number
 */
public record LatticeShape(Torus torus, int states, int hidden, int channels, int layers, boolean isotropic) {
    public LatticeShape {
        HollowBody.checkSpace(torus.sites(), states, 2);
        LeTransformer.checkShape(hidden, 1, layers);
        if (channels < 1) {
            throw new IllegalArgumentException("a network for lattices needs at least 1 feature");
        }
        if (isotropic) {
            channels = (channels + torus.symmetries() - 1) / torus.symmetries() * torus.symmetries();
        }
    }
}
