package io.github.dnfs4j.io.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.github.dnfs4j.io.FormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON header of a safetensors file; entries sorted by offset. It is read token by token and refused at the first
 * thing that does not belong, so that a hostile header never becomes a large tree in memory.
 */
record SafetensorsHeader(List<Entry> entries, Map<String, String> metadata) {
    static final String METADATA = "__metadata__";
    private static final int LARGEST_RANK = 64;

    // Neither interning nor a shared symbol table: names come from outside.
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    /** One tensor's line; the offsets are still to be checked against the data. */
    record Entry(String name, DType dtype, long[] shape, long begin, long end) {}

    static byte[] format(List<Entry> entries, Map<String, String> metadata) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            if (!metadata.isEmpty()) {
                json.writeObjectFieldStart(METADATA);
                for (Map.Entry<String, String> e : new TreeMap<>(metadata).entrySet()) {
                    json.writeStringField(e.getKey(), e.getValue());
                }
                json.writeEndObject();
            }
            for (Entry e : entries) {
                json.writeObjectFieldStart(e.name());
                json.writeStringField("dtype", e.dtype().name());
                json.writeFieldName("shape");
                json.writeArray(e.shape(), 0, e.shape().length);
                json.writeFieldName("data_offsets");
                json.writeArray(new long[] {e.begin(), e.end()}, 0, 2);
                json.writeEndObject();
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    static SafetensorsHeader parse(Path file, byte[] header) throws IOException {
        if (header.length == 0 || header[0] != '{') {
            throw new FormatException(file, "the header does not start with '{'");
        }
        // The decoder refuses bad UTF-8; Jackson's own guessing of encodings would also accept UTF-16.
        var utf8 = new InputStreamReader(new ByteArrayInputStream(header), StandardCharsets.UTF_8.newDecoder());
        try (JsonParser json = JSON.createParser(utf8)) {
            return new Reader(file, json).header();
        } catch (CharacterCodingException e) {
            throw new FormatException(file, "the header is not UTF-8", e);
        } catch (JsonProcessingException e) {
            throw new FormatException(file, "the header is not JSON: " + ParseReason.of(e), e);
        }
    }

    private record Reader(Path file, JsonParser json) {
        SafetensorsHeader header() throws IOException {
            List<Entry> entries = new ArrayList<>();
            Map<String, String> metadata = new TreeMap<>();
            Set<String> seen = new HashSet<>();
            expect(json.nextToken(), JsonToken.START_OBJECT, "the header");
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (!seen.add(name)) {
                    throw new FormatException(file, "the name " + name + " appears twice");
                }
                if (name.equals(METADATA)) {
                    readMetadata(metadata);
                } else {
                    entries.add(entry(name));
                }
            }
            if (json.nextToken() != null) {
                throw new FormatException(file, "something follows the header's JSON object");
            }
            entries.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
            return new SafetensorsHeader(entries, metadata);
        }

        private void readMetadata(Map<String, String> metadata) throws IOException {
            expect(json.nextToken(), JsonToken.START_OBJECT, METADATA);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String key = json.currentName();
                expect(json.nextToken(), JsonToken.VALUE_STRING, METADATA + " " + key);
                if (metadata.put(key, json.getText()) != null) {
                    throw new FormatException(file, METADATA + " " + key + " appears twice");
                }
            }
        }

        private Entry entry(String name) throws IOException {
            String where = "tensor " + name;
            DType dtype = null;
            long[] shape = null;
            long[] offsets = null;
            expect(json.nextToken(), JsonToken.START_OBJECT, where);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                if (field.equals("dtype") && dtype == null) {
                    expect(json.nextToken(), JsonToken.VALUE_STRING, where + " dtype");
                    String text = json.getText();
                    dtype = DType.named(text)
                            .orElseThrow(() -> new FormatException(file, where + ": unknown dtype " + text));
                } else if (field.equals("shape") && shape == null) {
                    shape = longs(LARGEST_RANK, where + " shape");
                } else if (field.equals("data_offsets") && offsets == null) {
                    offsets = longs(2, where + " data_offsets");
                } else {
                    throw new FormatException(file, where + ": unexpected or repeated field " + field);
                }
            }
            if (dtype == null || shape == null || offsets == null || offsets.length != 2) {
                throw new FormatException(file, where + " needs dtype, shape and two data_offsets");
            }
            return new Entry(name, dtype, shape, offsets[0], offsets[1]);
        }

        private long[] longs(int most, String where) throws IOException {
            expect(json.nextToken(), JsonToken.START_ARRAY, where);
            long[] values = new long[most];
            int count = 0;
            while (json.nextToken() != JsonToken.END_ARRAY) {
                expect(json.currentToken(), JsonToken.VALUE_NUMBER_INT, where);
                if (count == most) {
                    throw new FormatException(file, where + " has more than " + most + " numbers");
                }
                values[count++] = json.getLongValue();
            }
            return Arrays.copyOf(values, count);
        }

        private void expect(@Nullable JsonToken found, JsonToken wanted, String where) throws FormatException {
            if (found != wanted) {
                throw new FormatException(file, where + ": expected " + wanted + ", found " + found);
            }
        }
    }
}
