package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** As much of JSON Schema as docs/schema uses; a word that it does not know fails, so that nothing is passed over. */
final class SchemaCheck {
    private static final Set<String> REMARKS = Set.of("$schema", "$id", "$defs", "title", "description");

    private final JsonNode root;
    private final JsonNode schema;

    private SchemaCheck(JsonNode root, JsonNode schema) {
        this.root = root;
        this.schema = schema;
    }

    /** One of the schemas of what {@code dnfs serve} says. */
    static SchemaCheck ofServe(String name) throws IOException {
        JsonNode root = new ObjectMapper().readTree(SchemaCheck.class.getResource("/serve/openapi.json"));
        return new SchemaCheck(root, root.at("/components/schemas/" + name));
    }

    /** The schema of what {@code dnfs solve} prints. */
    static SchemaCheck ofSolve() {
        try {
            Path file = Path.of("..", "docs", "schema", "solve.json");
            JsonNode root = new ObjectMapper().readTree(file.toFile());
            return new SchemaCheck(root, root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void holds(JsonNode value) {
        assertThat(errors(schema, value, "$")).as(value.toString()).isEmpty();
    }

    void fails(JsonNode value) {
        assertThat(errors(schema, value, "$")).as(value.toString()).isNotEmpty();
    }

    private List<String> errors(JsonNode schema, JsonNode value, String at) {
        List<String> errors = new ArrayList<>();
        for (Iterator<Map.Entry<String, JsonNode>> words = schema.fields(); words.hasNext(); ) {
            Map.Entry<String, JsonNode> word = words.next();
            JsonNode rule = word.getValue();
            switch (word.getKey()) {
                case "$ref" -> errors.addAll(errors(root.at(rule.asText().substring(1)), value, at));
                case "oneOf" -> {
                    int fit = 0;
                    for (JsonNode one : rule) {
                        fit += errors(one, value, at).isEmpty() ? 1 : 0;
                    }
                    if (fit != 1) {
                        errors.add(at + " fits " + fit);
                    }
                }
                case "type" -> {
                    boolean fits = false;
                    for (JsonNode one : rule.isArray()
                            ? rule
                            : new ObjectMapper().createArrayNode().add(rule)) {
                        fits |= is(one.asText(), value);
                    }
                    if (!fits) {
                        errors.add(at + " is no " + rule);
                    }
                }
                case "enum" -> {
                    boolean fits = false;
                    for (JsonNode one : rule) {
                        fits |= one.equals(value);
                    }
                    if (!fits) {
                        errors.add(at + " is none of " + rule);
                    }
                }
                case "minimum" -> {
                    if (value.isNumber() && value.asDouble() < rule.asDouble()) {
                        errors.add(at + " is below " + rule);
                    }
                }
                case "required" ->
                    rule.forEach(name -> {
                        if (!value.has(name.asText())) {
                            errors.add(at + " has no " + name);
                        }
                    });
                case "additionalProperties" ->
                    value.fieldNames().forEachRemaining(name -> {
                        if (!schema.path("properties").has(name)) {
                            errors.add(at + " has " + name);
                        }
                    });
                case "properties" ->
                    rule.fields().forEachRemaining(property -> {
                        if (value.has(property.getKey())) {
                            String there = at + "." + property.getKey();
                            errors.addAll(errors(property.getValue(), value.get(property.getKey()), there));
                        }
                    });
                case "items" -> {
                    for (int k = 0; value.isArray() && k < value.size(); k++) {
                        errors.addAll(errors(rule, value.get(k), at + "[" + k + "]"));
                    }
                }
                default -> assertThat(REMARKS).contains(word.getKey());
            }
        }
        return errors;
    }

    private static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> throw new IllegalArgumentException(type);
        };
    }
}
