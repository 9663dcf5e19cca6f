package io.github.dnfs4j.io.problem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** dimod's BQM, as JSON or as the bytes of its {@code to_file()}: the first ones say which. */
final class BqmFile {
    static final String MAGIC = "DIMODBQM";

    private BqmFile() {}

    static Energy read(Source source, int mostVertices) throws IOException {
        byte[] head;
        try (InputStream in = source.open()) {
            head = in.readNBytes(MAGIC.length());
        }
        return Arrays.equals(head, MAGIC.getBytes(StandardCharsets.US_ASCII))
                ? BqmBytes.read(source, mostVertices)
                : BqmReader.read(source, mostVertices);
    }
}
