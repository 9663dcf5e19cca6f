package io.github.dnfs4j.train;

/** The quantities that change over a run, as functions of its progress p in [0, 1]. */
record Schedule(TrainSettings settings) {

    /** Linear warm-up, then a cosine down to {@code finalRate}. */
    double learningRate(double p) {
        double warmup = settings.warmup();
        if (p < warmup) {
            return settings.learningRate() * (p + 1e-3) / (warmup + 1e-3);
        }
        double q = warmup < 1 ? (p - warmup) / (1 - warmup) : 1;
        double low = settings.finalRate();
        return settings.learningRate() * (low + (1 - low) * 0.5 * (1 + Math.cos(Math.PI * q)));
    }

    /** How many steps of the time grid paths make: the time horizon grows linearly, then stays at 1. */
    int gridSteps(double p) {
        double growth = settings.horizonGrowth();
        double horizon = p >= growth ? 1 : settings.horizonStart() + (1 - settings.horizonStart()) * p / growth;
        return Math.max(1, (int) Math.round(horizon * settings.timeSteps()));
    }
}
