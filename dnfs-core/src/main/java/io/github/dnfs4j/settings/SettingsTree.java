package io.github.dnfs4j.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
    private final Class<T> type;
    private final ObjectNode tree;

    private SettingsTree(Class<T> type, ObjectNode tree) {
        this.type = type;
        this.tree = tree;
    }

    /** Starts from full settings. */
    public static <T> SettingsTree<T> of(Class<T> type, T settings) {
        return new SettingsTree<>(type, SettingsYaml.tree(settings));
    }

    /** Reads full settings. */
    public static <T> T read(Class<T> type, Path file) throws IOException {
        return read(type, file, Map.of());
    }

    /**
     * Reads settings; what the named branches lack, because an older version did not know it, is as given here. The
     * branch without a name is the whole.
     */
    public static <T> T read(Class<T> type, Path file, Map<String, ?> branches) throws IOException {
        try {
            ObjectNode tree = SettingsYaml.read(file);
            branches.forEach((branch, defaults) -> {
                if (tree.at(branch.isEmpty() ? "" : "/" + branch.replace('.', '/')) instanceof ObjectNode given) {
                    ObjectNode known = SettingsYaml.tree(defaults);
                    known.properties().forEach(e -> given.putIfAbsent(e.getKey(), e.getValue()));
                }
            });
            return new SettingsTree<>(type, tree).settings();
        } catch (IllegalArgumentException e) {
            throw new FormatException(file, String.valueOf(e.getMessage()), e);
        }
    }

    /** The value of a key such as {@code target.kind} as text, empty where there is none. */
    String text(String key) {
        JsonNode value = at(key);
        return value.isContainerNode() ? value.toString() : value.asText();
    }

    /** Puts a whole branch of settings in the place of another. */
    void replace(String key, Object settings) {
        tree.set(key, SettingsYaml.tree(settings));
    }

    /** Sets one key, such as {@code train.batch}, from its text. */
    public SettingsTree<T> set(String key, String value) {
        put(key, SettingsYaml.value(key, value));
        return this;
    }

    private void put(String key, JsonNode value) {
        int dot = key.lastIndexOf('.');
        JsonNode parent = dot < 0 ? tree : at(key.substring(0, dot));
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
        return SettingsYaml.settings(tree, type);
    }

    /** The first key at which two settings differ, as {@code key: this value, not that one}. */
    public Optional<String> difference(SettingsTree<T> other) {
        return changes(other).entrySet().stream()
                .findFirst()
                .map(e -> e.getKey() + ": " + e.getValue() + ", not " + other.text(e.getKey()));
    }

    /** The keys at which these settings differ from others, with their values here. */
    public Map<String, String> changes(SettingsTree<T> other) {
        Map<String, String> changed = new LinkedHashMap<>();
        for (String key : keys()) {
            if (!at(key).equals(other.at(key))) {
                changed.put(key, text(key));
            }
        }
        return changed;
    }

    private JsonNode at(String key) {
        return tree.at("/" + key.replace('.', '/'));
    }

    /** The settings as YAML text. */
    public String yaml() {
        return SettingsYaml.text(tree);
    }

    public void write(Path file) throws IOException {
        AtomicFile.write(file, yaml().getBytes(StandardCharsets.UTF_8));
    }
}
