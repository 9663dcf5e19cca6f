package io.github.dnfs4j.train;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.AtomicFile;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.ParseReason;
import io.github.dnfs4j.path.Pace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@code pace.json} beside the settings of a model: the {@link Pace} that was measured after its training. */
final class PaceFile {
    static final String NAME = "pace.json";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double DIGITS = 1e8;

    private PaceFile() {}

    /** The pace of a folder; even where none was measured. */
    static Pace read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return Pace.EVEN;
        }
        try {
            @Nullable Pace pace = JSON.readValue(file.toFile(), Pace.class);
            if (pace == null) {
                throw new FormatException(file, "not a pace: it is null");
            }
            return pace;
        } catch (JacksonException e) {
            throw new FormatException(file, "not a pace: " + ParseReason.of(e), e);
        }
    }

    /** Keeps a pace, rounded to eight digits, and returns it so. */
    static Pace write(Path folder, Pace pace) throws IOException {
        Pace rounded = new Pace(Arrays.stream(pace.times())
                .map(t -> Math.round(t * DIGITS) / DIGITS)
                .toArray());
        AtomicFile.write(folder.resolve(NAME), JSON.writeValueAsBytes(rounded));
        return rounded;
    }
}
