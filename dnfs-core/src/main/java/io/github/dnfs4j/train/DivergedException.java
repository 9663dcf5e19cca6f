package io.github.dnfs4j.train;

/** Too many batches in a row gave a loss or a gradient that is not finite. */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DivergedException(String message) {
        super(message);
    }
}
