package io.github.dnfs4j.sample;

/**
 * Systematic resampling: with one uniform u in [0, 1), pick k is the state at whose place the points
 * {@code (k + u) / count} fall in the cumulated weights. State j is picked {@code floor} or {@code ceil} of
 * {@code count w_j / sum w} times, and that many times on average.
 */
public final class Resampling {
    private Resampling() {}

    /** Indices of {@code count} picks in growing order. */
    public static int[] systematic(double[] logWeights, int count, double offset) {
        double max = Double.NEGATIVE_INFINITY;
        for (double w : logWeights) {
            max = Math.max(max, w);
        }
        if (!Double.isFinite(max)) {
            throw new IllegalArgumentException("no state has a finite positive weight");
        }
        double total = 0;
        // The last state of positive weight takes the points that rounding puts at the very end.
        int last = 0;
        for (int k = 0; k < logWeights.length; k++) {
            double w = Math.exp(logWeights[k] - max);
            total += w;
            last = w > 0 ? k : last;
        }
        int[] picks = new int[count];
        double cumulated = Math.exp(logWeights[0] - max);
        int j = 0;
        for (int k = 0; k < count; k++) {
            double point = (k + offset) / count * total;
            while (point >= cumulated && j < last) {
                cumulated += Math.exp(logWeights[++j] - max);
            }
            picks[k] = j;
        }
        return picks;
    }
}
