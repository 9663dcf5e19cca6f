package io.github.dnfs4j.infer;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.dnfs4j.metric.Trust;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a graphical model given evidence.
 *
 * @param logZ log of the sum over all states that agree with the evidence
 * @param marginals a probability for each value of each variable
 * @param marginalErrors their standard errors, 0 where they are exact; of values that few samples have, at least those of
 *     as many independent samples as the weights are worth
 * @param best the most probable state, proven where {@code logZ} is exact, else the best that was seen; null where none
 *     is allowed
 * @param ess normalised, of the samples; 1 where no sample was needed
 * @param samples how many; 0 where none was needed
 * @param seconds all in all
 */
public record Answer(
        LogZ logZ,
        double[][] marginals,
        double[][] marginalErrors,
        @Nullable Best best,
        double ess,
        int samples,
        double seconds) {
    /**
     * The natural logarithm of Z.
     *
     * @param standardError 0 where it is exact
     * @param lower the larger of two lower bounds: the mean log weight, which is one in expectation, minus infinity where
     *     samples met forbidden states, and that of {@link io.github.dnfs4j.factor.MeanField}
     * @param upper a proven bound, see {@link io.github.dnfs4j.factor.MiniBuckets}
     * @param exact whether elimination gave it
     */
    public record LogZ(double value, double standardError, double lower, double upper, boolean exact) {}

    /** A warning where its weights leave few samples. */
    public Optional<String> warning() {
        return logZ.exact ? Optional.empty() : Trust.few(ess, samples);
    }

    @JsonProperty("warning")
    @Nullable
    String warningText() {
        return warning().orElse(null);
    }

    /** A state with its log density. */
    public record Best(int[] state, double logDensity) {}
}
