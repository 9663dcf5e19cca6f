package io.github.dnfs4j.io.problem;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;
import java.io.IOException;
import java.io.Writer;
import java.util.function.IntToDoubleFunction;

/** Writes what {@link BqmReader} reads. */
final class BqmWriter {
    private BqmWriter() {}

    static void write(Writer out, Energy energy) throws IOException {
        QuadraticForm form = energy.form();
        Graph graph = form.couplings();
        int m = graph.edges();
        int[] head = new int[m];
        int[] tail = new int[m];
        double[] bias = new double[m];
        int[] k = new int[1];
        graph.forEachEdge((u, v, w) -> {
            head[k[0]] = u;
            tail[k[0]] = v;
            bias[k[0]++] = w;
        });
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeStringField("type", "BinaryQuadraticModel");
            json.writeObjectFieldStart("version");
            json.writeStringField("bqm_schema", "3.0.0");
            json.writeEndObject();
            json.writeBooleanField("use_bytes", false);
            json.writeStringField("index_type", "int32");
            json.writeStringField("bias_type", "float64");
            json.writeNumberField("num_variables", form.size());
            json.writeNumberField("num_interactions", m);
            json.writeArrayFieldStart("variable_labels");
            for (int i = 0; i < form.size(); i++) {
                Labels.write(json, energy.label(i));
            }
            json.writeEndArray();
            json.writeStringField("variable_type", form.variables().name());
            json.writeNumberField("offset", form.offset());
            json.writeObjectFieldStart("info");
            json.writeEndObject();
            array(json, "linear_biases", form.size(), form::linear);
            array(json, "quadratic_biases", m, i -> bias[i]);
            json.writeFieldName("quadratic_head");
            json.writeArray(head, 0, m);
            json.writeFieldName("quadratic_tail");
            json.writeArray(tail, 0, m);
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static void array(JsonGenerator json, String name, int size, IntToDoubleFunction value) throws IOException {
        json.writeArrayFieldStart(name);
        for (int i = 0; i < size; i++) {
            json.writeNumber(value.applyAsDouble(i));
        }
        json.writeEndArray();
    }
}
