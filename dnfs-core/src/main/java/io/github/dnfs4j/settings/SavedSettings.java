package io.github.dnfs4j.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.Map;

/** Settings as a checkpoint remembers them, as YAML text. */
public final class SavedSettings {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private SavedSettings() {}

    /**
     * Whether settings are those of a checkpoint. They may have keys that the version which wrote it did not know: where
     * they were read from files of that version, those have the values that mean what it did.
     */
    public static boolean agree(String saved, String now) throws JsonProcessingException {
        return within(YAML.readTree(saved), YAML.readTree(now));
    }

    private static boolean within(JsonNode saved, JsonNode now) {
        if (!saved.isObject() || !now.isObject()) {
            return saved.equals(now);
        }
        for (Map.Entry<String, JsonNode> entry : saved.properties()) {
            if (meansNothing(entry.getKey(), entry.getValue())) {
                continue;
            }
            JsonNode value = now.get(entry.getKey());
            if (value == null || !within(entry.getValue(), value)) {
                return false;
            }
        }
        return true;
    }

    /** Keys of older versions that had no part in training, or none at this value. */
    private static boolean meansNothing(String key, JsonNode value) {
        return key.equals("sublattices") || key.equals("paced") || (key.equals("pace") && value.isEmpty());
    }
}
