package io.github.dnfs4j.settings;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.annotation.JsonTypeIdResolver;
import io.github.dnfs4j.target.Glasses;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.Layout;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A target to sample, as a settings file says it: a record whose components are its keys. {@code kind} names the record
 * there, by a {@link TargetKind}. Only {@link #kind} and {@link #build} must be given; what the defaults find out by
 * building the target, a record that knows it may say at once.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.CUSTOM, property = "kind")
@JsonTypeIdResolver(TargetKinds.ById.class)
public interface TargetSettings {
    /** Its name in a settings file and on the command line. */
    String kind();

    Target build();

    /** The target of a run, from what {@link #store} has put into its folder. */
    default Target build(Path folder) throws IOException {
        return build();
    }

    /** Puts into a new run folder what the target needs beside its settings, under names that begin with {@code target.}. */
    default void store(Path folder) throws IOException {}

    /** d. */
    default int sites() {
        return ask(target -> target.space().sites());
    }

    /** S. */
    default int states() {
        return ask(target -> target.space().states());
    }

    /** What is known beside the density, by which a network is chosen. */
    default Structure structure() {
        return ask(Target::structure);
    }

    private <T> T ask(Function<Target, T> question) {
        Target target = build();
        try {
            return question.apply(target);
        } finally {
            if (target != this) { // as settings may be that are a target themselves
                Target.close(target);
            }
        }
    }

    /** A few words for titles and folder names. */
    default String title() {
        return kind();
    }

    /** How long to train by default, in minutes on two CPU cores. */
    default double defaultMinutes() {
        return sites() <= 20 ? 1.2 : TrainSettings.DEFAULT.budget().minutes();
    }

