package io.github.dnfs4j.settings;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.dnfs4j.net.Head;
import io.github.dnfs4j.net.LatticeShape;
import io.github.dnfs4j.net.LeAttention;
import io.github.dnfs4j.net.LeConvolution;
import io.github.dnfs4j.net.LeGlass;
import io.github.dnfs4j.net.LeLattice;
import io.github.dnfs4j.net.LeMlp;
import io.github.dnfs4j.net.LePyramid;
import io.github.dnfs4j.net.LeTransformer;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.net.Torus;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Plausible;
import io.github.dnfs4j.torch.Rng;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Which network to train; {@code kind} names the record in a settings file, and each has keys of its own. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = NetworkSettings.Letf.class, name = NetworkSettings.LETF),
    @JsonSubTypes.Type(value = NetworkSettings.Lemlp.class, name = NetworkSettings.LEMLP),
    @JsonSubTypes.Type(value = NetworkSettings.Leattn.class, name = NetworkSettings.LEATTN),
    @JsonSubTypes.Type(value = NetworkSettings.Leconv.class, name = NetworkSettings.LECONV),
    @JsonSubTypes.Type(value = NetworkSettings.Lelattice.class, name = NetworkSettings.LELATTICE),
    @JsonSubTypes.Type(value = NetworkSettings.Lepyramid.class, name = NetworkSettings.LEPYRAMID),
    @JsonSubTypes.Type(value = NetworkSettings.Leglass.class, name = NetworkSettings.LEGLASS)
})
public sealed interface NetworkSettings {
    String LETF = "letf";
    String LEMLP = "lemlp";
    String LEATTN = "leattn";
    String LECONV = "leconv";
    String LELATTICE = "lelattice";
    String LEPYRAMID = "lepyramid";
    String LEGLASS = "leglass";

    /** The kinds there are. */
    List<String> KINDS = List.of(LETF, LEMLP, LEATTN, LECONV, LELATTICE, LEPYRAMID, LEGLASS);

    /** Those that need a periodic lattice. */
    List<String> ON_LATTICES = List.of(LELATTICE, LEPYRAMID);

    /** The defaults: small and fast. The paper's network has hidden 128, 4 heads, 3 layers and separate weights. */
    NetworkSettings DEFAULT = defaults(LETF);

    /** Its name in a settings file and on the command line. */
    String kind();

    /** Width. */
    int hidden();

    /** What the last layer sees. */
    Readout readout();

    /**
     * Whether exchanging the states of all sites alike leaves the rates alone, for targets where it leaves the density
     * alone.
     */
    boolean symmetric();

    /** These settings, symmetric or not. */
    NetworkSettings withSymmetric(boolean now);

    /** The network for so many sites and states, with this head. */
    RateNet build(int sites, int states, Optional<Torus> lattice, Head head, Rng rng);

    /** The defaults of a kind, of about equal cost. */
    static NetworkSettings defaults(String kind) {
        return switch (kind) {
            case LETF -> new Letf(32, 2, 1, true, Readout.ENERGY, false);
            case LEMLP -> new Lemlp(32, 8, Readout.ENERGY, false);
            case LEATTN -> new Leattn(32, 2, Readout.ENERGY, false);
            case LECONV -> new Leconv(32, 2, 3, Readout.ENERGY, false);
            case LELATTICE -> new Lelattice(32, 1, Readout.ENERGY, false, false);
            case LEPYRAMID -> new Lepyramid(32, 32, 1, Readout.ENERGY, false, false);
            case LEGLASS -> new Leglass(32, 3, 2, Readout.ENERGY);
            default ->
                throw new IllegalArgumentException(
                        "unknown network '" + kind + "'; possible: " + String.join(", ", KINDS));
        };
    }

    /** What to take where nothing is said: what knows the lattice, or its bonds, is faster and better than leTF. */
    static NetworkSettings suited(Structure structure, int states) {
        String kind =
                structure.bonded().isPresent() ? LEGLASS : structure.lattice().isPresent() ? LELATTICE : LETF;
        return defaults(kind).withSymmetric(symmetric(structure, states));
    }

    /** What to take for a target where nothing is said. */
    static NetworkSettings suited(Target target) {
        return suited(target.structure(), target.space().states());
    }

