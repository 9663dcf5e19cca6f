package io.github.dnfs4j.settings;

import io.github.dnfs4j.net.Head;
import io.github.dnfs4j.net.LeAttention;
import io.github.dnfs4j.net.LeConvolution;
import io.github.dnfs4j.net.LeLattice;
import io.github.dnfs4j.net.LeMlp;
import io.github.dnfs4j.net.LeTransformer;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.net.Torus;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Which network to train.
 *
 * @param kind {@code letf}, {@code lemlp}, {@code leattn}, {@code leconv} or {@code lelattice}
 * @param hidden width
 * @param heads attention heads of letf and leattn, kernels that leconv mixes; the others have none
 * @param layers causal blocks in each direction of letf, terms of lemlp, convolutions of leconv, perceptrons of
 *     lelattice; leattn has one
 * @param shared whether both directions of letf use the same weights
 * @param readout {@code energy} or {@code plain}
 * @param symmetric whether exchanging the states of all sites alike leaves the rates alone, for targets where it
 *     leaves the density alone
 * @param isotropic whether lelattice commutes with the reflections and quarter turns of the lattice
 */
public record NetworkSettings(
        String kind,
        int hidden,
        int heads,
        int layers,
        boolean shared,
        Readout readout,
        boolean symmetric,
        boolean isotropic) {
    private static final String LETF = "letf";
    private static final String LEMLP = "lemlp";
    private static final String LEATTN = "leattn";
    private static final String LECONV = "leconv";
    private static final String LELATTICE = "lelattice";

    /** The kinds there are. */
    public static final List<String> KINDS = List.of(LETF, LEMLP, LEATTN, LECONV, LELATTICE);

    /** The defaults: small and fast. The paper's network has hidden 128, 4 heads, 3 layers and separate weights. */
    public static final NetworkSettings DEFAULT = defaults(LETF);

    public NetworkSettings {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException("unknown network '" + kind + "'; possible: " + String.join(", ", KINDS));
        }
        boolean attends = kind.equals(LETF) || kind.equals(LEATTN);
        LeTransformer.checkShape(hidden, attends ? heads : 1, layers);
        if (isotropic && !kind.equals(LELATTICE)) {
            throw new IllegalArgumentException("of the networks only lelattice can be isotropic");
        }
        if (heads < 1) {
            throw new IllegalArgumentException("heads must be at least 1");
        }
        if (kind.equals(LEATTN) && layers != 1) {
            throw new IllegalArgumentException("leattn has 1 layer, not " + layers);
        }
    }

    /** A network without symmetries. */
    public NetworkSettings(String kind, int hidden, int heads, int layers, boolean shared, Readout readout) {
        this(kind, hidden, heads, layers, shared, readout, false, false);
    }

    /** The same, symmetric or not. */
    public NetworkSettings withSymmetric(boolean now) {
        return new NetworkSettings(kind, hidden, heads, layers, shared, readout, now, isotropic);
    }

    /** The defaults of a kind, of about the same cost. */
    public static NetworkSettings defaults(String kind) {
        return switch (kind) {
            case LEMLP -> new NetworkSettings(kind, 32, 1, 8, true, Readout.ENERGY);
            case LECONV -> new NetworkSettings(kind, 32, 2, 3, true, Readout.ENERGY);
            case LELATTICE -> new NetworkSettings(kind, 32, 1, 1, true, Readout.ENERGY);
            default -> new NetworkSettings(kind, 32, 2, 1, true, Readout.ENERGY);
        };
    }

    /** What to take where nothing is said: on a periodic lattice LeLattice is faster and better than leTF. */
    static NetworkSettings suited(boolean lattice, boolean symmetricTarget) {
        return defaults(lattice ? LELATTICE : LETF).withSymmetric(symmetricTarget);
    }

    /** Refuses, with what is possible, a target without the lattice or the symmetry that this network needs. */
    void check(Optional<int[]> lattice, boolean symmetricTarget) {
        if (symmetric && !symmetricTarget) {
            throw new IllegalArgumentException(
                    "a symmetric network needs a target that exchanging the states of all"
                            + " sites alike does not change, such as potts or ising without a field; use network.symmetric=false");
        }
        if (kind.equals(LELATTICE) && lattice.isEmpty()) {
            throw new IllegalArgumentException("lelattice needs a target on a periodic lattice; here possible: "
                    + String.join(
                            ", ",
                            KINDS.stream().filter(k -> !k.equals(LELATTICE)).toList()));
        }
    }

    /** A network with random fp32 weights on the device of {@code rng}, for a target that need be no lattice. */
    public RateNet build(Target target, Rng rng) {
        return build(target, Optional.empty(), rng);
    }

    /** The same for the sites of a lattice of so many rows and columns. */
    public RateNet build(Target target, Optional<int[]> lattice, Rng rng) {
        check(lattice, target.symmetric());
        StateSpace space = target.space();
        int d = space.sites();
        int s = symmetric ? 2 : space.states();
        Head head =
                symmetric ? Head.symmetric(readout, hidden, space.states()) : Head.of(readout, hidden, space.states());
        Optional<Torus> given = lattice.map(l -> new Torus(l[0], l[1]));
        ScalarType type = ScalarType.Float;
        switch (kind) {
            case LEMLP:
                return new LeMlp(new LeMlp.Settings(d, s, hidden, layers, readout), head, rng, type);
            case LEATTN:
                return new LeAttention(new LeAttention.Settings(d, s, hidden, heads, readout), head, rng, type);
            case LECONV:
                Torus grid = given.orElseGet(() -> Torus.around(d));
                return new LeConvolution(
                        new LeConvolution.Settings(grid, d, s, hidden, heads, layers, readout), head, rng, type);
            case LELATTICE:
                Torus torus = given.orElseThrow();
                return new LeLattice(
                        new LeLattice.Settings(torus, s, hidden, (hidden + 1) / 2, layers, readout, isotropic),
                        head,
                        rng,
                        type);
            default:
                return new LeTransformer(
                        new LeTransformer.Settings(d, s, hidden, heads, layers, shared, readout), head, rng, type);
        }
    }
}
