package io.github.dnfs4j.settings;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.annotation.JsonTypeIdResolver;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

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
        return build().space().sites();
    }

    /** S. */
    default int states() {
        return build().space().states();
    }

    /** What is known beside the density, by which a network is chosen. */
    default Structure structure() {
        return build().structure();
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

    private static Structure square(int side, boolean symmetric) {
        return Structure.of(Optional.of(new Lattice(side, side)), symmetric);
    }

    /** The periodic lattice {@code log p = sigma x'Ax + field sum x}, every edge counted twice. */
    record Ising(int side, double sigma, double field) implements TargetSettings {
        public Ising {
            io.github.dnfs4j.target.Ising.checkLattice(side, sigma, field);
        }

        /** Side 6 at the critical point, without a field, by default. */
        public static final class Kind extends TargetKind.Keyed {
            public Kind() {
                super(new Ising(6, io.github.dnfs4j.target.Ising.CRITICAL, 0));
            }
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
        public int states() {
            return 2;
        }

        @Override
        public Structure structure() {
            return square(side, field == 0);
        }

        @Override
        public String title() {
            return "ising-" + side + "x" + side;
        }
    }

    /** The periodic lattice {@code log p = beta sum over edges of [x_i = x_j]}, every edge counted once. */
    record Potts(int side, int states, double beta) implements TargetSettings {
        public Potts {
            io.github.dnfs4j.target.Potts.checkLattice(side, states, beta);
        }

        /** This lattice at its critical point. */
        public Potts critical() {
            return new Potts(side, states, io.github.dnfs4j.target.Potts.critical(states));
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
        public Structure structure() {
            return square(side, true);
        }

        @Override
        public String title() {
            return "potts" + states + "-" + side + "x" + side;
        }
    }
}
