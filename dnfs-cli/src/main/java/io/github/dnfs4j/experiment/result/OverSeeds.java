package io.github.dnfs4j.experiment.result;

import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.Statistics;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The mean over trainings, or over evaluations of one, that differ by their seed. With n values of spread s and own errors
 * e_1 .. e_n, of finitely many samples,
 *
 * <pre>{@code
 * SE^2 = max(s^2, mean e^2) / n
 * }</pre>
 *
 * <p>The spread holds both what trainings and what samples differ by; but of a few values it may be small by chance, and
 * no mean is known better than its samples allow.
 */
public final class OverSeeds {
    private OverSeeds() {}

    /**
     * The mean with its standard error: NaN of a single value whose own error is unknown.
     *
     * @param errors of the values, NaN where unknown
     * @param reference the exact value, where it is known
     */
    public static Estimate mean(double[] values, double[] errors, @Nullable Double reference) {
        double[] known = Arrays.stream(errors).filter(Double::isFinite).toArray();
        double spread = Statistics.variance(values);
        double sampling = Statistics.mean(Arrays.stream(known).map(e -> e * e).toArray());
        // Either may be NaN: the other then counts alone.
        double variance =
                Double.isNaN(spread) ? sampling : Double.isNaN(sampling) ? spread : Math.max(spread, sampling);
        return new Estimate(Statistics.mean(values), Math.sqrt(variance / values.length), reference);
    }
}
