package io.github.dnfs4j.metric;

import io.github.dnfs4j.target.StateSpace;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * When the numbers that weighted samples give are not to be trusted, in a line for whoever reads them. Two signs:
 *
 * <pre>
 * n ESS small        a few samples carry all the weight: a standard error from them is itself a guess
 * log Z &lt; U(x)       impossible, because Z sums rho = exp(U) over all states, x among them
 * </pre>
 */
public final class Trust {
    private static final double FEW = 100;
    private static final double SHARE = 0.5;

    private Trust() {}

    /** A warning where few of {@code samples} count, and most do not. */
    public static Optional<String> few(double ess, long samples) {
        double effective = ess * samples;
        return effective < FEW && ess < SHARE
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "few effective samples, about %s of %,d: the numbers may be far off, and their errors too small",
                        effective < 10 ? String.format(Locale.ROOT, "%.1f", effective) : Math.round(effective),
                        samples))
                : Optional.empty();
    }

    /**
     * Why an estimate of log Z cannot be true, where it is no number or lies below the log density of a state that was
     * drawn by more than log S^d, which is what a sampler that learnt nothing loses.
     */
    public static Optional<String> impossible(double logZ, double[] logDensity, StateSpace space) {
        double highest = Arrays.stream(logDensity).max().orElse(Double.NaN);
        return logZ >= highest - space.logSize()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "diverged: log Z cannot be %.6g where a state has the log density %.6g; the sampler is of no use",
                        logZ,
                        highest));
    }
}
