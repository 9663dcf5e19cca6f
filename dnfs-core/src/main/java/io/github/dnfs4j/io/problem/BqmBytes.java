package io.github.dnfs4j.io.problem;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.DoubleList;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.io.format.Strict;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/**
 * The bytes of dimod's {@code bqm.to_file()}, versions 1.0 and 2.0, little-endian:
 *
 * <pre>{@code
 * "DIMODBQM"  major  minor  u32 length of the header
 * header      JSON: shape [n, m], dtype, itype, ntype, vartype, variables (1.0: the labels; 2.0: whether there are any)
 * offset      dtype
 * n times     ntype: where the list of neighbours begins, dtype: linear bias
 * 2 m times   itype: neighbour, dtype: bias; each coupling stands in both lists
 * 2.0:        "VARS"  u32 length  JSON array of labels, if there are any
 * }</pre>
 */
final class BqmBytes {
    private static final JsonMapper JSON = Strict.json();

    private final Path file;
    private final DataInputStream in;

    private BqmBytes(Path file, DataInputStream in) {
        this.file = file;
        this.in = in;
    }

    static Energy read(Source source, int mostVertices) throws IOException {
        try (DataInputStream in = new DataInputStream(source.open())) {
            return new BqmBytes(source.name(), in).read(mostVertices);
        } catch (EOFException e) {
            throw new FormatException(source.name(), "the file ends before its content does", e);
        }
    }

    private FormatException bad(String reason) {
        return new FormatException(file, reason);
    }

    private Energy read(int mostVertices) throws IOException {
        bytes(BqmFile.MAGIC.length());
        int major = in.readUnsignedByte();
        int minor = in.readUnsignedByte();
        if (major < 1 || major > 2 || minor != 0) {
            throw bad("version " + major + "." + minor + " of dimod's file is not known; 1.0 and 2.0 are");
        }
        JsonNode header = json(bytes(length()));
        int n = count(header.path("shape").path(0), "shape");
        int m = count(header.path("shape").path(1), "shape");
        if (n < 1 || n > mostVertices) {
            throw bad(n + " variables, where 1 to " + mostVertices + " are possible; --max-vertices raises the limit");
        }
        Variables variables = variables(header.path("vartype").asText());
        Field dtype = Field.of(this, header, "dtype");
        Field itype = Field.of(this, header, "itype");
        Field ntype = Field.of(this, header, "ntype");
        double offset = dtype.read(this);
        DoubleList starts = new DoubleList();
        Terms terms = new Terms();
        for (int i = 0; i < n; i++) {
            starts.add(ntype.read(this));
            terms.add(i, i, finite(dtype.read(this)));
        }
        starts.add(2.0 * m);
        neighbours(n, m, starts, itype, dtype, terms);
        JsonNode named = header.path("variables");
        List<Object> labels = major == 1 ? labels(named, n) : named.asBoolean() ? labels(section(), n) : List.of();
        if (in.read() >= 0) {
            throw bad("something follows its end");
        }
        return new Energy(terms.build(variables, n, finite(offset)), ProblemFormat.BQM, 0, labels, false);
    }

    /** Each coupling is in the lists of both its ends: the sums over either direction are then the same. */
    private void neighbours(int n, int m, DoubleList starts, Field itype, Field dtype, Terms terms) throws IOException {
        long up = 0;
        long down = 0;
        if (starts.get(0) != 0) {
            throw bad("the first list of neighbours does not begin at 0");
        }
        for (int i = 0; i < n; i++) {
            if (!(starts.get(i + 1) >= starts.get(i) && starts.get(i + 1) <= 2.0 * m)) {
                throw bad("the lists of neighbours are out of order");
            }
            for (double k = starts.get(i); k < starts.get(i + 1); k++) {
                double j = itype.read(this);
                double bias = finite(dtype.read(this));
                if (!(j >= 0 && j < n && j != i)) {
                    throw bad("a coupling of variable " + i + " with " + j);
                }
                if (j > i) {
                    terms.add(i, (int) j, bias);
                    up += Metis.mixed(i, (int) j, bias);
                } else {
                    down += Metis.mixed((int) j, i, bias);
                }
            }
        }
        if (up != down || terms.quadraticTerms() != m) {
            throw bad("the lists of neighbours do not agree");
        }
    }

    private double finite(double value) throws FormatException {
        if (!Double.isFinite(value)) {
            throw bad("a bias is not finite");
        }
        return value;
    }

    private JsonNode section() throws IOException {
        if (!new String(bytes(4), StandardCharsets.US_ASCII).equals("VARS")) {
            throw bad("the labels of the variables are missing");
        }
        return json(bytes(length()));
    }

    private List<Object> labels(JsonNode array, int n) throws IOException {
        if (!array.isArray() || array.size() != n) {
            throw bad("there must be " + n + " labels of variables");
        }
        try (JsonParser json = JSON.treeAsTokens(array)) {
            json.nextToken();
            List<Object> labels = Labels.read(json, this::bad);
            if (new HashSet<>(labels).size() != n) {
                throw bad("two variables have one label");
            }
            boolean numbered = true;
            for (int i = 0; i < n; i++) {
                numbered &= labels.get(i).equals((long) i);
            }
            return numbered ? List.of() : labels;
        }
    }

    private Variables variables(String name) throws FormatException {
        for (Variables v : Variables.values()) {
            if (v.name().equals(name)) {
                return v;
            }
        }
        throw bad("vartype must be SPIN or BINARY, not '" + name + "'");
    }

    private int count(JsonNode node, String what) throws FormatException {
        if (!node.canConvertToInt() || node.asInt() < 0 || node.asInt() > Integer.MAX_VALUE / 2) {
            throw bad(what + " must be two numbers, of variables and of couplings");
        }
        return node.asInt();
    }

    private int length() throws IOException {
        int length = Integer.reverseBytes(in.readInt());
        if (length < 0) {
            throw bad("a part of more than 2 GiB");
        }
        return length;
    }

    private JsonNode json(byte[] bytes) throws IOException {
        try {
            return JSON.readTree(bytes);
        } catch (JacksonException e) {
            throw bad("not valid JSON: " + ParseReason.of(e));
        }
    }

    /** Bytes that are there: memory grows as they come, not as they are announced. */
    private byte[] bytes(int length) throws IOException {
        byte[] read = in.readNBytes(length);
        if (read.length < length) {
            throw new EOFException();
        }
        return read;
    }

    /** A numpy type by its name. */
    private enum Field {
        FLOAT64(8),
        FLOAT32(4),
        INT8(1),
        INT16(2),
        INT32(4),
        INT64(8),
        UINT16(2),
        UINT32(4),
        UINT64(8);

        private final int size;

        Field(int size) {
            this.size = size;
        }

        static Field of(BqmBytes file, JsonNode header, String key) throws FormatException {
            String name = header.path(key).asText();
            for (Field f : values()) {
                if (f.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return f;
                }
            }
            throw file.bad("the " + key + " '" + name + "' is not known");
        }

        double read(BqmBytes from) throws IOException {
            byte[] bytes = new byte[size];
            from.in.readFully(bytes);
            ByteBuffer b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            return switch (this) {
                case FLOAT64 -> b.getDouble();
                case FLOAT32 -> b.getFloat();
                case INT8 -> b.get();
                case INT16 -> b.getShort();
                case INT32 -> b.getInt();
                case INT64, UINT64 -> b.getLong();
                case UINT16 -> b.getShort() & 0xffff;
                case UINT32 -> b.getInt() & 0xffffffffL;
            };
        }
    }
}
