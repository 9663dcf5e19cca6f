package io.github.dnfs4j.metric;

import io.github.dnfs4j.target.StateSpace;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * When the numbers that weighted samples give are not to be trusted, in a line for whoever reads them. Three signs:
 *
 * <pre>
 * n ESS small        a few samples carry all the weight: a standard error from them is itself a guess
 * log Z &lt; U(x)       impossible, because Z sums rho = exp(U) over all states, x among them, whoever drew it
 * log Z != exact     by many standard errors, where it is known: the samples missed some of the mass
 * </pre>
 */
public final class Trust {
    private static final double FEW = 100;
    private static final double SHARE = 0.5;
    private static final double ERRORS = 6;
    /** What single precision and the weights' own sums may leave. */
    private static final double RELATIVE = 1e-6;

    private static final double ABSOLUTE = 1e-3;

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

    /**
     * Why an estimate and its error cannot both be true: it lies away from the exact value, which is its reference, or below
     * a state's log density by more than {@value #ERRORS} standard errors. Batches that all missed the same state agree with
     * each other, so that only others can tell.
     *
     * @param highest log density of the states that anybody has seen
     */
    public static Optional<String> contradicted(Estimate logZ, double highest) {
        boolean known = logZ.reference() != null;
        double bound = known ? logZ.reference() : highest;
        double allowed = ERRORS * logZ.standardError() + ABSOLUTE + RELATIVE * Math.abs(bound);
        double low = bound - logZ.value();
        return low > allowed || known && -low > allowed
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "missed states: log Z is not %.6g +- %.2g, %s",
                        logZ.value(),
                        logZ.standardError(),
                        known
                                ? String.format(Locale.ROOT, "it is %.6g", bound)
                                : String.format(Locale.ROOT, "a state that was found has the log density %.6g", bound)))
                : Optional.empty();
    }
}
