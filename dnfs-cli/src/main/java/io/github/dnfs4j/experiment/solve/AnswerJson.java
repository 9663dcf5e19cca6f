package io.github.dnfs4j.experiment.solve;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.combopt.SolutionPool.Solution;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An answer as JSON on one line, as {@code docs/schema/solve.json} describes it, and as dimod's SampleSet, which
 * {@code SampleSet.from_serializable} reads. Nothing but ASCII: names come from files of others.
 */
public final class AnswerJson {
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    static final int VERSION = 1;

    private AnswerJson() {}

    public static String text(Answer answer) throws IOException {
        return JSON.writeValueAsString(tree(answer));
    }

    public static ObjectNode tree(Answer answer) {
        Instance instance = answer.instance();
        ObjectNode tree = JSON.createObjectNode();
        tree.put("version", VERSION);
        tree.put("problem", instance.kind());
        tree.put("file", instance.file().toString());
        tree.put("format", instance.format().toString());
        tree.put("variables", instance.problem().size());
        tree.put("maximised", instance.maximised());
        number(tree, "objective", answer.best().objective());
        tree.put("feasible", answer.feasible());
        tree.put("optimal", answer.optimal());
        number(tree, "bound", answer.bound());
        number(tree, "gap", answer.gap());
        tree.set("solution", labels(instance, answer.best().x()));
        tree.put("method", answer.method());
        tree.put("seconds", rounded(answer.seconds()));
        tree.put("secondsToBest", rounded(answer.secondsToBest()));
        tree.put("evaluations", answer.evaluations());
        tree.put("ended", answer.ended());
        tree.put("complete", answer.complete());
        ArrayNode samples = tree.putArray("samples");
        for (Solution s : answer.solutions()) {
            ObjectNode sample = samples.addObject();
            sample.set("solution", labels(instance, s.x()));
            number(sample, "objective", s.objective());
            sample.put("count", s.count());
        }
        return tree;
    }

    /** One line about a better solution, while the search goes on. */
    public static String improvement(Instance instance, double objective, byte[] x, String method, double seconds)
            throws IOException {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("event", "improvement");
        tree.put("file", instance.file().toString());
        number(tree, "objective", objective);
        tree.put("method", method);
        tree.put("seconds", rounded(seconds));
        tree.set("solution", labels(instance, x));
        return JSON.writeValueAsString(tree);
    }

    /** One line about a file that could not be solved. */
    public static String failure(String problem, String file, String reason) throws IOException {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("version", VERSION);
        tree.put("problem", problem);
        tree.put("file", file);
        tree.put("error", reason);
        return JSON.writeValueAsString(tree);
    }

    private static double rounded(double seconds) {
        return Math.round(1000 * seconds) / 1000.0;
    }

    /** Sizes and most cuts are whole numbers, and look better as such. */
    public static void number(ObjectNode node, String name, @Nullable Double value) {
        if (value == null) {
            node.putNull(name);
        } else if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
            node.put(name, value.longValue());
        } else {
            node.put(name, value);
        }
    }

    /** The variables that are 1, or the spins that are +1. */
    public static ArrayNode labels(Instance instance, byte[] x) {
        ArrayNode labels = JSON.createArrayNode();
        for (int i = 0; i < x.length; i++) {
            if (x[i] == 1) {
                labels.add(JSON.valueToTree(instance.label().apply(i)));
            }
        }
        return labels;
    }

    /** dimod's schema 3.1.0, samples not packed; energies are what is minimised. */
    public static String sampleSet(Answer answer) throws IOException {
        Instance instance = answer.instance();
        int n = instance.problem().size();
        int rows = answer.solutions().size();
        ObjectNode tree = JSON.createObjectNode();
        tree.put("type", "SampleSet");
        tree.putObject("version").put("sampleset_schema", "3.1.0");
        tree.put("num_variables", n);
        tree.put("num_rows", rows);
        ArrayNode data = array(tree.putObject("sample_data"), "int8", rows, n);
        ObjectNode vectors = tree.putObject("vectors");
        ArrayNode energies = array(vectors.putObject("energy"), "float64", rows);
        ArrayNode counts = array(vectors.putObject("num_occurrences"), "int64", rows);
        for (Solution s : answer.solutions()) {
            ArrayNode row = data.addArray();
            for (byte b : s.x()) {
                row.add(instance.spins() ? 2 * b - 1 : b);
            }
            energies.add(instance.maximised() ? 0 - s.objective() : s.objective());
            counts.add(s.count());
        }
        tree.put("sample_type", "int8");
        tree.put("sample_packed", false);
        ArrayNode labels = tree.putArray("variable_labels");
        for (int i = 0; i < n; i++) {
            labels.add(JSON.valueToTree(instance.label().apply(i)));
        }
        tree.put("variable_type", instance.spins() ? "SPIN" : "BINARY");
        ObjectNode info = tree.putObject("info");
        info.put("optimal", answer.optimal());
        info.put("feasible", answer.feasible());
        info.put("seconds", rounded(answer.seconds()));
        return JSON.writeValueAsString(tree);
    }

    private static ArrayNode array(ObjectNode node, String type, int... shape) {
        node.put("type", "array");
        ArrayNode data = node.putArray("data");
        node.put("data_type", type);
        ArrayNode sizes = node.putArray("shape");
        Arrays.stream(shape).forEach(sizes::add);
        node.put("use_bytes", false);
        return data;
    }
}
