package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Estimate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A number of a learned energy: its name for experiments, its name for readers, its unit, and where it is found. */
public enum EbmQuantity {
    ENTROPY("entropy", "Entropy of the data", 1, EbmEvaluation::entropy),
    NLL_EXACT("nllExact", "NLL, exact Z", 1, EbmEvaluation::nllExact),
    NLL_IMPORTANCE("nllImportance", "NLL, Z by uniform states", 1, EbmEvaluation::nllImportance),
    NLL_ANNEALED("nllAnnealed", "NLL, Z by annealed importance sampling", 1, EbmEvaluation::nllAnnealed),
    NLL_FLOW("nllFlow", "NLL, Z by exact weights of the flow", 1, EbmEvaluation::nllFlow),
    NLL_BOUND("nllBound", "NLL of the flow itself, upper bound", 1, EbmEvaluation::nllBound),
    NLL_INDEPENDENT("nllIndependent", "NLL of independent bits", 1, EbmEvaluation::nllIndependent),
    NLL_MIXTURE("nllMixture", "NLL of a mixture of 16 such", 1, EbmEvaluation::nllMixture),
    NLL_TREE("nllTree", "NLL of a tree (Chow and Liu)", 1, EbmEvaluation::nllTree),
    EXCESS("excess", "NLL less the entropy of the data", 1, EbmEvaluation::excess),
    MMD_ENERGY("mmdEnergy", "MMD of samples of the energy, 1e-4", 1e-4, EbmEvaluation::mmdEnergy),
    MMD_SAMPLER("mmdSampler", "MMD of samples of the flow, 1e-4", 1e-4, EbmEvaluation::mmdSampler),
    MMD(
            "mmd",
            "MMD of samples, 1e-4 (the sampler's where there is one, else the energy's)",
            1e-4,
            e -> e.mmdSampler() == null ? e.mmdEnergy() : e.mmdSampler()),
    /** Of a matrix that was to be recovered, which no evaluation of an energy has. */
    NEGATIVE_LOG_RMSE("negativeLogRmse", "Negative log-RMSE of the matrix; higher is better", 1, e -> null);

    private final String key;
    private final String label;
    private final double unit;
    private final Function<EbmEvaluation, @Nullable Estimate> part;

    EbmQuantity(String key, String label, double unit, Function<EbmEvaluation, @Nullable Estimate> part) {
        this.key = key;
        this.label = label;
        this.unit = unit;
        this.part = part;
    }

    @JsonCreator
    public static EbmQuantity of(String key) {
        return Quantity.find("quantity", values(), q -> q.key, key);
    }

    public String key() {
        return key;
    }

    public String label() {
        return label;
    }

    /** What an evaluation says of it; null where it says nothing. */
    public @Nullable Estimate in(EbmEvaluation evaluation) {
        return part.apply(evaluation);
    }

    /** A number with its error, in its unit. */
    public String text(double value, double error, int decimals) {
        return Numbers.fixed(value / unit, error / unit, decimals);
    }

    /** As many digits as the error leaves meaning. */
    public String text(@Nullable Estimate e) {
        return e == null ? Numbers.NONE : Numbers.withError(e.value() / unit, e.standardError() / unit);
    }

    public String text(@Nullable Estimate e, int decimals) {
        return e == null ? Numbers.NONE : text(e.value(), e.standardError(), decimals);
    }
}
