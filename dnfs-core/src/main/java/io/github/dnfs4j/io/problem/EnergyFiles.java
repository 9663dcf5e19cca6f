package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.nio.file.Path;

/** QUBO and Ising energies in files. */
public final class EnergyFiles {
    private EnergyFiles() {}

    /**
     * Reads an energy of at most {@code mostVertices} variables from a file, a pipe or {@code -}, the standard input. The
     * format is the one named, or that of the file's ending, or told from what the file holds.
     */
    public static Energy read(Path file, String formatOrEmpty, int mostVertices) throws IOException {
        try (Source source = Source.of(file)) {
            return read(source, ProblemFormat.chosen(source, formatOrEmpty, true), mostVertices);
        }
    }

    /** Reads an energy of a known format. */
    public static Energy read(Path file, ProblemFormat format, int mostVertices) throws IOException {
        try (Source source = Source.of(file)) {
            return read(source, format, mostVertices);
        }
    }

    private static Energy read(Source source, ProblemFormat format, int mostVertices) throws IOException {
        format.checkHolds(true);
        try {
            switch (format) {
                case BQM -> {
                    return BqmFile.read(source, mostVertices);
                }
                case LP -> {
                    return LpReader.read(source, mostVertices);
                }
                case MPS -> {
                    return MpsReader.read(source, mostVertices);
                }
                default -> {
                    try (Lines lines = Lines.open(source)) {
                        return switch (format) {
                            case QBSOLV -> Energy.numbered(Qbsolv.read(lines, mostVertices), format, 0);
                            case COO -> Energy.numbered(Coo.read(lines, mostVertices), format, 0);
                            case SPARSE -> Energy.numbered(Sparse.read(lines, mostVertices), format, 1);
                            default -> Energy.numbered(MatrixMarket.readEnergy(lines, mostVertices), format, 1);
                        };
                    }
                }
            }
        } catch (IllegalArgumentException e) {
            throw new FormatException(source.name(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Writes an energy in place of what the file held; labels only where the format has room for them. */
    public static void write(Path file, Energy energy, ProblemFormat format) throws IOException {
        QuadraticForm form = energy.form();
        format.checkWrites(true);
        if (format != ProblemFormat.BQM && form.offset() != 0) {
            throw new IllegalArgumentException("the format " + format + " has no room for an offset");
        }
        if ((format == ProblemFormat.QBSOLV || format == ProblemFormat.MTX) && form.variables() == Variables.SPIN) {
            throw new IllegalArgumentException("the format " + format + " has no spins, only binary variables");
        }
        AtomicFile.writeText(file, out -> {
            switch (format) {
                case QBSOLV -> Qbsolv.write(out, form);
                case COO -> Coo.write(out, form);
                case MTX -> MatrixMarket.writeEnergy(out, form);
                default -> BqmWriter.write(out, energy);
            }
        });
    }

    /** The format that a name or, without one, the file's ending or content says. */
    public static ProblemFormat format(Path file, String nameOrEmpty) throws IOException {
        return ProblemFormat.chosen(file, nameOrEmpty, true);
    }
}
