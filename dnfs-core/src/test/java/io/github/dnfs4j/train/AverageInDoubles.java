package io.github.dnfs4j.train;

/** The moving average {@code a <- b a + (1 - b) w} of weights w, {@code b = min(decay, (1 + k) / (10 + k))} at step k. */
public final class AverageInDoubles {
    private final double decay;
    private final double[] mean;
    private float[] last;

    public AverageInDoubles(float[] first, double decay) {
        this.decay = decay;
        last = first;
        mean = new double[first.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = first[i];
        }
    }

    /** The weights after step k, the first of which is 1. */
    public void add(long k, float[] weights) {
        last = weights;
        double b = Math.min(decay, (1.0 + k) / (10.0 + k));
        for (int i = 0; i < mean.length; i++) {
            mean[i] = b * mean[i] + (1 - b) * weights[i];
        }
    }

    /** The weights after the last step. */
    public float[] raw() {
        return last;
    }

    public float[] average() {
        float[] average = new float[mean.length];
        for (int i = 0; i < average.length; i++) {
            average[i] = (float) mean[i];
        }
        return average;
    }

    /** The largest difference between the two. */
    public double apart() {
        double most = 0;
        for (int i = 0; i < mean.length; i++) {
            most = Math.max(most, Math.abs(mean[i] - last[i]));
        }
        return most;
    }
}
