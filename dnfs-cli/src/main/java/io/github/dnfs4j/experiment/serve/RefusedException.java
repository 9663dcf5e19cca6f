package io.github.dnfs4j.experiment.serve;

import io.github.dnfs4j.torch.Torch;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A request that is answered by a code of HTTP and a line that says what is wrong. */
final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int code;

    RefusedException(int code, String line) {
        super(line);
        this.code = code;
    }

    int code() {
        return code;
    }

    /** What went wrong, without the place where the server keeps its files. */
    static String line(Throwable e, Path folder) {
        String message = e instanceof OutOfMemoryError
                ? "out of memory: the problem is too large for this server"
                : e instanceof FileSystemException
                        ? "the server cannot read or write its files: " + e.getMessage()
                        : Torch.firstLine(e);
        return message.replace(folder + "/", "");
    }
}