    /**
     * Whether to be symmetric where nothing is said: the more states there are to learn apart, the more it saves; it
     * costs a pass of the network for each.
     */
    static boolean symmetric(Structure structure, int states) {
        return states > 2 && structure.symmetric();
    }

    /** The kinds that know what to do with a target of this structure. */
    static List<String> possible(Structure structure) {
        return KINDS.stream()
                .filter(kind -> kind.equals(LEGLASS)
                        ? structure.bonded().isPresent()
                        : !ON_LATTICES.contains(kind) || structure.lattice().isPresent())
                .toList();
    }

    /** Refuses, with what is possible, a target without the lattice or the symmetry that this network needs. */
    default void check(Structure structure) {
        List<String> possible = possible(structure);
        if (!possible.contains(kind())) {
            String needed = kind().equals(LEGLASS)
                    ? "spins without a field on a square lattice whose bonds differ"
                    : "a target on a periodic lattice";
            throw new IllegalArgumentException(
                    kind() + " needs " + needed + "; here possible: " + String.join(", ", possible));
        }
        if (symmetric() && !structure.symmetric()) {
            throw new IllegalArgumentException(
                    "a symmetric network needs a target that exchanging the states of all"
                            + " sites alike does not change, such as potts or ising without a field; use network.symmetric=false");
        }
    }

    /** A network with random fp32 weights on the device of {@code rng}. */
    default RateNet build(Target target, Rng rng) {
        Structure structure = target.structure();
        check(structure);
        Optional<Torus> torus = structure.lattice().or(structure::bonded).map(l -> new Torus(l.rows(), l.columns()));
        int states = target.space().states();
        Head head = symmetric() ? Head.symmetric(readout(), hidden(), states) : Head.of(readout(), hidden(), states);
        return build(target.space().sites(), symmetric() ? 2 : states, torus, head, rng);
    }

    /**
     * {@link LeTransformer}.
     *
     * @param heads of attention
     * @param layers causal blocks in each direction
     * @param shared whether both directions have one set of weights
     */
    record Letf(int hidden, int heads, int layers, boolean shared, Readout readout, boolean symmetric)
            implements NetworkSettings {
        public Letf {
            LeTransformer.checkShape(hidden, heads, layers);
        }

        @Override
        public String kind() {
            return LETF;
        }

        @Override
        public Letf withSymmetric(boolean now) {
            return new Letf(hidden, heads, layers, shared, readout, now);
        }

        @Override
        public RateNet build(int sites, int states, Optional<Torus> lattice, Head head, Rng rng) {
            return new LeTransformer(
                    new LeTransformer.Settings(sites, states, hidden, heads, layers, shared, readout),
                    head,
                    rng,
                    ScalarType.Float);
        }
    }

    /**
     * {@link LeMlp}.
     *
     * @param terms of its sum, each with weights for all sites
     */
    record Lemlp(int hidden, int terms, Readout readout, boolean symmetric) implements NetworkSettings {
        public Lemlp {
            Plausible.check("hidden", hidden, Plausible.WIDTH);
            Plausible.check("terms", terms, Plausible.LAYERS);
        }

        @Override
        public String kind() {
            return LEMLP;
        }

        @Override
        public Lemlp withSymmetric(boolean now) {
            return new Lemlp(hidden, terms, readout, now);
        }

        @Override
        public RateNet build(int sites, int states, Optional<Torus> lattice, Head head, Rng rng) {
            return new LeMlp(new LeMlp.Settings(sites, states, hidden, terms, readout), head, rng, ScalarType.Float);
        }
    }

    /**
     * {@link LeAttention}.
     *
     * @param heads of attention
     */
    record Leattn(int hidden, int heads, Readout readout, boolean symmetric) implements NetworkSettings {
        public Leattn {
            LeTransformer.checkShape(hidden, heads, 1);
        }

        @Override
        public String kind() {
            return LEATTN;
        }

        @Override
        public Leattn withSymmetric(boolean now) {
            return new Leattn(hidden, heads, readout, now);
        }

        @Override
        public RateNet build(int sites, int states, Optional<Torus> lattice, Head head, Rng rng) {
            return new LeAttention(
                    new LeAttention.Settings(sites, states, hidden, heads, readout), head, rng, ScalarType.Float);
        }
    }

