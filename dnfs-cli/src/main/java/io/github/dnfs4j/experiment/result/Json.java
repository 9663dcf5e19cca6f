package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.io.format.Channels;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.io.format.Strict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Records as JSON objects with the names of their parts, and back. A number that is not finite is null in the file and
 * NaN in the record; keys that a record does not have are passed over.
 */
public final class Json {
    private static final ObjectMapper PLAIN = mapper(new SimpleModule());
    private static final ObjectMapper MAPPER =
            mapper(new SimpleModule().addDeserializer(Evaluation.class, new OfEvaluation()));

    private Json() {}

    private static ObjectMapper mapper(SimpleModule module) {
        return Strict.json()
                .registerModule(module.addSerializer(double.class, new Finite())
                        .addSerializer(Double.class, new Finite())
                        .addDeserializer(double.class, new OrNaN()))
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    /** As a tree, to which its writer may add. */
    public static <T extends JsonNode> T tree(Object record) {
        return MAPPER.valueToTree(record);
    }

    /** As indented text. */
    public static String text(Object record) {
        try {
            return MAPPER.writer(new DefaultPrettyPrinter()).writeValueAsString(record);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void write(Path file, Object record) throws IOException {
        AtomicFile.write(file, (text(record) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    public static <T> T read(Path file, TypeReference<T> type) throws IOException {
        return record(file, readTree(file), MAPPER.getTypeFactory().constructType(type));
    }

    public static <T> T read(Path file, Class<T> type) throws IOException {
        return record(file, readTree(file), type);
    }

    /** What a file holds, to be passed on or added to as it is. */
    public static JsonNode readTree(Path file) throws IOException {
        try {
            return MAPPER.readTree(Channels.bytes(file));
        } catch (JacksonException e) {
            throw new FormatException(file, "not valid JSON: " + ParseReason.of(e), e);
        }
    }

    /** A part of what a file holds. */
    static <T> T record(Path file, JsonNode part, Class<T> type) throws FormatException {
        return record(file, part, MAPPER.constructType(type));
    }

    /** A tree as a record. */
    static <T> T record(JsonNode tree, Class<T> type) throws JsonProcessingException {
        return MAPPER.treeToValue(tree, type);
    }

    private static <T> T record(Path file, JsonNode part, JavaType type) throws FormatException {
        if (!part.isObject()) {
            throw new FormatException(file, "it holds no JSON object");
        }
        try {
            return MAPPER.treeToValue(part, type);
        } catch (JacksonException e) {
            throw new FormatException(file, ParseReason.of(e), e);
        }
    }

    private static final class Finite extends StdSerializer<Double> {
        Finite() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (Double.isFinite(value)) {
                json.writeNumber(value);
            } else {
                json.writeNull();
            }
        }
    }

    private static final class OrNaN extends StdDeserializer<Double> {
        OrNaN() {
            super(double.class);
        }

        @Override
        public Double deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return json.getDoubleValue();
        }

        @Override
        public Double getNullValue(DeserializationContext context) {
            return Double.NaN;
        }
    }

    /** Evaluations of before jumps know nothing but steps: at each, and at the start, a path calls the network once. */
    private static final class OfEvaluation extends StdDeserializer<Evaluation> {
        OfEvaluation() {
            super(Evaluation.class);
        }

        @Override
        public Evaluation deserialize(JsonParser json, DeserializationContext context) throws IOException {
            if (!(json.readValueAsTree() instanceof ObjectNode tree)) {
                throw new JsonMappingException(json, "it holds no evaluation");
            }
            if (!tree.hasNonNull("networkCallsPerPath")) {
                double calls = tree.path("timeSteps").asDouble(Double.NaN) + 1;
                tree.set("networkCallsPerPath", PLAIN.valueToTree(new Evaluation.PerPath(calls, calls)));
            }
            return PLAIN.treeToValue(tree, Evaluation.class);
        }
    }
}
