package io.github.dnfs4j.sample;

/**
 * What a result cost.
 *
 * @param targetEvaluations log densities of single states; asking for all log ratios of a state counts each neighbour
 * @param networkEvaluations states that went through a network
 * @param seconds wall-clock time
 */
public record Cost(long targetEvaluations, long networkEvaluations, double seconds) {
    public static final Cost NONE = new Cost(0, 0, 0);

    public Cost plus(Cost other) {
        return new Cost(
                targetEvaluations + other.targetEvaluations,
                networkEvaluations + other.networkEvaluations,
                seconds + other.seconds);
    }
}
