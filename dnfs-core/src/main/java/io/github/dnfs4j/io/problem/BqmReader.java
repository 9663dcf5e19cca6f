package io.github.dnfs4j.io.problem;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.DoubleList;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * dimod's BQM as JSON, schema 3.0.0: {@code variable_type}, {@code offset}, {@code linear_biases},
 * {@code quadratic_biases}, {@code quadratic_head}, {@code quadratic_tail}, {@code variable_labels}; other keys are
 * passed over. It is read as a stream, in whichever order the keys come.
 */
final class BqmReader {
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final String SCHEMA = "3.0.0";

    private final Path file;
    private final JsonParser json;
    private final int most;
    private @Nullable Variables variables;
    private double offset;
    private double variableCount = -1;
    private double interactionCount = -1;
    private DoubleList linear = new DoubleList();
    private DoubleList quadratic = new DoubleList();
    private DoubleList head = new DoubleList();
    private DoubleList tail = new DoubleList();
    private List<Object> labels = new ArrayList<>();

    private BqmReader(Path file, JsonParser json, int most) {
        this.file = file;
        this.json = json;
        this.most = most;
    }

    static Energy read(Source source, int mostVertices) throws IOException {
        try (InputStream in = source.open();
                JsonParser json = JSON.createParser(in)) {
            BqmReader reader = new BqmReader(source.name(), json, mostVertices);
            try {
                reader.fields();
                return reader.energy();
            } catch (JacksonException e) {
                throw reader.bad("not valid JSON: " + ParseReason.of(e));
            }
        }
    }

    private FormatException bad(String reason) {
        return new FormatException(file, Math.max(1, json.currentLocation().getLineNr()), reason);
    }

    private void fields() throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw bad("a model must be a JSON object");
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "variable_type" -> variables = variables();
                case "offset" -> offset = number(name);
                case "linear_biases" -> linear = numbers(name);
                case "quadratic_biases" -> quadratic = numbers(name);
                case "quadratic_head" -> head = numbers(name);
                case "quadratic_tail" -> tail = numbers(name);
                case "variable_labels" -> labels = labels();
                case "num_variables" -> variableCount = number(name);
                case "num_interactions" -> interactionCount = number(name);
                case "version" -> version();
                case "type" -> {
                    if (!json.getText().matches("BinaryQuadraticModel|\\w*BQM")) {
                        throw bad("this is a '" + json.getText() + "', not a BinaryQuadraticModel");
                    }
                }
                case "use_bytes" -> {
                    if (json.currentToken() == JsonToken.VALUE_TRUE) {
                        throw bad("biases as bytes are not supported; write them with use_bytes=False");
                    }
                }
                default -> json.skipChildren();
            }
        }
        if (json.currentToken() != JsonToken.END_OBJECT) {
            throw bad("the file ends before its object does");
        }
        if (json.nextToken() != null) {
            throw bad("nothing should follow the object");
        }
    }

    private Variables variables() throws IOException {
        String name = json.getText();
        for (Variables v : Variables.values()) {
            if (v.name().equals(name)) {
                return v;
            }
        }
        throw bad("variable_type must be SPIN or BINARY, not '" + name + "'");
    }

    /** {@code {"bqm_schema": "3.0.0"}}, and what else dimod wrote beside it. */
    private void version() throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw bad("version must be an object with a bqm_schema");
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            if (name.equals("bqm_schema") && !SCHEMA.equals(json.getText())) {
                throw bad("the bqm_schema is '" + json.getText() + "'; only " + SCHEMA + " is known");
            }
            json.skipChildren();
        }
    }

    private double number(String what) throws IOException {
        JsonToken token = json.currentToken();
        if (token == null || !token.isNumeric()) {
            throw bad(what + " must be a number, not '" + json.getText() + "'");
        }
        double value = json.getDoubleValue();
        if (!Double.isFinite(value)) {
            throw bad(what + " must be finite");
        }
        return value;
    }

    private void array(String what) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw bad(what + " must be an array");
        }
    }

    private DoubleList numbers(String what) throws IOException {
        array(what);
        DoubleList read = new DoubleList();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            read.add(number(what));
        }
        return read;
    }

    private List<Object> labels() throws IOException {
        array("variable_labels");
        return Labels.read(json, this::bad);
    }

    private Energy energy() throws IOException {
        int n = linear.size();
        if (variables == null) {
            throw bad("variable_type is missing");
        }
        if (n == 0 || n > most) {
            throw bad(
                    n == 0
                            ? "linear_biases is missing or empty"
                            : n + " variables are more than the limit of " + most + "; --max-vertices raises it");
        }
        if (!labels.isEmpty() && (labels.size() != n || new HashSet<>(labels).size() != n)) {
            throw bad("variable_labels must be " + n + " different labels, one a variable");
        }
        if (variableCount >= 0 && variableCount != n || interactionCount >= 0 && interactionCount != quadratic.size()) {
            throw bad("num_variables and num_interactions do not count the biases: there are " + n + " and "
                    + quadratic.size());
        }
        if (head.size() != quadratic.size() || tail.size() != quadratic.size()) {
            throw bad("quadratic_biases, quadratic_head and quadratic_tail differ in length");
        }
        Terms terms = new Terms();
        for (int i = 0; i < n; i++) {
            terms.add(i, i, linear.get(i));
        }
        for (int k = 0; k < quadratic.size(); k++) {
            int i = index(head.get(k), n);
            int j = index(tail.get(k), n);
            if (i == j) {
                throw bad("a coupling of variable " + i + " with itself");
            }
            terms.add(i, j, quadratic.get(k));
        }
        return new Energy(terms.build(variables, n, offset), ProblemFormat.BQM, 0, labels, false);
    }

    private int index(double value, int n) throws FormatException {
        if (value != Math.rint(value) || value < 0 || value >= n) {
            throw bad("a coupling names variable " + value + " of " + n);
        }
        return (int) value;
    }
}
