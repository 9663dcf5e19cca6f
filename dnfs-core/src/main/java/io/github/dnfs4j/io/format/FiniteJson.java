package io.github.dnfs4j.io.format;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;

/** Writes null for NaN and the infinities, wherever they are nested: JSON has no number for them. */
final class FiniteJson extends JsonGeneratorDelegate {
    FiniteJson(JsonGenerator json) {
        super(json);
    }

    @Override
    public void writeNumber(double value) throws IOException {
        if (Double.isFinite(value)) {
            super.writeNumber(value);
        } else {
            writeNull();
        }
    }

    @Override
    public void writeNumber(float value) throws IOException {
        if (Float.isFinite(value)) {
            super.writeNumber(value);
        } else {
            writeNull();
        }
    }

    @Override
    public void writeArray(double[] values, int offset, int length) throws IOException {
        // The delegate would write the elements itself, past the check above.
        writeStartArray(values, length);
        for (int i = offset; i < offset + length; i++) {
            writeNumber(values[i]);
        }
        writeEndArray();
    }
}
