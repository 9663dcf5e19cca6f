package io.github.dnfs4j.optim;

/** Too many batches in a row gave a loss or a gradient that is not finite. */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DivergedException(long batches, double loss, double norm) {
        this(String.format(
                "training diverged: the last %d batches had a loss (%s) or a gradient (%s) that is not finite;"
                        + " try a smaller learning rate",
                batches, loss, norm));
    }

    public DivergedException(String message) {
        super(message);
    }
}
