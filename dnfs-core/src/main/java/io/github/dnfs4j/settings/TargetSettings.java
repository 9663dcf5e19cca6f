package io.github.dnfs4j.settings;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Kaufman;
import io.github.dnfs4j.metric.PottsLattice;
import io.github.dnfs4j.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Which distribution to sample; {@code kind} names the record in a settings file. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = TargetSettings.Ising.class, name = "ising"),
    @JsonSubTypes.Type(value = TargetSettings.Potts.class, name = "potts"),
    @JsonSubTypes.Type(value = EnergyFile.class, name = "file"),
    @JsonSubTypes.Type(value = LearnedEnergy.class, name = "ebm")
})
public sealed interface TargetSettings permits TargetSettings.Ising, TargetSettings.Potts, EnergyFile, LearnedEnergy {
    Target build();

    /** The target of a run, from what {@link #store} has put into its folder. */
    default Target build(Path folder) throws IOException {
        return build();
    }

    /** Puts into a new run folder what the target needs beside its settings. */
    default void store(Path folder) throws IOException {}

    /** Exact values of a target that is built already. */
    default Optional<ExactValues> exact(Target built) {
        return exact();
    }

    /** d, without building anything. */
    int sites();

    /** Its name in a settings file and on the command line. */
    String kind();

    /** A few words for titles and folder names. */
    String title();

    /** Exact values, where a formula or an enumeration of at most 2^20 states gives them. */
    default Optional<ExactValues> exact() {
        return enumerated(build());
    }

    /** Exact values of at most 2^20 states. */
    static Optional<ExactValues> enumerated(Target target) {
        return Enumeration.fits(target.space())
                ? Optional.of(Enumeration.of(target).exact())
                : Optional.empty();
    }

    /** How long to train by default, in minutes on two CPU cores. */
    default double defaultMinutes() {
        return sites() <= 20 ? 1.2 : TrainSettings.DEFAULT.budget().minutes();
    }

    /** Rows and columns, where the sites form a lattice that can be drawn. */
    default Optional<int[]> lattice() {
        return Optional.empty();
    }

    /** Whether the target is known to be {@link Target#symmetric}, without building anything. */
    default boolean symmetric() {
        return false;
    }

    /** A target of a kind, with defaults: lattices of side 6 at their critical points. */
    static TargetSettings defaults(String kind) {
        return switch (kind) {
            case "ising" -> new Ising(6, io.github.dnfs4j.target.Ising.CRITICAL, 0);
            case "potts" -> new Potts(6, 3, io.github.dnfs4j.target.Potts.critical(3));
            default -> throw new IllegalArgumentException("unknown target '" + kind + "'; possible: ising, potts");
        };
    }

    /** The periodic lattice {@code log p = sigma x'Ax + field sum x}, every edge counted twice. */
    record Ising(int side, double sigma, double field) implements TargetSettings {
        public Ising {
            io.github.dnfs4j.target.Ising.checkLattice(side, sigma, field);
        }

        @Override
        public Target build() {
            return io.github.dnfs4j.target.Ising.lattice(side, sigma, field);
        }

        @Override
        public String kind() {
            return "ising";
        }

        @Override
        public int sites() {
            return side * side;
        }

        @Override
        public String title() {
            return "ising-" + side + "x" + side;
        }

        @Override
        public Optional<ExactValues> exact() {
            if (field != 0) {
                return TargetSettings.super.exact();
            }
            try {
                return Optional.of(Kaufman.of(side, side, sigma));
            } catch (IllegalArgumentException tooColdAndFrustrated) {
                return TargetSettings.super.exact();
            }
        }

        @Override
        public Optional<int[]> lattice() {
            return Optional.of(new int[] {side, side});
        }

        @Override
        public boolean symmetric() {
            return field == 0;
        }
    }

    /** The periodic lattice {@code log p = beta sum over edges of [x_i = x_j]}, every edge counted once. */
    record Potts(int side, int states, double beta) implements TargetSettings {
        public Potts {
            io.github.dnfs4j.target.Potts.checkLattice(side, states, beta);
        }

        @Override
        public Target build() {
            return io.github.dnfs4j.target.Potts.lattice(side, states, beta);
        }

        @Override
        public String kind() {
            return "potts";
        }

        @Override
        public int sites() {
            return side * side;
        }

        @Override
        public String title() {
            return "potts" + states + "-" + side + "x" + side;
        }

        @Override
        public Optional<ExactValues> exact() {
            return PottsLattice.fits(side, states)
                    ? Optional.of(PottsLattice.of(side, side, states, beta))
                    : Optional.empty();
        }

        @Override
        public Optional<int[]> lattice() {
            return Optional.of(new int[] {side, side});
        }

        @Override
        public boolean symmetric() {
            return true;
        }
    }
}
