package io.github.dnfs4j.io.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * States to be written, with what is to be said of them.
 *
 * @param states of sites one after the other, a state a row, unsigned bytes
 * @param logWeights of each state, if any
 * @param spins whether the states 0 and 1 are written as -1 and +1
 * @param columns of lattices, as which .npy holds the states; 0 for rows of sites
 */
public record SampleTable(byte[] states, int sites, double @Nullable [] logWeights, boolean spins, int columns) {
    // Written out, because a compact one forgets in its class file that log weights may be null.
    public SampleTable(byte[] states, int sites, double @Nullable [] logWeights, boolean spins, int columns) {
        if (sites < 1 || states.length % sites != 0) {
            throw new IllegalArgumentException(states.length + " bytes are no states of " + sites + " sites");
        }
        if (logWeights != null && logWeights.length != states.length / sites) {
            throw new IllegalArgumentException(
                    logWeights.length + " log weights for " + states.length / sites + " states");
        }
        for (int i = 0; spins && i < states.length; i++) {
            if (states[i] != 0 && states[i] != 1) {
                throw new IllegalArgumentException("spins are states 0 and 1, not " + (states[i] & 0xff));
            }
        }
        this.states = states;
        this.sites = sites;
        this.logWeights = logWeights;
        this.spins = spins;
        this.columns = columns;
    }

    /** Rows of sites without weights. */
    public SampleTable(byte[] states, int sites) {
        this(states, sites, null, false, 0);
    }

    int count() {
        return states.length / sites;
    }

    Array array() {
        byte[] values = states.clone();
        for (int i = 0; spins && i < values.length; i++) {
            values[i] = (byte) (2 * values[i] - 1);
        }
        DType type = spins ? DType.I8 : DType.U8;
        return columns == 0
                ? Array.ofRaw(type, values, count(), sites)
                : Array.ofRaw(type, values, count(), sites / columns, columns);
    }

    private int value(int row, int site) {
        byte value = states[row * sites + site];
        return spins ? 2 * value - 1 : value & 0xff;
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
        for (int row = 0; row < count(); row++) {
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
            for (int row = 0; row < count(); row++) {
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
