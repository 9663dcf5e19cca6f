package io.github.dnfs4j.settings;

import io.github.dnfs4j.io.problem.EnergyFiles;
import io.github.dnfs4j.io.problem.GraphFiles;
import io.github.dnfs4j.io.problem.ProblemFormat;
import io.github.dnfs4j.target.Quadratic;
import io.github.dnfs4j.target.Target;
import java.io.IOException;
import java.nio.file.Path;

/**
 * {@code log p = -E / temperature} for the QUBO or Ising energy of a file.
 *
 * @param file as it was named
 * @param format its format, by name
 * @param sha256 of its bytes
 * @param sites its number of variables
 * @param temperature the T of the energy
 */
public record EnergyFile(String file, String format, String sha256, int sites, double temperature) implements KeptFile {
    /** Networks look at all pairs of sites. */
    private static final int MOST_SITES = 4096;

    public EnergyFile {
        ProblemFormat.parse(format);
        if (sites < 1 || sites > MOST_SITES) {
            throw new IllegalArgumentException("a sampler can have 1 to " + MOST_SITES + " variables, not " + sites);
        }
        if (!(temperature > 0 && Double.isFinite(temperature))) {
            throw new IllegalArgumentException("the temperature must be above 0, not " + temperature);
        }
    }

    /** The settings for a file that is there; {@code format} may be empty. */
    public static EnergyFile of(Path file, String format, double temperature) throws IOException {
        String sha256 = KeptFile.digest(file); // before anything else: a pipe, which is refused, can be read but once
        ProblemFormat known = EnergyFiles.format(file, format);
        int sites =
                EnergyFiles.read(file, known, GraphFiles.MOST_VERTICES).form().size();
        return new EnergyFile(file.toString(), known.toString(), sha256, sites, temperature);
    }

    /** {@code file:PATH}. */
    public static final class Kind extends KeptFile.Formatted {
        public Kind() {
            super("file", EnergyFile.class, (file, format) -> of(file, format, 1));
        }
    }

    @Override
    public String copy() {
        return "target." + ProblemFormat.parse(format).extension();
    }

    @Override
    public Target read(Path checked) throws IOException {
        return Quadratic.of(
                EnergyFiles.read(checked, ProblemFormat.parse(format), MOST_SITES)
                        .form(),
                temperature);
    }

    @Override
    public int states() {
        return 2;
    }

    @Override
    public String kind() {
        return "file";
    }
}
