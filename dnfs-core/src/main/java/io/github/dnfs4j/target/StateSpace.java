package io.github.dnfs4j.target;

/**
 * The space {0..S-1}^d.
 *
 * @param sites d, the number of coordinates
 * @param states S, the number of values of each
 */
public record StateSpace(int sites, int states) {
    public StateSpace {
        if (sites < 1) {
            throw new IllegalArgumentException("sites must be at least 1, not " + sites);
        }
        if (states < 2 || states > 255) {
            throw new IllegalArgumentException("states must be 2 to 255, not " + states);
        }
    }

    /** d log S: minus the log density of the uniform distribution. */
    public double logSize() {
        return sites * Math.log(states);
    }

    /** How many states differ from a given one at one site. */
    public long neighbours() {
        return (long) sites * (states - 1);
    }
}
