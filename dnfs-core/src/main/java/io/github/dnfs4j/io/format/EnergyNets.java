package io.github.dnfs4j.io.format;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.EnergySettings;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** A learned energy in one safetensors file: weights by name, its shape and a few strings beside. */
public final class EnergyNets {
    /** The name of the file inside a checkpoint. */
    public static final String FILE = "energy.safetensors";

    private static final String FORMAT = "energy-1";

    private EnergyNets() {}

    /** A network read from a file and the strings that lay beside its weights. */
    public record Stored(EnergyNet net, Map<String, String> about) {}

    /**
     * Writes a network with other weights than its own, such as their average.
     *
     * @param flat the weights, as {@link Parameters#values}
     */
    public static void write(Path file, EnergyNet net, Tensor flat, Map<String, String> about) throws IOException {
        Map<String, String> meta = new LinkedHashMap<>(about);
        EnergySettings s = net.settings();
        meta.put("format", FORMAT);
        meta.put("kind", s.kind());
        meta.put("hidden", String.valueOf(s.hidden()));
        meta.put("layers", String.valueOf(s.layers()));
        meta.put("rows", String.valueOf(s.rows()));
        meta.put("columns", String.valueOf(s.columns()));
        meta.put("sites", String.valueOf(net.space().sites()));
        meta.put("states", String.valueOf(net.space().states()));
        Safetensors.write(file, ParameterFiles.arrays(net.parameters(), flat), meta);
    }

    /** Reads a network onto the device of {@code rng}. */
    public static Stored read(Path file, Rng rng) throws IOException {
        Safetensors.Contents contents = Safetensors.read(file);
        Map<String, String> meta = contents.metadata();
        if (!FORMAT.equals(meta.get("format"))) {
            throw new FormatException(file, "not a learned energy that this program knows");
        }
        try {
            EnergySettings settings = new EnergySettings(
                    meta.getOrDefault("kind", ""),
                    number(meta, "hidden"),
                    number(meta, "layers"),
                    number(meta, "rows"),
                    number(meta, "columns"));
            EnergyNet net = settings.build(new StateSpace(number(meta, "sites"), number(meta, "states")), rng);
            ParameterFiles.fill(file, contents.tensors(), net.parameters());
            return new Stored(net, meta);
        } catch (IllegalArgumentException e) {
            throw new FormatException(file, "not a readable energy: " + e.getMessage(), e);
        }
    }

    private static int number(Map<String, String> meta, String key) {
        return Integer.parseInt(meta.getOrDefault(key, ""));
    }
}