    /** A target of a kind, with its defaults. */
    static TargetSettings defaults(String kind) {
        try {
            return TargetKinds.named(kind).parse("");
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Structure laid(Layout layout, int side, boolean symmetric) {
        return Structure.of(layout.torus() ? Optional.of(new Lattice(side, side)) : Optional.empty(), symmetric);
    }

    /**
     * A lattice, by default the periodic square one: {@code log p = sigma x'Ax + field sum x} with the strengths A of its
     * bonds, every edge counted twice. As text the keys of the layout lie beside the others.
     */
    record Ising(
            int side,
            double sigma,
            double field,
            @JsonUnwrapped Layout layout) implements TargetSettings {
        public Ising {
            io.github.dnfs4j.target.Ising.checkLattice(layout, side, sigma, field);
        }

        /** The periodic square lattice. */
        public Ising(int side, double sigma, double field) {
            this(side, sigma, field, Layout.TORUS);
        }

        /** This lattice where its layout is critical, or at temperature 1 where bonds are drawn. */
        public Ising critical() {
            return new Ising(
                    side,
                    layout.plain() ? io.github.dnfs4j.target.Ising.CRITICAL : layout.critical() / 2,
                    field,
                    layout);
        }

        /** Side 6 at the critical point of the layout, without a field, by default. */
        public static final class Kind extends TargetKind.Keyed {
            public Kind() {
                super(new Ising(6, io.github.dnfs4j.target.Ising.CRITICAL, 0));
            }

            @Override
            public TargetSettings parse(String text) {
                Ising read = (Ising) super.parse(text);
                return keys(text).containsKey("sigma") ? read : read.critical();
            }
        }

        @Override
        public Target build() {
            return io.github.dnfs4j.target.Ising.lattice(layout, side, sigma, field);
        }

        @Override
        public String kind() {
            return "ising";
        }

        @Override
        public int sites() {
            return layout.sites(side);
        }

        @Override
        public int states() {
            return 2;
        }

        @Override
        public Structure structure() {
            return layout.bonded() && field == 0
                    ? new Structure.Bonded(
                            new Lattice(side, side),
                            x -> Objects.requireNonNull(build().structure().bonds(x)))
                    : laid(layout, side, field == 0);
        }

        @Override
        public String title() {
            return "ising-" + layout.title(side);
        }
    }

    private static Ising glass(
            Layout.Kind kind, Layout.Boundary boundary, int side, double beta, Layout.Law bonds, long bondSeed) {
        if (bonds == Layout.Law.UNIFORM) {
            throw new IllegalArgumentException("the bonds of a glass are drawn: pm or gaussian, not uniform");
        }
        return new Ising(side, beta / 2, 0, new Layout(kind, boundary, bonds, bondSeed, List.of()));
    }

    /**
     * Sherrington and Kirkpatrick's glass, {@code log p = beta / sqrt(sites) sum over pairs of J_ij s_i s_j}: another name
     * for the Ising model on the complete lattice, with its temperature.
     *
     * @param bonds the law of J
     */
    record Sk(int sites, double beta, Layout.Law bonds, long bondSeed) implements TargetSettings {
        public Sk {
            glass(Layout.Kind.COMPLETE, Layout.Boundary.FREE, sites, beta, bonds, bondSeed); // refuses what is none
        }

        /** 16 sites with normal J at temperature 1 by default. */
        public static final class Kind extends TargetKind.Keyed {
            public Kind() {
                super(new Sk(16, 1, Layout.Law.GAUSSIAN, 1));
            }
        }

        @Override
        public Target build() {
            return glass(Layout.Kind.COMPLETE, Layout.Boundary.FREE, sites, beta, bonds, bondSeed)
                    .build();
        }

        @Override
        public String kind() {
            return "sk";
        }

        @Override
        public int states() {
            return 2;
        }

        @Override
        public String title() {
            return "sk-" + sites + "-" + bonds + bondSeed;
        }
    }

    /**
     * Edwards and Anderson's glass on the periodic square lattice, {@code log p = beta sum over bonds of J_ij s_i s_j}.
     *
     * @param bonds the law of J
     */
    record Glass(int side, double beta, Layout.Law bonds, long bondSeed) implements FamilySettings {
        public Glass {
            glass(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, side, beta, bonds, bondSeed); // refuses what is none
        }

        /** Side 6 with bonds -1 and 1 at temperature 1 by default. */
        public static final class Kind extends TargetKind.Keyed {
            public Kind() {
                super(new Glass(6, 1, Layout.Law.PM, 1));
            }
        }

        @Override
        public Glass withSeed(long seed) {
            return new Glass(side, beta, bonds, seed);
        }

        /** {@code K = beta J} of the bonds to the right of each site and below, [count, d, 2]. */
        @Override
        public Tensor draw(int count, Rng rng) {
            Tensor j = bonds == Layout.Law.PM
                    ? plus(times(rng.integers(2, count, 2L * sites()), 2), -1)
                    : rng.normal(count * 2L * sites());
            return times(j.view(count, sites(), 2), beta).to(ScalarType.Double);
        }

        @Override
        public Target over(Tensor instances) {
            return Glasses.over(new Lattice(side, side), instances);
        }

        @Override
        public Target build() {
            return glass(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, side, beta, bonds, bondSeed)
                    .build();
        }

        @Override
        public String kind() {
            return "glass";
        }

        @Override
        public int sites() {
            return side * side;
        }

        @Override
        public int states() {
            return 2;
        }

        @Override
        public String title() {
            return "glass-" + side + "x" + side + "-" + bonds + bondSeed;
        }
    }

    /**
     * A lattice, by default the periodic square one: {@code log p = beta sum over edges of w_ij [x_i = x_j]}, every edge
     * counted once, with the strengths w of its bonds. As text the keys of the layout lie beside the others.
     */
    record Potts(
            int side,
            int states,
            double beta,
            @JsonUnwrapped Layout layout) implements TargetSettings {
        public Potts {
            io.github.dnfs4j.target.Potts.checkLattice(layout, side, states, beta);
        }

        /** The periodic square lattice. */
        public Potts(int side, int states, double beta) {
            this(side, states, beta, Layout.TORUS);
        }

        /** This lattice at the critical point of the square lattice. */
        public Potts critical() {
            return new Potts(side, states, io.github.dnfs4j.target.Potts.critical(states), layout);
        }

        /** Side 6 and 3 states by default, and the critical beta of the states there are. */
        public static final class Kind extends TargetKind.Keyed {
            public Kind() {
                super(new Potts(6, 3, 0).critical());
            }

            @Override
            public TargetSettings parse(String text) {
                Map<String, String> keys = keys(text);
                Potts read = (Potts) super.parse(text);
                return keys.containsKey("beta") ? read : read.critical();
            }
        }

        @Override
        public Target build() {
            return io.github.dnfs4j.target.Potts.lattice(layout, side, states, beta);
        }

        @Override
        public String kind() {
            return "potts";
        }

        @Override
        public int sites() {
            return layout.sites(side);
        }

        @Override
        public Structure structure() {
            return laid(layout, side, true);
        }

        @Override
        public String title() {
            return "potts" + states + "-" + layout.title(side);
        }
    }
}
