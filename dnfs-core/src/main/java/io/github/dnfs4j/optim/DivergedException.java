package io.github.dnfs4j.optim;

/** Too many steps in a row had a loss or a gradient that is not finite. */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DivergedException(long steps) {
        super("training diverged: the last " + steps
                + " steps had a loss or a gradient that is not finite; try a smaller learning rate");
    }
}
