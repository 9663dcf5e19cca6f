package io.github.dnfs4j.net;

import java.util.Locale;

/** What the last layer of a locally equivariant network sees. */
public enum Readout {
    /** The hollow hidden states alone, as in the paper. */
    PLAIN,
    /** The hollow hidden states and the conditional log densities of each site. */
    ENERGY;

    /** Reads {@code plain} or {@code energy}. */
    public static Readout parse(String name) {
        for (Readout r : values()) {
            if (r.toString().equals(name)) {
                return r;
            }
        }
        throw new IllegalArgumentException("unknown readout '" + name + "'; possible: energy, plain");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
