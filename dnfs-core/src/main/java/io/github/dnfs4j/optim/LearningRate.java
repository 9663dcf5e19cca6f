package io.github.dnfs4j.optim;

/**
 * The learning rate at progress p of a run, 0 to 1: a linear warm-up to the peak, then half a cosine down.
 *
 * <pre>{@code
 * p < w:   peak (p + 0.001) / (w + 0.001)
 * else:    peak (last + (1 - last) (1 + cos(pi q)) / 2),   q = (p - w) / (1 - w)
 * }</pre>
 *
 * @param peak the largest
 * @param warmup w, share of the run
 * @param last share of the peak that is left at the end
 */
public record LearningRate(double peak, double warmup, double last) {
    /** Not zero at the very start: the first step would do nothing. */
    private static final double FIRST = 1e-3;

    public LearningRate {
        if (!(peak > 0 && Double.isFinite(peak))) {
            throw new IllegalArgumentException("learningRate must be positive");
        }
        if (!(warmup >= 0 && warmup <= 1 && last >= 0 && last <= 1)) {
            throw new IllegalArgumentException("warmup and finalRate must lie in 0..1");
        }
    }

    public double at(double p) {
        if (p < warmup) {
            return peak * (p + FIRST) / (warmup + FIRST);
        }
        double q = warmup < 1 ? (p - warmup) / (1 - warmup) : 1;
        return peak * (last + (1 - last) * 0.5 * (1 + Math.cos(Math.PI * q)));
    }

    /** This schedule with all its rates times a factor. */
    public LearningRate times(double factor) {
        return new LearningRate(peak * factor, warmup, last);
    }
}
