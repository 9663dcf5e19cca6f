package io.github.dnfs4j.torch;

/** One of the processes that train together is gone, and so the others cannot go on. */
public final class RankLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RankLostException(String message) {
        super(message);
    }
}
