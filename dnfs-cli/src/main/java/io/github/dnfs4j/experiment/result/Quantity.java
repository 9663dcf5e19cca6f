package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A line of a table of results: where an evaluation, as JSON, keeps its value, its error and its exact value. */
public enum Quantity {
    ESS_EXACT("ESS, exact weights", "ess.exact", "", ""),
    ESS_TRAPEZOID("ESS, trapezoid weights", "ess.trapezoid", "", ""),
    ESS_LEFT("ESS, left weights", "ess.left", "", ""),
    LOG_Z("log Z, exact weights", "logZ.exact", "logZ.standardError", "logZ.reference"),
    LOG_Z_TRAPEZOID("log Z, trapezoid weights", "logZ.trapezoid", "", "logZ.reference"),
    LOG_Z_LEFT("log Z, left weights", "logZ.left", "", "logZ.reference"),
    LOG_Z_LOWER("log Z, lower bound", "logZ.lowerBound", "", "logZ.reference"),
    LOG_Z_UPPER("log Z, upper bound", "logZ.upperBound", "", "logZ.reference"),
    FREE_ENERGY("free energy F/D", "freeEnergyPerSite"),
    INTERNAL_ENERGY("internal energy E/D", "internalEnergyPerSite"),
    ENTROPY("entropy S/D", "entropyPerSite"),
    VAR_LOG_WEIGHT("Var[log w]/D", "varLogWeightPerSite", "", ""),
    MAGNETISATION("magnetisation m", "magnetisation.mean", "", ""),
    ABSOLUTE_MAGNETISATION("magnetisation |m|", "magnetisation.meanAbsolute", "", ""),
    ORDER_PARAMETER("order parameter", "orderParameter"),
    NETWORK_CALLS("network calls a path", "networkCallsPerPath.mean", "", "");

    private final String label;
    private final String value;
    private final String error;
    private final String exact;

    Quantity(String label, String value, String error, String exact) {
        this.label = label;
        this.value = value;
        this.error = error;
        this.exact = exact;
    }

    Quantity(String label, String estimate) {
        this(label, estimate + ".value", estimate + ".standardError", estimate + ".reference");
    }

    /** Finds a quantity by the key of its value, such as {@code ess.exact}. */
    public static Quantity of(String key) {
        return Arrays.stream(values())
                .filter(q -> q.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown quantity '" + key + "'; possible: "
                        + Arrays.stream(values()).map(Quantity::key).collect(Collectors.joining(", "))));
    }

    /** Whether keys name a quantity that the paper's weights have, left or trapezoid, and jumps have not. */
    public static boolean sums(List<String> keys) {
        return keys.stream().anyMatch(key -> key.endsWith(".left") || key.endsWith(".trapezoid"));
    }

    public String key() {
        return value.endsWith(".value") ? value.substring(0, value.length() - ".value".length()) : value;
    }

    public String label() {
        return label;
    }

    /** NaN where the evaluation does not know it. */
    public double value(JsonNode evaluation) {
        return at(evaluation, value);
    }

    public double error(JsonNode evaluation) {
        return at(evaluation, error);
    }

    public double exact(JsonNode evaluation) {
        return at(evaluation, exact);
    }

    private static double at(JsonNode evaluation, String path) {
        return path.isEmpty()
                ? Double.NaN
                : evaluation.at("/" + path.replace('.', '/')).asDouble(Double.NaN);
    }
}
