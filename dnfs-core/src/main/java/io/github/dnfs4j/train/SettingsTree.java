package io.github.dnfs4j.train;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.github.dnfs4j.io.AtomicFile;
import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A record of settings as a tree of YAML, in which single keys such as {@code train.batch} can be set. A key that is
 * not there is an error that lists those that are.
 *
 * @param <T> the record
 */
public final class SettingsTree<T> {
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

    private final Class<T> type;
    private final ObjectNode tree;

    private SettingsTree(Class<T> type, ObjectNode tree) {
        this.type = type;
        this.tree = tree;
    }

    /** Starts from full settings. */
    public static <T> SettingsTree<T> of(Class<T> type, T settings) {
        return new SettingsTree<>(type, YAML.valueToTree(settings));
    }

    /** Reads full settings. */
    public static <T> T read(Class<T> type, Path file) throws IOException {
        return read(type, file, Map.of());
    }

    /** Reads settings; what the named branches lack, because an older version did not know it, is as given here. */
    public static <T> T read(Class<T> type, Path file, Map<String, ?> branches) throws IOException {
        try {
            ObjectNode tree = (ObjectNode) parse(file);
            branches.forEach((branch, defaults) -> {
                if (tree.at("/" + branch.replace('.', '/')) instanceof ObjectNode given) {
                    ObjectNode known = YAML.valueToTree(defaults);
                    known.properties().forEach(e -> given.putIfAbsent(e.getKey(), e.getValue()));
                }
            });
            return new SettingsTree<>(type, tree).settings();
        } catch (IllegalArgumentException e) {
            throw new FormatException(file, firstLine(e), e);
        }
    }

    private static JsonNode parse(Path file) throws IOException {
        try {
            JsonNode read = YAML.readTree(Files.readAllBytes(file));
            if (read.isObject()) {
                return read;
            }
        } catch (JacksonException e) {
            throw new FormatException(file, "not valid YAML: " + firstLine(e), e);
        }
        throw new FormatException(file, "settings are a map of keys and values");
    }

    /** The value of a key such as {@code target.kind} as text, empty where there is none. */
    String text(String key) {
        return tree.at("/" + key.replace('.', '/')).asText();
    }

    /** Puts a whole branch of settings in the place of another. */
    void replace(String key, Object settings) {
        tree.set(key, YAML.valueToTree(settings));
    }

    /** Sets one key, such as {@code train.batch}, from its text. */
    public SettingsTree<T> set(String key, String value) {
        try {
            put(key, YAML.readTree(value));
        } catch (JacksonException e) {
            throw new IllegalArgumentException(key + ": not a value: " + value);
        }
        return this;
    }

    private void put(String key, JsonNode value) {
        int dot = key.lastIndexOf('.');
        JsonNode parent = dot < 0 ? tree : tree.at("/" + key.substring(0, dot).replace('.', '/'));
        String name = key.substring(dot + 1);
        if (!(parent instanceof ObjectNode object)
                || !object.has(name)
                || object.get(name).isObject()) {
            throw new IllegalArgumentException("unknown setting '" + key + "'; possible: " + String.join(", ", keys()));
        }
        object.set(name, value);
    }

    private TreeSet<String> keys() {
        TreeSet<String> all = new TreeSet<>();
        collect("", tree, all);
        return all;
    }

    private static void collect(String prefix, JsonNode node, TreeSet<String> out) {
        for (Map.Entry<String, JsonNode> e : node.properties()) {
            if (e.getValue().isObject()) {
                collect(prefix + e.getKey() + ".", e.getValue(), out);
            } else {
                out.add(prefix + e.getKey());
            }
        }
    }

    /** The settings as a record, checked. */
    public T settings() {
        try {
            return YAML.treeToValue(tree, type);
        } catch (JsonMappingException e) {
            StringBuilder key = new StringBuilder();
            for (JsonMappingException.Reference r : e.getPath()) {
                key.append(key.isEmpty() ? "" : ".").append(r.getFieldName());
            }
            throw new IllegalArgumentException((key.isEmpty() ? "settings" : key) + ": " + reason(e));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("settings: " + firstLine(e));
        }
    }

    private static String reason(JsonMappingException e) {
        if (e instanceof InvalidFormatException format) {
            Class<?> wanted = format.getTargetType();
            return "'" + format.getValue() + "' is not "
                    + (wanted.isEnum()
                            ? "one of " + Arrays.toString(wanted.getEnumConstants())
                            : "of type " + wanted.getSimpleName());
        }
        return firstLine(e.getCause() instanceof IllegalArgumentException ? e.getCause() : e);
    }

    /** The first key at which two settings differ, as {@code key: this value, not that one}. */
    public Optional<String> difference(SettingsTree<T> other) {
        for (String key : keys()) {
            JsonNode l = tree.at("/" + key.replace('.', '/'));
            JsonNode r = other.tree.at("/" + key.replace('.', '/'));
            if (!l.equals(r)) {
                return Optional.of(key + ": " + text(l) + ", not " + text(r));
            }
        }
        return Optional.empty();
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.toString();
    }

    /** The settings as YAML text. */
    public String yaml() {
        try {
            return YAML.writeValueAsString(tree);
        } catch (JacksonException e) {
            throw new IllegalStateException(e);
        }
    }

    public void write(Path file) throws IOException {
        AtomicFile.write(file, yaml().getBytes(StandardCharsets.UTF_8));
    }

    private static String firstLine(Throwable e) {
        String message = e instanceof JacksonException j ? j.getOriginalMessage() : e.getMessage();
        if (message == null) {
            return e.getClass().getSimpleName();
        }
        // What Jackson says for programmers.
        return message.lines()
                .findFirst()
                .orElse(message)
                .replaceFirst(" \\(class [\\w.$]+\\), not marked as ignorable.*", "")
                .replaceFirst(" \\(index \\d+\\);? .*", "");
    }
}
