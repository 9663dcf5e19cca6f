package io.github.dnfs4j.settings;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.dnfs4j.net.Head;
import io.github.dnfs4j.net.HollowBody;
import io.github.dnfs4j.net.LatticeShape;
import io.github.dnfs4j.net.LeAttention;
import io.github.dnfs4j.net.LeConvolution;
import io.github.dnfs4j.net.LeGlass;
import io.github.dnfs4j.net.LeLattice;
import io.github.dnfs4j.net.LeMlp;
import io.github.dnfs4j.net.LeNet;
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
import java.util.Locale;
import java.util.Optional;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Which network to train; {@code kind} names the record in a settings file, and each has keys of its own. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = NetworkSettings.Letf.class, name = "letf"),
    @JsonSubTypes.Type(value = NetworkSettings.Lemlp.class, name = "lemlp"),
    @JsonSubTypes.Type(value = NetworkSettings.Leattn.class, name = "leattn"),
    @JsonSubTypes.Type(value = NetworkSettings.Leconv.class, name = "leconv"),
    @JsonSubTypes.Type(value = NetworkSettings.Lelattice.class, name = "lelattice"),
    @JsonSubTypes.Type(value = NetworkSettings.Lepyramid.class, name = "lepyramid"),
    @JsonSubTypes.Type(value = NetworkSettings.Leglass.class, name = "leglass")
})
public sealed interface NetworkSettings {
    /**
     * The kinds there are, with defaults of about equal cost, small and fast. The paper's network is a leTF with hidden 128,
     * 4 heads, 3 layers and separate weights.
     */
    List<NetworkSettings> DEFAULTS = List.of(
            new Letf(32, 2, 1, true, Readout.ENERGY, false),
            new Lemlp(32, 8, Readout.ENERGY, false),
            new Leattn(32, 2, Readout.ENERGY, false),
            new Leconv(32, 2, 3, Readout.ENERGY, false),
            new Lelattice(32, 1, Readout.ENERGY, false, false),
            new Lepyramid(32, 32, 1, Readout.ENERGY, false, false),
            new Leglass(32, 3, 2, Readout.ENERGY));

    /** Their names. */
    List<String> KINDS = DEFAULTS.stream().map(NetworkSettings::kind).toList();

    /** Its name in a settings file and on the command line: that of the record. */
    default String kind() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

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

    /** What stands under the head, for so many sites and states. */
    HollowBody body(int sites, int states, Optional<Torus> lattice);

    /** What this network needs, in words, and a target of this structure is not. */
    default Optional<String> missing(Structure structure) {
        return Optional.empty();
    }

    /** The defaults of a kind. */
    static NetworkSettings defaults(String kind) {
        return DEFAULTS.stream()
                .filter(settings -> settings.kind().equals(kind))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown network '" + kind + "'; possible: " + String.join(", ", KINDS)));
    }

    /** What to take where nothing is said: what knows the lattice, or its bonds, is faster and better than leTF. */
    static NetworkSettings suited(Structure structure, int states) {
        String kind =
                structure.bonded().isPresent() ? "leglass" : structure.lattice().isPresent() ? "lelattice" : "letf";
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
        return DEFAULTS.stream()
                .filter(settings -> settings.missing(structure).isEmpty())
                .map(NetworkSettings::kind)
                .toList();
    }

    /** Refuses, with what is possible, a target without the lattice or the symmetry that this network needs. */
    default void check(Structure structure) {
        missing(structure).ifPresent(needed -> {
            throw new IllegalArgumentException(
                    kind() + " needs " + needed + "; here possible: " + String.join(", ", possible(structure)));
        });
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
        HollowBody body = body(target.space().sites(), symmetric() ? 2 : states, torus);
        return new LeNet(body, head, rng, ScalarType.Float);
    }

    private static Optional<String> lattice(Structure structure) {
        return structure.lattice().isPresent() ? Optional.empty() : Optional.of("a target on a periodic lattice");
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
        public Letf withSymmetric(boolean now) {
            return new Letf(hidden, heads, layers, shared, readout, now);
        }

        @Override
        public HollowBody body(int sites, int states, Optional<Torus> lattice) {
            return new LeTransformer(new LeTransformer.Settings(sites, states, hidden, heads, layers, shared));
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
        public Lemlp withSymmetric(boolean now) {
            return new Lemlp(hidden, terms, readout, now);
        }

        @Override
        public HollowBody body(int sites, int states, Optional<Torus> lattice) {
            return new LeMlp(new LeMlp.Settings(sites, states, hidden, terms));
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
        public Leattn withSymmetric(boolean now) {
            return new Leattn(hidden, heads, readout, now);
        }

        @Override
        public HollowBody body(int sites, int states, Optional<Torus> lattice) {
            return new LeAttention(new LeAttention.Settings(sites, states, hidden, heads));
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
        public Leconv withSymmetric(boolean now) {
            return new Leconv(hidden, kernels, layers, readout, now);
        }

        @Override
        public HollowBody body(int sites, int states, Optional<Torus> lattice) {
            Torus grid = lattice.orElseGet(() -> Torus.around(sites));
            return new LeConvolution(new LeConvolution.Settings(grid, sites, states, hidden, kernels, layers));
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
        public Lelattice withSymmetric(boolean now) {
            return new Lelattice(hidden, layers, readout, now, isotropic);
        }

        @Override
        public HollowBody body(int sites, int states, Optional<Torus> lattice) {
            return new LeLattice(
                    new LatticeShape(lattice.orElseThrow(), states, hidden, (hidden + 1) / 2, layers, isotropic));
        }

        @Override
        public Optional<String> missing(Structure structure) {
            return lattice(structure);
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
        public Lepyramid withSymmetric(boolean now) {
            return new Lepyramid(hidden, channels, layers, readout, now, isotropic);
        }

        @Override
        public HollowBody body(int sites, int states, Optional<Torus> lattice) {
            return new LePyramid(new LatticeShape(lattice.orElseThrow(), states, hidden, channels, layers, isotropic));
        }

        @Override
        public Optional<String> missing(Structure structure) {
            return lattice(structure);
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
        public boolean symmetric() {
            return true;
        }

        @Override
        public Leglass withSymmetric(boolean now) {
            return this;
        }

        @Override
        public HollowBody body(int sites, int states, Optional<Torus> lattice) {
            return new LeGlass(new LeGlass.Settings(lattice.orElseThrow(), hidden, reach, layers));
        }

        @Override
        public Optional<String> missing(Structure structure) {
            return structure.bonded().isPresent()
                    ? Optional.empty()
                    : Optional.of("spins without a field on a square lattice whose bonds differ");
        }
    }
}
