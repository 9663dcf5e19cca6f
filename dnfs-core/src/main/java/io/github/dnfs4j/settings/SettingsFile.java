package io.github.dnfs4j.settings;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.io.format.Channels;
import io.github.dnfs4j.io.format.ParseReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A record of settings as a tree of YAML, in which single keys such as {@code train.batch} can be set. A key that is
 * missing, not known or of a wrong value is an error of one line that names it.
 *
 * @param <T> the record
 */
public final class SettingsFile<T> {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION))
            .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);

    /** In a run folder, what the settings are of; it is no setting itself. */
    public static final String KIND = "kind";

    private final Class<T> type;
    private final ObjectNode tree;

    private SettingsFile(Class<T> type, ObjectNode tree) {
        this.type = type;
        this.tree = tree;
    }

    /** Starts from full settings, a record. */
    @SuppressWarnings("unchecked") // records have no subclasses
    public static <T extends Record> SettingsFile<T> of(T settings) {
        return new SettingsFile<>((Class<T>) settings.getClass(), tree(settings));
    }

    /** Reads the full settings of a run; a key that an older version did not know has its default. */
    public static RunSettings read(Path file) throws IOException {
        return read(
                RunSettings.class, file, Map.of("train", TrainSettings.DEFAULT, "sampling", SamplingSettings.DEFAULT));
    }

    /**
     * Reads settings; what the named branches lack, because an older version did not know it, is as given here. The
     * branch without a name is the whole.
     */
    public static <T extends Record> T read(Class<T> type, Path file, Map<String, ?> branches) throws IOException {
        try {
            ObjectNode tree = parse(file);
            tree.remove(KIND);
            SavedSettings.upgrade(tree);
            for (JsonNode network : tree.findValues("network")) {
                if (network instanceof ObjectNode given && given.has("kind")) {
                    fill(given, NetworkSettings.defaults(given.get("kind").asText()));
                }
            }
            tree.findValues("target").forEach(SavedSettings::completeTarget);
            branches.forEach((branch, defaults) -> {
                if (tree.at(pointer(branch)) instanceof ObjectNode given) {
                    fill(given, defaults);
                }
            });
            return new SettingsFile<>(type, tree).settings();
        } catch (IllegalArgumentException e) {
            throw new FormatException(file, String.valueOf(e.getMessage()), e);
        }
    }

    /** The tree of a file. */
    public static ObjectNode parse(Path file) throws IOException {
        try {
            if (YAML.readTree(Channels.bytes(file)) instanceof ObjectNode read) {
                return read;
            }
        } catch (JacksonException e) {
            throw new FormatException(file, "not valid YAML: " + ParseReason.of(e), e);
        }
        throw new FormatException(file, "settings are a map of keys and values");
    }

    /** Gives a branch those keys of other settings that it lacks. */
    static void fill(ObjectNode branch, Object defaults) {
        tree(defaults).properties().forEach(e -> branch.putIfAbsent(e.getKey(), e.getValue()));
    }

    static ObjectNode tree(Object settings) {
        return YAML.valueToTree(settings);
    }

    /**
     * Sets one key, such as {@code train.batch}, from its text. Another {@code target.kind} or {@code network.kind}
     * brings the defaults of that kind with it, because different kinds have different keys; a network keeps the values
     * of keys that both have.
     */
    public SettingsFile<T> set(String key, String value) {
        int dot = key.lastIndexOf('.');
        String branch = dot < 0 ? "" : key.substring(0, dot);
        ObjectNode object = tree.at(pointer(branch)) instanceof ObjectNode found ? found : YAML.createObjectNode();
        String name = SavedSettings.nameNow(object, key.substring(dot + 1));
        if (!object.has(name) || object.get(name).isObject()) {
            throw new IllegalArgumentException("unknown setting '" + key + "'; possible: " + String.join(", ", keys()));
        }
        if (key.equals("target.kind") && !text(key).equals(value)) {
            object.removeAll();
            object.setAll(tree(TargetSettings.defaults(value)));
        } else if (key.endsWith("network.kind")) {
            ObjectNode own = tree(NetworkSettings.defaults(value));
            own.properties().forEach(e -> {
                if (e.getKey().equals(KIND) || !object.has(e.getKey())) {
                    object.set(e.getKey(), e.getValue());
                }
            });
            object.retain(names(own));
        } else {
            object.set(name, value(key, value));
        }
        return this;
    }

    /** Sets some keys, those that name kinds before the keys of these kinds. */
    public SettingsFile<T> set(Map<String, String> values) {
        values.forEach((key, value) -> {
            if (key.endsWith("." + KIND)) {
                set(key, value);
            }
        });
        values.forEach(this::set);
        return this;
    }

    private static JsonNode value(String key, String text) {
        try {
            return YAML.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(key + ": not a value: " + text);
        }
    }

    private static TreeSet<String> names(JsonNode object) {
        TreeSet<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** The settings as a record, checked. */
    public T settings() {
        try {
            T read = YAML.treeToValue(tree, type);
            checkKnown("", tree, tree(read));
            return read;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(ParseReason.of(e));
        }
    }

    /** Every key must have been read: where groups lie side by side, Jackson passes over those it does not know. */
    private static void checkKnown(String branch, JsonNode given, JsonNode read) {
        for (Map.Entry<String, JsonNode> e : given.properties()) {
            String key = branch + e.getKey();
            if (!read.has(e.getKey())) {
                throw new IllegalArgumentException(key + ": unknown key; possible: " + String.join(", ", names(read)));
            }
            checkKnown(key + ".", e.getValue(), read.get(e.getKey()));
        }
    }

    /** The keys in order of the alphabet. */
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

    /** The first key at which two settings differ, as {@code key: this value, not that one}. */
    public static <T extends Record> Optional<String> difference(T a, T b) {
        SettingsFile<T> other = of(b);
        return changes(a, b).entrySet().stream()
                .findFirst()
                .map(e -> e.getKey() + ": " + e.getValue() + ", not " + other.text(e.getKey()));
    }

    /** The keys at which settings differ from others, with their own values. */
    public static <T extends Record> Map<String, String> changes(T settings, T others) {
        SettingsFile<T> a = of(settings);
        SettingsFile<T> b = of(others);
        Map<String, String> changed = new LinkedHashMap<>();
        for (String key : a.keys()) {
            if (!a.at(key).equals(b.at(key))) {
                changed.put(key, a.text(key));
            }
        }
        return changed;
    }

    /** The value of a key as text, empty where there is none. */
    private String text(String key) {
        return text(at(key));
    }

    /** A value as text that can be set again: lists as YAML writes them in a line. */
    static String text(JsonNode value) {
        return value.isContainerNode() ? value.toString() : value.asText();
    }

    private JsonNode at(String key) {
        return tree.at(pointer(key));
    }

    private static String pointer(String key) {
        return key.isEmpty() ? "" : "/" + key.replace('.', '/');
    }

    /** The settings as a tree, for files that are not YAML. */
    public JsonNode json() {
        return tree.deepCopy();
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

    /** Writes the settings under the word for what they are of. */
    public void write(Path file, String kind) throws IOException {
        AtomicFile.write(file, (KIND + ": " + kind + "\n" + yaml()).getBytes(StandardCharsets.UTF_8));
    }
}
