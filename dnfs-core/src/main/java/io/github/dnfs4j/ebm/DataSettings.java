package io.github.dnfs4j.ebm;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.Digests;
import io.github.dnfs4j.mcmc.LongRun;
import io.github.dnfs4j.mcmc.MarkovKernels;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.Layout;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;

/** What to learn from; {@code kind} names the record in a settings file. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = DataSettings.Plane.class, name = "plane"),
    @JsonSubTypes.Type(value = DataSettings.Table.class, name = "table"),
    @JsonSubTypes.Type(value = DataSettings.Lattice.class, name = "lattice")
})
public sealed interface DataSettings {
    /** The data on a device. */
    Data open(Device device) throws IOException;

    /** A few words for titles. */
    String title();

    /** A planar set by its name, or the table of a file. */
    static DataSettings parse(String text, int bits, double heldOut) {
        if (text.toLowerCase(Locale.ROOT).matches(".*\\.(npy|csv)")) {
            return Table.of(Path.of(text), heldOut);
        }
        Planar set = Planar.parse(text);
        return new Plane(set.toString(), bits, GrayCode.of(set, bits).scale());
    }

    /** A planar set in Gray code, B bits a coordinate. */
    record Plane(String set, int bits, double scale) implements DataSettings {
        public Plane {
            Planar.parse(set);
            new GrayCode(bits, scale);
        }

        @Override
        public Data open(Device device) {
            return new PlanarData(Planar.parse(set), new GrayCode(bits, scale), device);
        }

        @Override
        public String title() {
            return set + ", " + 2 * bits + " bits";
        }
    }

    /**
     * Rows of bits in a file, of which a share at the end is held out.
     *
     * @param sha256 of its bytes, so that a run goes on with the data it began with; empty in older settings
     */
    record Table(String file, double heldOut, String sha256) implements DataSettings {
        /** The discrepancy of samples takes so many. */
        private static final int JUDGES = 3;

        public Table {
            if (!(heldOut >= 0 && heldOut < 1)) {
                throw new IllegalArgumentException("the share held out must lie in 0..1, 1 excluded, not " + heldOut);
            }
        }

        /** The table of a file as it is now. */
        public static Table of(Path file, double heldOut) {
            try {
                return new Table(file.toString(), heldOut, Digests.of(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** This file with another share held out. */
        public Table with(double newHeldOut) {
            return new Table(file, newHeldOut, sha256);
        }

        @Override
        public Data open(Device device) throws IOException {
            if (!sha256.isEmpty() && !Digests.of(Path.of(file)).equals(sha256)) {
                throw new FormatException(
                        Path.of(file), "it is not the file that the settings were made for; it has changed");
            }
            BinaryFile read = BinaryFile.read(Path.of(file));
            int held = (int) (heldOut * read.rows());
            if ((held == 0 ? read.rows() : held) < JUDGES) {
                throw new FormatException(
                        Path.of(file),
                        "of " + read.rows() + " rows " + held + " would be held out, too few to judge an energy by");
            }
            return new TableData(read.states(), read.sites(), held, device);
        }

        @Override
        public String title() {
            return String.valueOf(Path.of(file).getFileName());
        }
    }

    /** Samples of the periodic lattice {@code log p = sigma x'Ax}, drawn by Gibbs sweeps or, above 0, by clusters. */
    record Lattice(int side, double sigma, int samples, long seed) implements DataSettings {
        private static final int CLUSTER_STEPS = 200;
        private static final int GIBBS_SWEEPS = 2000;

        public Lattice {
            io.github.dnfs4j.target.Ising.checkLattice(Layout.TORUS, side, sigma, 0);
            if (samples < 2) {
                throw new IllegalArgumentException("there must be at least 2 samples, not " + samples);
            }
        }

        @Override
        public Data open(Device device) {
            Target target = io.github.dnfs4j.target.Ising.lattice(side, sigma, 0);
            AnnealingPath path = new AnnealingPath(target);
            try (Rng rng = Rng.seeded(seed, Device.CPU)) {
                // Clusters forget their start in a few steps at any ferromagnetic coupling.
                boolean clusters = sigma > 0 && target.space().sites() > 1;
                LongRun run = clusters
                        ? new LongRun(path, MarkovKernels.named("sw", path, rng).kernel(), samples, CLUSTER_STEPS, 1)
                        : new LongRun(path, MarkovKernels.gibbs(target, Device.CPU), samples, GIBBS_SWEEPS, 1);
                return new TableData(run.sample(samples, rng).states(), side * side, 0, device);
            }
        }

        @Override
        public String title() {
            return "Ising " + side + "x" + side + ", sigma " + sigma;
        }
    }
}
