package io.github.dnfs4j.io.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Checked samples and their three forms; {@code values} are signed for spins (-1, +1) and unsigned otherwise. */
record SampleTable(byte[] values, int count, int sites, double @Nullable [] logWeights, boolean spins, int columns) {

    static SampleTable of(byte[] states, int count, int sites, double @Nullable [] logWeights, boolean spins) {
        return of(states, count, sites, logWeights, spins, 0);
    }

    /** With states as lattices of so many columns in .npy; 0 for rows of sites. */
    static SampleTable of(
            byte[] states, int count, int sites, double @Nullable [] logWeights, boolean spins, int columns) {
        if (count < 0 || sites < 1 || (long) count * sites != states.length) {
            throw new IllegalArgumentException(
                    count + " states of " + sites + " sites are not " + states.length + " bytes");
        }
        if (logWeights != null && logWeights.length != count) {
            throw new IllegalArgumentException(logWeights.length + " log weights for " + count + " states");
        }
        return new SampleTable(spins ? toSpins(states) : states, count, sites, logWeights, spins, columns);
    }

    private static byte[] toSpins(byte[] states) {
        byte[] signed = new byte[states.length];
        for (int i = 0; i < states.length; i++) {
            if (states[i] != 0 && states[i] != 1) {
                throw new IllegalArgumentException("spins are states 0 and 1, not " + (states[i] & 0xff));
            }
            signed[i] = (byte) (2 * states[i] - 1);
        }
        return signed;
    }

    Array states() {
        DType type = spins ? DType.I8 : DType.U8;
        return columns == 0
                ? Array.ofRaw(type, values, count, sites)
                : Array.ofRaw(type, values, count, sites / columns, columns);
    }

    private int value(int row, int site) {
        byte value = values[row * sites + site];
        return spins ? value : value & 0xff;
    }

    void writeCsv(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            writeCsv(out);
        }
    }

    void writeCsv(Appendable out) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int site = 0; site < sites; site++) {
            line.append(site == 0 ? "x" : ",x").append(site);
        }
        out.append(line.append(logWeights == null ? "\n" : ",logw\n"));
        for (int row = 0; row < count; row++) {
            line.setLength(0);
            for (int site = 0; site < sites; site++) {
                line.append(site == 0 ? "" : ",").append(value(row, site));
            }
            if (logWeights != null) {
                line.append(',').append(logWeights[row]);
            }
            out.append(line.append('\n'));
        }
    }

    void writeJson(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                JsonGenerator json = new FiniteJson(new JsonFactory().createGenerator(out))) {
            json.writeStartObject();
            json.writeArrayFieldStart("states");
            for (int row = 0; row < count; row++) {
                json.writeStartArray();
                for (int site = 0; site < sites; site++) {
                    json.writeNumber(value(row, site));
                }
                json.writeEndArray();
            }
            json.writeEndArray();
            if (logWeights != null) {
                json.writeFieldName("logWeights");
                json.writeArray(logWeights, 0, logWeights.length);
            }
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }
}
