package io.github.dnfs4j.io.format;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Scope;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/** Weights and other tensors by name, to and from the arrays of files. */
public final class ParameterFiles {
    private ParameterFiles() {}

    /** Weights in the layout of some parameters; {@code flat} are theirs, or others such as an average. */
    public static Map<String, Array> arrays(Parameters layout, Tensor flat) {
        try (Scope scope = Scope.open()) {
            return arrays(layout.slices(flat));
        }
    }

    public static Map<String, Array> arrays(Map<String, Tensor> tensors) {
        Map<String, Array> arrays = new TreeMap<>();
        tensors.forEach((name, tensor) -> arrays.put(name, TensorArrays.of(tensor)));
        return arrays;
    }

    /** The arrays of a file as tensors of the scope that is open. */
    public static Map<String, Tensor> tensors(Map<String, Array> arrays) {
        Map<String, Tensor> tensors = new TreeMap<>();
        arrays.forEach((name, array) -> tensors.put(name, TensorArrays.tensor(array)));
        return tensors;
    }

    /** Overwrites parameters by the arrays of a file, which must be exactly theirs, and finite. */
    public static void fill(Path file, Map<String, Array> from, Parameters parameters) throws FormatException {
        try (Scope scope = Scope.open()) {
            fill(file, from, parameters.slices(parameters.values()));
            if (!parameters.values().isfinite().all().item_bool()) {
                throw new FormatException(file, "its weights are not all finite numbers");
            }
        }
    }

    private static Set<String> less(Set<String> all, Set<String> others) {
        Set<String> left = new TreeSet<>(all);
        left.removeAll(others);
        return left;
    }

    /** Overwrites tensors by the arrays of a file, which must be exactly theirs. */
    public static void fill(Path file, Map<String, Array> from, Map<String, Tensor> to) throws FormatException {
        if (!from.keySet().equals(to.keySet())) {
            throw new FormatException(
                    file,
                    "it is of another network: it lacks the tensors " + less(to.keySet(), from.keySet()) + " and has "
                            + less(from.keySet(), to.keySet()) + " beside those that are needed");
        }
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            for (Map.Entry<String, Array> entry : from.entrySet()) {
                try {
                    TensorArrays.copyTo(entry.getValue(), Objects.requireNonNull(to.get(entry.getKey())));
                } catch (IllegalArgumentException e) {
                    throw new FormatException(file, "tensor " + entry.getKey() + ": " + e.getMessage(), e);
                }
            }
        }
    }
}
