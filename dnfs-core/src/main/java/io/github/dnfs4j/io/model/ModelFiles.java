package io.github.dnfs4j.io.model;

import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.io.problem.Lines;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Graphical models in files. What a reader allocates follows from what it has read, never from what a header announces;
 * the tables of long clauses and of defaults, which are larger than their text, are limited.
 */
public final class ModelFiles {
    /** More variables are refused. */
    public static final int MOST_VARIABLES = 1 << 20;

    private ModelFiles() {}

    /**
     * What files of energies leave open; the formats of probabilities, UAI and BIF, take no notice.
     *
     * @param temperature T of {@code log rho = -E / T}
     * @param first the number of the first spin in lists of couplings
     */
    public record Options(double temperature, First first) {
        public Options {
            if (!(temperature > 0 && Double.isFinite(temperature))) {
                throw new IllegalArgumentException("temperature must be positive, not " + temperature);
            }
        }

        /** T = 1; spins are numbered from 0 where the file names a spin 0, else from 1. */
        public static Options usual() {
            return new Options(1, First.AUTO);
        }
    }

    /** Where numbers begin. */
    public enum First {
        AUTO,
        ZERO,
        ONE
    }

    /** Reads a model. */
    public static FactorGraph read(Path file, ModelFormat format, Options options) throws IOException {
        try {
            return switch (format) {
                case UAI -> Uai.read(file);
                case BIF -> Bif.read(file);
                case SPINS -> Spins.readList(file, options);
                case RUDY -> Spins.readRudy(file, options);
                case WCNF -> Wcnf.read(file, options.temperature());
            };
        } catch (IllegalArgumentException e) {
            throw new FormatException(file, String.valueOf(e.getMessage()), e);
        }
    }

    /** Reads the model that the ending of its name says, with the usual options. */
    public static FactorGraph read(Path file) throws IOException {
        return read(file, ModelFormat.chosen(file, ""), Options.usual());
    }

    /** Reads UAI evidence for a model: a value for each variable, {@link FactorGraph#FREE} where there is none. */
    public static int[] readEvidence(Path file, FactorGraph graph) throws IOException {
        try (Lines lines = Lines.open(file)) {
            return UaiEvidence.read(lines, graph);
        }
    }

    /** Writes a model as a UAI Markov network in place of what the file held; it has no room for names. */
    public static void writeUai(Path file, FactorGraph graph) throws IOException {
        AtomicFile.writeText(file, out -> Uai.write(out, graph));
    }

    /** UAI's solution of PR: the log of Z to the base of ten. */
    public static void writePartition(Path file, double logZ) throws IOException {
        AtomicFile.writeText(file, out -> UaiSolution.partition(out, logZ));
    }

    /** UAI's solution of MAR: the probabilities of the states of every variable. */
    public static void writeMarginals(Path file, double[][] marginals) throws IOException {
        AtomicFile.writeText(file, out -> UaiSolution.marginals(out, marginals));
    }

    /** UAI's solution of MPE: a value for every variable. */
    public static void writeState(Path file, int[] state) throws IOException {
        AtomicFile.writeText(file, out -> UaiSolution.state(out, state));
    }

    /** UAI's solution of MMAP: the values of the variables that were asked for. */
    public static void writeState(Path file, int[] variables, int[] state) throws IOException {
        AtomicFile.writeText(file, out -> UaiSolution.state(out, variables, state));
    }
}
