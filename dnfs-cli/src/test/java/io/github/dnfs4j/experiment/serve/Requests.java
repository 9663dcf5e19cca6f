package io.github.dnfs4j.experiment.serve;

import java.io.IOException;

/** Reads what clients of {@code dnfs serve} send, for the fuzzer of all readers. */
public final class Requests {
    private Requests() {}

    public static void read(byte[] body) throws IOException {
        Question.read(body);
    }
}
