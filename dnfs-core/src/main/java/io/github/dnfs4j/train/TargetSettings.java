package io.github.dnfs4j.train;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.ExactValues;
import io.github.dnfs4j.metric.Kaufman;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Which distribution to sample; {@code kind} names the record in a settings file. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = TargetSettings.Ising.class, name = "ising"),
    @JsonSubTypes.Type(value = EnergyFile.class, name = "file")
})
public sealed interface TargetSettings permits TargetSettings.Ising, EnergyFile {
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

    /** A few words for titles and folder names. */
    String title();

    /** Exact values, where a formula or an enumeration of at most 2^20 states gives them. */
    default Optional<ExactValues> exact() {
        Target target = build();
        StateSpace space = target.space();
        return Enumeration.fits(space) ? Optional.of(Enumeration.of(target).exact()) : Optional.empty();
    }

    /** How long to train by default, in minutes on two CPU cores. */
    default double defaultMinutes() {
        return sites() <= 20 ? 1.2 : TrainSettings.DEFAULT.minutes();
    }

    /** Rows and columns, where the sites form a lattice that can be drawn. */
    default Optional<int[]> lattice() {
        return Optional.empty();
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
    }
}
