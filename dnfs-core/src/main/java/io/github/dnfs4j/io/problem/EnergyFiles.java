package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** QUBO and Ising energies in files. */
public final class EnergyFiles {
    private EnergyFiles() {}

    /** Reads an energy of at most {@code mostVertices} variables. */
    public static Energy read(Path file, ProblemFormat format, int mostVertices) throws IOException {
        if (!format.energies()) {
            throw notAnEnergy(format);
        }
        try {
            if (format == ProblemFormat.BQM) {
                return BqmReader.read(file, mostVertices);
            }
            try (Lines lines = Lines.open(file)) {
                return switch (format) {
                    case QBSOLV -> new Energy(Qbsolv.read(lines, mostVertices), 0, List.of());
                    case COO -> new Energy(Coo.read(lines, mostVertices), 0, List.of());
                    default -> new Energy(MatrixMarket.readEnergy(lines, mostVertices), 1, List.of());
                };
            }
        } catch (IllegalArgumentException e) {
            throw new FormatException(file, String.valueOf(e.getMessage()), e);
        }
    }

    /** Writes an energy in place of what the file held; labels only where the format has room for them. */
    public static void write(Path file, Energy energy, ProblemFormat format) throws IOException {
        QuadraticForm form = energy.form();
        if (!format.energies()) {
            throw notAnEnergy(format);
        }
        if (format != ProblemFormat.BQM && form.offset() != 0) {
            throw new IllegalArgumentException("the format " + format + " has no room for an offset");
        }
        if ((format == ProblemFormat.QBSOLV || format == ProblemFormat.MTX) && form.variables() == Variables.SPIN) {
            throw new IllegalArgumentException("the format " + format + " has no spins, only binary variables");
        }
        AtomicFile.write(file, temporary -> {
            try (Writer out = Files.newBufferedWriter(temporary)) {
                switch (format) {
                    case QBSOLV -> Qbsolv.write(out, form);
                    case COO -> Coo.write(out, form);
                    case MTX -> MatrixMarket.writeEnergy(out, form);
                    default -> BqmWriter.write(out, energy);
                }
            }
        });
    }

    /** The format that a name or, without one, the file's ending says. */
    public static ProblemFormat format(Path file, String nameOrEmpty) throws FormatException {
        return ProblemFormat.chosen(file, nameOrEmpty, ProblemFormat::energies, EnergyFiles::notAnEnergy);
    }

    private static IllegalArgumentException notAnEnergy(ProblemFormat format) {
        return new IllegalArgumentException("the format " + format + " holds a graph, not an energy; energies come as "
                + ProblemFormat.names(ProblemFormat::energies));
    }
}