    /**
     * {@link LeConvolution}; sites that form no lattice are laid out on one.
     *
     * @param kernels that each layer mixes
     * @param layers convolutions, one after the other
     */
    record Leconv(int hidden, int kernels, int layers, Readout readout, boolean symmetric) implements NetworkSettings {
        public Leconv {
            Plausible.check("hidden", hidden, Plausible.WIDTH);
            Plausible.check("kernels", kernels, Plausible.LAYERS);
            Plausible.check("layers", layers, Plausible.LAYERS);
        }

        @Override
        public String kind() {
            return LECONV;
        }

        @Override
        public Leconv withSymmetric(boolean now) {
            return new Leconv(hidden, kernels, layers, readout, now);
        }

        @Override
        public RateNet build(int sites, int states, Optional<Torus> lattice, Head head, Rng rng) {
            Torus grid = lattice.orElseGet(() -> Torus.around(sites));
            return new LeConvolution(
                    new LeConvolution.Settings(grid, sites, states, hidden, kernels, layers, readout),
                    head,
                    rng,
                    ScalarType.Float);
        }
    }

    /**
     * {@link LeLattice}, for periodic lattices only.
     *
     * @param layers perceptrons, one after the other
     * @param isotropic whether it commutes with the reflections and quarter turns of the lattice
     */
    record Lelattice(int hidden, int layers, Readout readout, boolean symmetric, boolean isotropic)
            implements NetworkSettings {
        public Lelattice {
            Plausible.check("hidden", hidden, Plausible.WIDTH);
            Plausible.check("layers", layers, Plausible.LAYERS);
        }

        @Override
        public String kind() {
            return LELATTICE;
        }

        @Override
        public Lelattice withSymmetric(boolean now) {
            return new Lelattice(hidden, layers, readout, now, isotropic);
        }

        @Override
        public RateNet build(int sites, int states, Optional<Torus> lattice, Head head, Rng rng) {
            return new LeLattice(
                    new LatticeShape(
                            lattice.orElseThrow(), states, hidden, (hidden + 1) / 2, layers, readout, isotropic),
                    head,
                    rng,
                    ScalarType.Float);
        }
    }

    /**
     * {@link LePyramid}, for periodic lattices only.
     *
     * @param channels features of each square
     * @param layers perceptrons, one after the other
     * @param isotropic whether it commutes with the reflections and quarter turns of the lattice
     */
    record Lepyramid(int hidden, int channels, int layers, Readout readout, boolean symmetric, boolean isotropic)
            implements NetworkSettings {
        public Lepyramid {
            Plausible.check("hidden", hidden, Plausible.WIDTH);
            Plausible.check("channels", channels, Plausible.WIDTH);
            Plausible.check("layers", layers, Plausible.LAYERS);
        }

        @Override
        public String kind() {
            return LEPYRAMID;
        }

        @Override
        public Lepyramid withSymmetric(boolean now) {
            return new Lepyramid(hidden, channels, layers, readout, now, isotropic);
        }

        @Override
        public RateNet build(int sites, int states, Optional<Torus> lattice, Head head, Rng rng) {
            return new LePyramid(
                    new LatticeShape(lattice.orElseThrow(), states, hidden, channels, layers, readout, isotropic),
                    head,
                    rng,
                    ScalarType.Float);
        }
    }

    /**
     * {@link LeGlass}, for spins on periodic square lattices whose bonds differ; it is symmetric always.
     *
     * @param reach sites to either side whose bonds a site sees
     * @param layers perceptrons, one after the other
     */
    record Leglass(int hidden, int reach, int layers, Readout readout) implements NetworkSettings {
        public Leglass {
            Plausible.check("hidden", hidden, Plausible.WIDTH);
            LeGlass.checkReach(reach);
            Plausible.check("layers", layers, Plausible.LAYERS);
        }

        @Override
        public String kind() {
            return LEGLASS;
        }

        @Override
        public boolean symmetric() {
            return true;
        }

        @Override
        public Leglass withSymmetric(boolean now) {
            return this;
        }

        @Override
        public RateNet build(int sites, int states, Optional<Torus> lattice, Head head, Rng rng) {
            return new LeGlass(
                    new LeGlass.Settings(lattice.orElseThrow(), hidden, reach, layers, readout),
                    head,
                    rng,
                    ScalarType.Float);
        }
    }
}
