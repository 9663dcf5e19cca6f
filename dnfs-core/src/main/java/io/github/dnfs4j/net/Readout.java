package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Words;

/** What the last layer of a locally equivariant network sees. */
public enum Readout {
    /** The hollow hidden states alone, as in the paper. */
    PLAIN,
    /** The hollow hidden states and the conditional log densities of each site. */
    ENERGY;

    /** Reads {@code plain} or {@code energy}. */
    public static Readout parse(String name) {
        return Words.parse("readout", Readout.class, name);
    }

    @Override
    public String toString() {
        return Words.of(this);
    }
}
