package io.github.dnfs4j.io.format;

import io.github.dnfs4j.io.FormatException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The Python dictionary in the head of a .npy file, with exactly the keys descr, fortran_order and shape. */
record NpyHeader(DType dtype, long[] shape) {
    private static final int LARGEST_RANK = 64;
    private static final Pattern DICTIONARY = Pattern.compile("\\s*\\{(.*)\\}\\s*", Pattern.DOTALL);
    private static final Pattern ENTRY = Pattern.compile(
            "\\s*'(descr|fortran_order|shape)'\\s*:\\s*('[^']*'|True|False|\\([0-9,\\s]*\\))\\s*(?:,\\s*|$)");

    static NpyHeader of(Array array) {
        if (array.dtype().descriptor().isEmpty()) {
            throw new IllegalArgumentException(".npy has no type for " + array.dtype());
        }
        return new NpyHeader(array.dtype(), array.shape());
    }

    String format() {
        String dimensions = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
        return "{'descr': '" + dtype.descriptor().orElseThrow() + "', 'fortran_order': False, 'shape': (" + dimensions
                + (shape.length == 1 ? ",), }" : "), }");
    }

    static NpyHeader parse(Path file, String text) throws FormatException {
        Map<String, String> values = entries(file, text);
        String order = values.get("fortran_order");
        if ("True".equals(order)) {
            throw new FormatException(file, "fortran_order arrays are not supported; save it in C order");
        }
        String descriptor = values.get("descr");
        String shape = values.get("shape");
        if (descriptor == null || !descriptor.startsWith("'") || !"False".equals(order) || shape == null) {
            throw new FormatException(file, "the header needs descr, fortran_order and shape");
        }
        String code = descriptor.substring(1, descriptor.length() - 1);
        if (code.startsWith(">")) {
            throw new FormatException(file, "big-endian data (" + code + ") is not supported");
        }
        DType dtype = DType.described(code)
                .orElseThrow(() -> new FormatException(file, "unknown element type " + descriptor));
        return new NpyHeader(dtype, dimensions(file, shape));
    }

    private static Map<String, String> entries(Path file, String text) throws FormatException {
        Matcher dictionary = DICTIONARY.matcher(text);
        if (!dictionary.matches()) {
            throw new FormatException(file, "the header is not a dictionary");
        }
        Map<String, String> values = new HashMap<>();
        Matcher entry = ENTRY.matcher(dictionary.group(1).strip());
        while (entry.regionStart() < entry.regionEnd()) {
            if (!entry.lookingAt() || values.put(entry.group(1), entry.group(2)) != null) {
                throw new FormatException(file, "the header is not understood: " + text.strip());
            }
            entry.region(entry.end(), entry.regionEnd());
        }
        return values;
    }

    private static long[] dimensions(Path file, String tuple) throws FormatException {
        String bad = "shape " + tuple + " is not understood";
        String inside =
                tuple.startsWith("(") ? tuple.substring(1, tuple.length() - 1).strip() : "";
        if (inside.isEmpty() && tuple.startsWith("(")) {
            return new long[0];
        }
        String[] parts = inside.split(",", -1);
        int rank = parts[parts.length - 1].isBlank() ? parts.length - 1 : parts.length;
        if (rank == 0 || rank > LARGEST_RANK || (rank == 1 && parts.length == 1)) {
            throw new FormatException(file, bad);
        }
        long[] shape = new long[rank];
        for (int i = 0; i < rank; i++) {
            String digits = parts[i].strip();
            // Eighteen digits always fit a long; no real dimension has more.
            if (!digits.matches("[0-9]{1,18}")) {
                throw new FormatException(file, bad);
            }
            shape[i] = Long.parseLong(digits);
        }
        return shape;
    }
}
