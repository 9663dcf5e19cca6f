package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.settings.TargetSettings;
import java.util.Map;

/** A target in one word: {@code ising:side=10,sigma=0.1}. What is not given of a known kind has its default. */
public final class TargetText {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();

    private TargetText() {}

    /** The text of a target, which {@link #parse} reads. */
    public static String of(TargetSettings target) {
        ObjectNode tree = YAML.valueToTree(target);
        StringBuilder text = new StringBuilder(target.kind());
        char before = ':';
        for (Map.Entry<String, JsonNode> e : tree.properties()) {
            if (!e.getKey().equals("kind")) {
                text.append(before)
                        .append(e.getKey())
                        .append('=')
                        .append(e.getValue().asText());
                before = ',';
            }
        }
        return text.toString();
    }

    /** Reads a target; {@code defaults} fills in what is missing where it is of the same kind. */
    public static TargetSettings parse(String text, TargetSettings defaults) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        try {
            ObjectNode tree = YAML.valueToTree(defaults);
            if (!tree.path("kind").asText().equals(kind)) {
                tree = YAML.createObjectNode().put("kind", kind);
            }
            for (String part :
                    colon < 0 ? new String[0] : text.substring(colon + 1).split(",")) {
                int equals = part.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException("a target is KIND:KEY=VALUE,KEY=VALUE; '" + part + "' is not");
                }
                tree.set(part.substring(0, equals).strip(), YAML.readTree(part.substring(equals + 1)));
            }
            return YAML.treeToValue(tree, TargetSettings.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("target '" + text + "': " + ParseReason.of(e));
        }
    }
}
