package io.github.dnfs4j.settings;

import io.github.dnfs4j.io.problem.EnergyFiles;
import io.github.dnfs4j.io.problem.ProblemFormat;
import io.github.dnfs4j.target.Quadratic;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * {@code log p = -E / temperature} for the QUBO or Ising energy of a file. A run folder keeps a copy of the file, and
 * the settings its digest, so that nobody judges a sampler by another problem than it was trained for.
 *
 * @param file as it was named
 * @param format its format, by name
 * @param sha256 of its bytes
 * @param sites its number of variables
 * @param temperature the T of the energy
 */
public record EnergyFile(String file, String format, String sha256, int sites, double temperature)
        implements TargetSettings {
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
        ProblemFormat known = EnergyFiles.format(file, format);
        int sites = EnergyFiles.read(file, known, MOST_SITES).form().size();
        return new EnergyFile(file.toString(), known.toString(), KeptFile.digest(file), sites, temperature);
    }

    /** {@code file:PATH}, and behind a comma {@code format=NAME} and {@code temperature=T}. */
    public static final class Kind implements TargetKind {
        @Override
        public String name() {
            return "file";
        }

        @Override
        public Class<EnergyFile> type() {
            return EnergyFile.class;
        }

        @Override
        public TargetSettings parse(String text) throws IOException {
            int comma = text.indexOf(',');
            String path = comma < 0 ? text : text.substring(0, comma);
            if (path.isEmpty()) {
                throw new IllegalArgumentException("name the file of an energy: file:PATH");
            }
            Map<String, String> keys = TargetKind.Keyed.keys(comma < 0 ? "" : text.substring(comma + 1));
            EnergyFile read = of(Path.of(path), keys.getOrDefault("format", ""), 1);
            keys.remove("format");
            return TargetKind.Keyed.over(read, keys);
        }
    }

    private Path copy(Path folder) {
        return folder.resolve("target." + ProblemFormat.parse(format).extension());
    }

    private Target read(Path from) throws IOException {
        return Quadratic.of(
                EnergyFiles.read(KeptFile.checked(from, sha256), ProblemFormat.parse(format), MOST_SITES)
                        .form(),
                temperature);
    }

    @Override
    public Target build() {
        try {
            return read(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Target build(Path folder) throws IOException {
        return read(copy(folder));
    }

    @Override
    public void store(Path folder) throws IOException {
        KeptFile.copy(Path.of(file), sha256, copy(folder));
    }

    @Override
    public int states() {
        return 2;
    }

    @Override
    public Structure structure() {
        return Structure.NONE;
    }

    @Override
    public String kind() {
        return "file";
    }

    @Override
    public String title() {
        String name = String.valueOf(Path.of(file).getFileName()).replaceAll("\\.[^.]*$", "");
        return name.replaceAll("[^A-Za-z0-9_-]", "-");
    }
}
