package io.github.dnfs4j.settings;

import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.factor.FactorTarget;
import io.github.dnfs4j.io.model.ModelFiles;
import io.github.dnfs4j.io.model.ModelFormat;
import io.github.dnfs4j.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The graphical model of a file, as something to sample. Forbidden states have a large finite penalty here; see
 * {@link FactorTarget}.
 *
 * @param file as it was named
 * @param format its format, by name
 * @param sha256 of its bytes
 * @param sites its number of variables
 * @param states of the variable that has most
 * @param temperature T of {@code log p = -E / T}, for files of energies
 */
public record GraphicalModel(String file, String format, String sha256, int sites, int states, double temperature)
        implements KeptFile {
    public GraphicalModel {
        ModelFormat.parse(format);
        options(temperature);
    }

    private static ModelFiles.Options options(double temperature) {
        return new ModelFiles.Options(temperature, ModelFiles.First.AUTO);
    }

    /** The settings for a file that is there; {@code format} may be empty. */
    public static GraphicalModel of(Path file, String format, double temperature) throws IOException {
        String sha256 = KeptFile.digest(file); // before anything else: a pipe, which is refused, can be read but once
        ModelFormat known = ModelFormat.chosen(file, format);
        FactorGraph graph = ModelFiles.read(file, known, options(temperature));
        int states = Arrays.stream(graph.sizes()).max().orElse(0);
        return new GraphicalModel(file.toString(), known.toString(), sha256, graph.variables(), states, temperature);
    }

    /** {@code model:PATH}. */
    public static final class Kind extends KeptFile.Formatted {
        public Kind() {
            super("model", GraphicalModel.class, (file, format) -> of(file, format, 1));
        }
    }

    @Override
    public String copy() {
        return "target." + format;
    }

    @Override
    public Target read(Path checked) throws IOException {
        ModelFormat known = ModelFormat.parse(format);
        FactorTarget target = FactorTarget.of(ModelFiles.read(checked, known, options(temperature)));
        // Probabilities have no temperature.
        return known == ModelFormat.UAI || known == ModelFormat.BIF ? target : target.at(1 / temperature);
    }

    @Override
    public String kind() {
        return "model";
    }
}
