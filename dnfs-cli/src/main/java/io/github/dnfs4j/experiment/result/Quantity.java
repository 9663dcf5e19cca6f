package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.Fluctuations;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A line of a table of results: its name for experiments, its name for readers, and where an evaluation has it. */
public enum Quantity {
    ESS_EXACT("ess.exact", "ESS, exact weights", e -> bare(e.ess().exact())),
    ESS_TRAPEZOID("ess.trapezoid", "ESS, trapezoid weights", e -> bare(e.ess().trapezoid())),
    ESS_LEFT("ess.left", "ESS, left weights", e -> bare(e.ess().left())),
    LOG_Z(
            "logZ.exact",
            "log Z, exact weights",
            e -> logZ(e, e.logZ().exact(), e.logZ().standardError())),
    LOG_Z_TRAPEZOID("logZ.trapezoid", "log Z, trapezoid", e -> logZ(e, e.logZ().trapezoid(), Double.NaN)),
    LOG_Z_LEFT("logZ.left", "log Z, left", e -> logZ(e, e.logZ().left(), Double.NaN)),
    LOG_Z_LOWER("logZ.lowerBound", "log Z, lower bound", e -> logZ(e, e.logZ().lowerBound(), Double.NaN)),
    LOG_Z_UPPER("logZ.upperBound", "log Z, upper bound", e -> logZ(e, e.logZ().upperBound(), Double.NaN)),
    FREE_ENERGY("freeEnergyPerSite", "free energy F/D", Evaluation::freeEnergyPerSite),
    INTERNAL_ENERGY("internalEnergyPerSite", "internal energy E/D", Evaluation::internalEnergyPerSite),
    ENTROPY("entropyPerSite", "entropy S/D", Evaluation::entropyPerSite),
    VAR_LOG_WEIGHT("varLogWeightPerSite", "Var[log w]/D", e -> bare(e.varLogWeightPerSite())),
    MAGNETISATION(
            "magnetisation.mean",
            "magnetisation m",
            e -> e.magnetisation() == null
                    ? null
                    : orElse(
                            moving(e, Fluctuations::magnetisation),
                            e.magnetisation().mean())),
    ABSOLUTE_MAGNETISATION(
            "magnetisation.meanAbsolute",
            "magnetisation |m|",
            e -> e.magnetisation() == null
                    ? null
                    : orElse(
                            moving(e, Fluctuations::absoluteMagnetisation),
                            e.magnetisation().meanAbsolute())),
    ORDER_PARAMETER("orderParameter", "order parameter", Evaluation::orderParameter),
    HEAT_CAPACITY(
            "fluctuations.heatCapacityPerSite", "heat capacity C/D", e -> moving(e, Fluctuations::heatCapacityPerSite)),
    SUSCEPTIBILITY(
            "fluctuations.susceptibilityPerSite",
            "susceptibility χ/D",
            e -> moving(e, Fluctuations::susceptibilityPerSite)),
    BINDER("fluctuations.binder", "Binder cumulant", e -> moving(e, Fluctuations::binder)),
    CORRELATION_LENGTH(
            "fluctuations.correlationLength", "correlation length ξ", e -> moving(e, Fluctuations::correlationLength)),
    NETWORK_CALLS(
            "networkCallsPerPath.mean",
            "network calls a path",
            e -> bare(e.networkCallsPerPath().mean()));

    private static final Estimate UNKNOWN = Estimate.of(Double.NaN, Double.NaN);
    private static final Set<Quantity> OF_STEPS = Set.of(ESS_TRAPEZOID, ESS_LEFT, LOG_Z_TRAPEZOID, LOG_Z_LEFT);

    private final String key;
    private final String label;
    private final Function<Evaluation, @Nullable Estimate> part;

    Quantity(String key, String label, Function<Evaluation, @Nullable Estimate> part) {
        this.key = key;
        this.label = label;
        this.part = part;
    }

    private static @Nullable Estimate bare(@Nullable Double value) {
        return value == null ? null : Estimate.of(value, Double.NaN);
    }

    private static @Nullable Estimate moving(Evaluation e, Function<Fluctuations, @Nullable Estimate> part) {
        return e.fluctuations() == null ? null : part.apply(e.fluctuations());
    }

    private static @Nullable Estimate orElse(@Nullable Estimate found, double value) {
        return found == null ? bare(value) : found;
    }

    private static @Nullable Estimate logZ(Evaluation e, @Nullable Double value, double error) {
        return value == null ? null : new Estimate(value, error, e.logZ().reference());
    }

    /** The quantity of a key, such as {@code ess.exact}: the path to its value in an evaluation's JSON. */
    @JsonCreator
    public static Quantity of(String key) {
        return find("quantity", values(), Quantity::key, key);
    }

    /** The one that has a key; an error names all keys there are. */
    static <T> T find(String what, T[] all, Function<T, String> keyOf, String key) {
        return Arrays.stream(all)
                .filter(one -> keyOf.apply(one).equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown " + what + " '" + key + "'; possible: "
                        + Arrays.stream(all).map(keyOf).collect(Collectors.joining(", "))));
    }

    /** Whether one of them is of the paper's weights, left or trapezoid, which paths by jumps have not. */
    public static boolean needSteps(Collection<Quantity> quantities) {
        return quantities.stream().anyMatch(OF_STEPS::contains);
    }

    public String key() {
        return key;
    }

    public String label() {
        return label;
    }

    /** A value of it with its error; without one as many digits as it deserves. */
    public String text(Estimate e) {
        return this == NETWORK_CALLS && !(e.standardError() > 0) ? Numbers.calls(e.value()) : Numbers.withError(e);
    }

    /** What an evaluation says of it; NaN where it says nothing. */
    public Estimate in(Evaluation evaluation) {
        return Objects.requireNonNullElse(part.apply(evaluation), UNKNOWN);
    }
}
