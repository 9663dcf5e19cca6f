package io.github.dnfs4j.experiment.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SavedSettings;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A layer of settings: dotted keys and their texts, laid over what lies below. A layer that names a budget in steps
 * ends one in minutes that lies below it, and the other way round.
 */
public record Overlay(Map<String, String> values) {
    private static final String STEPS = "train.steps";
    private static final String MINUTES = "train.minutes";

    /** From a YAML file, which may be the config.yaml of a run; what that says of the kind of run is no setting. */
    public static Overlay read(Path file) throws IOException {
        ObjectNode tree = SettingsFile.parse(file);
        JsonNode kind = tree.remove(SettingsFile.KIND);
        if (kind != null && !kind.asText().equals(Kind.FLOW.toString())) {
            throw new FormatException(file, "it has settings of a " + kind.asText() + ", not of a " + Kind.FLOW);
        }
        return of(tree);
    }

    /** From a tree, whose nesting becomes dots; it may be one of an older version. */
    public static Overlay of(JsonNode tree) {
        JsonNode now = tree.deepCopy();
        SavedSettings.upgrade(now);
        Map<String, String> flat = new LinkedHashMap<>();
        flatten("", now, flat);
        return new Overlay(flat);
    }

    private static void flatten(String prefix, JsonNode node, Map<String, String> out) {
        for (Map.Entry<String, JsonNode> e : node.properties()) {
            String key = prefix + e.getKey();
            if (e.getValue().isObject()) {
                flatten(key + ".", e.getValue(), out);
            } else {
                out.put(
                        key,
                        e.getValue().isValueNode()
                                ? e.getValue().asText()
                                : e.getValue().toString());
            }
        }
    }

    /** Lays these values over the settings. */
    public void applyTo(SettingsFile<RunSettings> settings) {
        if (values.containsKey(STEPS) != values.containsKey(MINUTES)) {
            settings.set(values.containsKey(STEPS) ? MINUTES : STEPS, "0");
        }
        settings.set(values);
    }
}
