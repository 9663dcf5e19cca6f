package io.github.dnfs4j.settings;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Channels;
import io.github.dnfs4j.io.format.ParseReason;
import java.io.IOException;
import java.nio.file.Path;

/** Settings between records, trees and YAML, strict about what is missing or too much; what is wrong is one line. */
final class SettingsYaml {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES))
            .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);

    private SettingsYaml() {}

    /** The tree of a file, which must be a map. */
    static ObjectNode read(Path file) throws IOException {
        try {
            if (YAML.readTree(Channels.bytes(file)) instanceof ObjectNode read) {
                return read;
            }
        } catch (JacksonException e) {
            throw new FormatException(file, "not valid YAML: " + ParseReason.of(e), e);
        }
        throw new FormatException(file, "settings are a map of keys and values");
    }

    /** The tree of a record. */
    static ObjectNode tree(Object settings) {
        return YAML.valueToTree(settings);
    }

    /** One value from the text that was given for a key. */
    static JsonNode value(String key, String text) {
        try {
            return YAML.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(key + ": not a value: " + text);
        }
    }

    static String text(ObjectNode tree) {
        try {
            return YAML.writeValueAsString(tree);
        } catch (JacksonException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The record of a tree, checked; the message of the exception begins with the key that is wrong. */
    static <T> T settings(ObjectNode tree, Class<T> type) {
        try {
            return YAML.treeToValue(tree, type);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(ParseReason.of(e));
        }
    }
}
