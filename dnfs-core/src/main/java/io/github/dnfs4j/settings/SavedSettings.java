package io.github.dnfs4j.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.io.format.Strict;
import io.github.dnfs4j.target.Layout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Settings that an older version may have written, in a file or as a checkpoint remembers them, as YAML. */
public final class SavedSettings {
    private static final ObjectMapper YAML = Strict.yaml();

    /** How samples were drawn once; training knew only the first. */
    private static final String PACE = "pace";

    private static final List<String> GONE = List.of(PACE, "paced", "sublattices");

    /** What every network had once, whether it meant anything to it or not. */
    private static final List<String> NETWORK = List.of("heads", "layers", "shared", "isotropic");

    private static final Map<String, Map<String, String>> RENAMED = Map.of(
            "leconv", Map.of("heads", "kernels"),
            "lemlp", Map.of("layers", "terms"));

    /** What the rule of a step was called once, as chains of Markov moves still call theirs. */
    private static final String KERNEL = "kernel";

    private static final String RULE = "rule";

    /** When a training ends and is saved, which does not say what it has done so far. */
    private static final List<String> BUDGET = List.of("steps", "minutes", "checkpointSeconds");
    /** What has one. */
    private static final List<String> BUDGETED = List.of("train", "fit", "gfn");

    /** The kinds of targets on lattices. */
    static final List<String> LATTICES = List.of("ising", "potts");

    private SavedSettings() {}

    /** Takes out keys that mean nothing any more, and gives those of networks the names that they have now. */
    public static void upgrade(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            object.remove(GONE);
            if (Arrays.stream(StepRule.values())
                    .anyMatch(rule -> rule.toString().equals(object.path(KERNEL).asText()))) {
                object.set(RULE, object.remove(KERNEL));
            }
        }
        if (tree.get("network") instanceof ObjectNode network
                && NetworkSettings.KINDS.contains(network.path("kind").asText())) {
            ObjectNode own = SettingsFile.tree(
                    NetworkSettings.defaults(network.path("kind").asText()));
            for (String key : NETWORK) {
                JsonNode value = own.has(key) ? null : network.remove(key);
                if (value != null && own.has(nameNow(network, key))) {
                    network.set(nameNow(network, key), value);
                }
            }
        }
        if (tree.get("data") instanceof ObjectNode data
                && data.path("kind").asText().equals("table")) {
            data.putIfAbsent("sha256", data.textNode(""));
        }
        tree.forEach(SavedSettings::upgrade);
    }

    /** Gives the target of a whole file the keys that its version did not know: there was one layout of lattices once. */
    public static void completeTarget(JsonNode target) {
        if (target instanceof ObjectNode given
                && LATTICES.contains(given.path("kind").asText())) {
            SettingsFile.fill(given, Layout.TORUS);
        }
    }

    /** The name of a key in a branch of some kind, for one that may be of an older version. */
    static String nameNow(ObjectNode branch, String key) {
        return key.equals(KERNEL) && branch.has(RULE)
                ? RULE
                : RENAMED.getOrDefault(branch.path("kind").asText(), Map.of()).getOrDefault(key, key);
    }

    /**
     * Whether settings are those of a checkpoint. They may have keys that the version which wrote it did not know: where
     * they were read from files of that version, those have the values that mean what it did.
     */
    public static boolean agree(String saved, String now) throws JsonProcessingException {
        JsonNode then = YAML.readTree(saved);
        // Training at a pace was another training.
        boolean paced = then.findValues(PACE).stream().anyMatch(v -> !v.isEmpty());
        upgrade(then);
        for (String group : BUDGETED) {
            if (then.get(group) instanceof ObjectNode spent) {
                spent.remove(BUDGET);
            }
        }
        return !paced && within(then, YAML.readTree(now));
    }

    private static boolean within(JsonNode saved, JsonNode now) {
        if (!saved.isObject() || !now.isObject()) {
            return saved.equals(now);
        }
        for (Map.Entry<String, JsonNode> entry : saved.properties()) {
            JsonNode value = now.get(entry.getKey());
            if (value == null || !within(entry.getValue(), value)) {
                return false;
            }
        }
        return true;
    }
}
