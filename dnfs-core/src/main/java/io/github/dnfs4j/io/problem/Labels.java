package io.github.dnfs4j.io.problem;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Names of variables as dimod writes them to JSON: strings, numbers, and tuples of them as arrays. */
final class Labels {
    private static final int DEEPEST = 8;

    private Labels() {}

    /** The array that the parser has just entered. */
    static List<Object> read(JsonParser json, Function<String, FormatException> bad) throws IOException {
        return read(json, bad, 0);
    }

    private static List<Object> read(JsonParser json, Function<String, FormatException> bad, int depth)
            throws IOException {
        List<Object> read = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            JsonToken token = json.currentToken();
            if (token == JsonToken.VALUE_NUMBER_INT) {
                read.add(json.getLongValue());
            } else if (token == JsonToken.VALUE_NUMBER_FLOAT) {
                read.add(json.getDoubleValue());
            } else if (token == JsonToken.VALUE_STRING) {
                read.add(json.getText());
            } else if (token == JsonToken.START_ARRAY && depth < DEEPEST) {
                read.add(read(json, bad, depth + 1));
            } else {
                throw bad.apply("a label of a variable must be a string, a number or a list of them");
            }
        }
        return read;
    }

    static void write(JsonGenerator json, Object label) throws IOException {
        if (label instanceof List<?> parts) {
            json.writeStartArray();
            for (Object part : parts) {
                write(json, part);
            }
            json.writeEndArray();
        } else if (label instanceof Double number) {
            json.writeNumber(number);
        } else if (label instanceof Number number) {
            json.writeNumber(number.longValue());
        } else {
            json.writeString(label.toString());
        }
    }
}
