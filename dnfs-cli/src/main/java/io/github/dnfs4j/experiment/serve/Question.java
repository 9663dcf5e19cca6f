package io.github.dnfs4j.experiment.serve;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.io.PlainName;
import io.github.dnfs4j.io.format.ParseReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked: the options of {@code dnfs solve} or {@code dnfs sample} by their names, null where none is given. The texts
 * of files come beside it.
 *
 * @param problem mis, maxcut, clique, vertex-cover, qubo, or sample
 * @param name of the file that the problem comes from, which may tell its format
 * @param model whose samples are wanted, and the three fields after it how many and how
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Question(
        @Nullable String problem,
        @Nullable String name,
        @Nullable String format,
        @Nullable Double seconds,
        @Nullable Long movesLimit,
        @Nullable Double stopAt,
        @Nullable Boolean exact,
        @Nullable Integer best,
        @Nullable Integer threads,
        @Nullable Long seed,
        @Nullable Boolean maximise,
        @Nullable Boolean unweighted,
        @Nullable Integer exactly,
        @Nullable Integer atMost,
        @Nullable String model,
        @Nullable Integer count,
        @Nullable Boolean weighted,
        @Nullable Boolean spins) {
    static final String SAMPLE = "sample";
    /** The file of the problem itself. */
    static final String DATA = "data";

    /** Fields that hold what is a file on the command line. */
    private static final String[] TEXTS = {DATA, "fix", "apart", "start"};

    static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();

    /** A question and the texts that belong to it, by field. */
    record Asked(Question question, Map<String, byte[]> texts) {}

    /** Reads a body of JSON. */
    static Asked read(byte[] body) throws IOException {
        JsonNode tree;
        try {
            tree = JSON.readTree(body);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not valid JSON: " + ParseReason.of(e), e);
        }
        if (!(tree instanceof ObjectNode object)) {
            throw new IllegalArgumentException("a JSON object was expected");
        }
        return split(object);
    }

    /** Reads the parameters of an address, and a body that is the problem itself. */
    static Asked read(Map<String, String> query, byte[] body) throws IOException {
        ObjectNode tree = JSON.createObjectNode();
        query.forEach(tree::put);
        if (tree.has(DATA)) {
            throw new IllegalArgumentException("the problem is the body or a field of JSON, not a part of the address");
        }
        Asked asked = split(tree);
        if (body.length > 0) {
            asked.texts.put(DATA, body);
        }
        return asked;
    }

    private static Asked split(ObjectNode tree) throws IOException {
        Map<String, byte[]> texts = new LinkedHashMap<>();
        for (String field : TEXTS) {
            JsonNode text = tree.remove(field);
            if (text != null && !text.isNull()) {
                // A problem that is JSON itself may stand there as such.
                texts.put(
                        field,
                        text.isTextual()
                                ? text.asText().getBytes(StandardCharsets.UTF_8)
                                : JSON.writeValueAsBytes(text));
            }
        }
        return new Asked(of(tree), texts);
    }

    static Question of(ObjectNode tree) {
        try {
            Question question = JSON.treeToValue(tree, Question.class);
            question.check();
            return question;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(ParseReason.of(e), e);
        }
    }

    boolean samples() {
        return SAMPLE.equals(problem);
    }

    private void check() {
        if (problem == null) {
            throw new IllegalArgumentException(
                    "'problem' is missing: mis, maxcut, clique, vertex-cover, qubo or sample");
        }
        if (name != null) {
            PlainName.check("problem", name);
        }
        positive("seconds", seconds);
        positive("movesLimit", movesLimit);
        positive("best", best);
        positive("threads", threads);
        positive("count", count);
        if (stopAt != null && !Double.isFinite(stopAt)) {
            throw new IllegalArgumentException("stopAt must be a number, not " + stopAt);
        }
        if (!samples() && (model != null || count != null || weighted != null || spins != null)) {
            throw new IllegalArgumentException("model, count, weighted and spins are for samples");
        }
        if (samples() && (model == null || count == null)) {
            throw new IllegalArgumentException("samples need 'model' and 'count'");
        }
        if (movesLimit != null && Boolean.TRUE.equals(exact)) {
            throw new IllegalArgumentException("movesLimit does not go with exact");
        }
    }

    private static void positive(String field, @Nullable Number value) {
        if (value != null && !(value.doubleValue() > 0 && Double.isFinite(value.doubleValue()))) {
            throw new IllegalArgumentException(field + " must be above 0, not " + value);
        }
    }
}
