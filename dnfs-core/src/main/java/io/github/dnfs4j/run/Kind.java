package io.github.dnfs4j.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What a run folder holds: the word under {@code kind} in its {@code config.yaml}. */
public enum Kind {
    /** A flow for one target, {@code dnfs train}. */
    FLOW("a sampler of one target"),
    /** A GFlowNet for one target, {@code dnfs gfn}. */
    GFN("a GFlowNet"),
    /** An energy learnt from data, {@code dnfs ebm train}. */
    EBM("a learned energy"),
    /** A flow for a family of graphs, {@code dnfs train mis} and {@code maxcut}. */
    SOLVER("a solver of graphs");

    /** In which older versions kept a GFlowNet, settings included. */
    public static final String OLD_GFN = "gfn.safetensors";

    private final String title;

    Kind(String title) {
        this.title = title;
    }

    /** A few words for messages. */
    public String title() {
        return title;
    }

    /**
     * The kind of a folder. Versions that did not write it are known here, and nowhere else: each kind by a key that only
     * its settings have, a GFlowNet by having no settings beside its weights.
     */
    static Kind of(Path folder) throws IOException {
        Path config = folder.resolve(RunFolder.CONFIG);
        if (!Files.exists(config) && Files.exists(folder.resolve(OLD_GFN))) {
            return GFN;
        }
        JsonNode tree = SettingsFile.parse(config);
        if (tree.has(SettingsFile.KIND)) {
            String word = tree.get(SettingsFile.KIND).asText();
            return Arrays.stream(values())
                    .filter(kind -> kind.toString().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new FormatException(
                            config, "unknown kind '" + word + "'; possible: " + Arrays.toString(values())));
        }
        return tree.has("problem") ? SOLVER : tree.has("data") ? EBM : FLOW;
    }

    @Override
    public String toString() {
        return Words.of(this);
    }
}
