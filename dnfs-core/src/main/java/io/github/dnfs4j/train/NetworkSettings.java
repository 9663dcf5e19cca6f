package io.github.dnfs4j.train;

import io.github.dnfs4j.net.LeAttention;
import io.github.dnfs4j.net.LeConvolution;
import io.github.dnfs4j.net.LeLattice;
import io.github.dnfs4j.net.LeMlp;
import io.github.dnfs4j.net.LeTransformer;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.net.Torus;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Rng;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Which network to train.
 *
 * @param kind {@code letf}, {@code lemlp}, {@code leattn}, {@code leconv} or {@code lelattice}
 * @param hidden width
 * @param heads attention heads of letf and leattn, local features of lelattice, kernels that leconv mixes
 * @param layers causal blocks in each direction of letf, terms of lemlp, convolutions of leconv, perceptrons of
 *     lelattice; leattn has one
 * @param shared whether both directions of letf use the same weights
 * @param readout {@code energy} or {@code plain}
 */
public record NetworkSettings(String kind, int hidden, int heads, int layers, boolean shared, Readout readout) {
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
        if (heads < 1) {
            throw new IllegalArgumentException("heads must be at least 1");
        }
        if (kind.equals(LEATTN) && layers != 1) {
            throw new IllegalArgumentException("leattn has 1 layer, not " + layers);
        }
    }

    /** The defaults of a kind, of about the same cost. */
    public static NetworkSettings defaults(String kind) {
        return switch (kind) {
            case LEMLP -> new NetworkSettings(kind, 32, 1, 8, true, Readout.ENERGY);
            case LECONV -> new NetworkSettings(kind, 32, 2, 3, true, Readout.ENERGY);
            case LELATTICE -> new NetworkSettings(kind, 32, 16, 1, true, Readout.ENERGY);
            default -> new NetworkSettings(kind, 32, 2, 1, true, Readout.ENERGY);
        };
    }

    /** Refuses, with the reason, a target that this network cannot take. */
    public void check(TargetSettings target) {
        if (kind.equals(LELATTICE) && target.lattice().isEmpty()) {
            throw new IllegalArgumentException("lelattice needs a target on a periodic lattice, and " + target.title()
                    + " is none; possible: letf, lemlp, leattn, leconv");
        }
    }

    /** A network with random fp32 weights on the device of {@code rng}, for a target that need be no lattice. */
    public RateNet build(StateSpace space, Rng rng) {
        return build(space, Optional.empty(), rng);
    }

    /** The same for the sites of a lattice of so many rows and columns. */
    public RateNet build(StateSpace space, Optional<int[]> lattice, Rng rng) {
        int d = space.sites();
        int s = space.states();
        Optional<Torus> torus = lattice.map(l -> new Torus(l[0], l[1]));
        ScalarType type = ScalarType.Float;
        return switch (kind) {
            case LEMLP -> new LeMlp(new LeMlp.Settings(d, s, hidden, layers, readout), rng, type);
            case LEATTN -> new LeAttention(new LeAttention.Settings(d, s, hidden, heads, readout), rng, type);
            case LECONV ->
                new LeConvolution(
                        new LeConvolution.Settings(
                                torus.orElseGet(() -> Torus.around(d)), d, s, hidden, heads, layers, readout),
                        rng,
                        type);
            case LELATTICE ->
                new LeLattice(
                        new LeLattice.Settings(
                                torus.orElseThrow(
                                        () -> new IllegalArgumentException("lelattice needs a periodic lattice")),
                                s,
                                hidden,
                                heads,
                                layers,
                                readout),
                        rng,
                        type);
            default ->
                new LeTransformer(new LeTransformer.Settings(d, s, hidden, heads, layers, shared, readout), rng, type);
        };
    }
}
