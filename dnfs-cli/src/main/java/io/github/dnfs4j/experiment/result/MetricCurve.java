package io.github.dnfs4j.experiment.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.github.dnfs4j.train.TrainListener.Round;
import io.github.dnfs4j.train.TrainListener.Step;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A number of {@link Metrics} over the training steps, by the key that {@code metrics.jsonl} has for it. */
public enum MetricCurve {
    LOSS("loss", ofSteps(Step::loss)),
    GRADIENT_NORM("gradientNorm", ofSteps(Step::gradientNorm)),
    LEARNING_RATE("learningRate", ofSteps(Step::learningRate)),
    SKIPPED("skipped", ofSteps(Step::skipped)),
    HORIZON("horizon", ofRounds(Round::horizon)),
    ESS_TRAPEZOID("essTrapezoid", ofRounds(Round::essTrapezoid)),
    ESS_EXACT("essExact", ofRounds(Round::essExact)),
    LOG_Z("logZ", ofRounds(Round::logZ)),
    NAIVE_STD("naiveStd", ofRounds(Round::naiveStd)),
    CONTROLLED_STD("controlledStd", ofRounds(Round::controlledStd)),
    VARIANCE_RATIO("varianceRatio", ofRounds(Round::varianceRatio)),
    FALLBACKS("fallbacks", ofRounds(Round::fallbacks)),
    MEAN_SPIN_RMSE("meanSpinRmse", ofRounds(Round::meanSpinRmse)),
    RUNG("rung", ofRounds(Round::rung));

    /** At which steps, and what was measured there. */
    public record Points(double[] steps, double[] values) {
        private static <T> Points of(List<T> lines, ToDoubleFunction<T> step, ToDoubleFunction<T> value) {
            return new Points(
                    lines.stream().mapToDouble(step).toArray(),
                    lines.stream().mapToDouble(value).toArray());
        }
    }

    private final String key;
    private final Function<Metrics, Points> part;

    MetricCurve(String key, Function<Metrics, Points> part) {
        this.key = key;
        this.part = part;
    }

    private static Function<Metrics, Points> ofSteps(ToDoubleFunction<Step> value) {
        return metrics -> Points.of(metrics.steps(), Step::number, value);
    }

    private static Function<Metrics, Points> ofRounds(ToDoubleFunction<Round> value) {
        return metrics -> Points.of(metrics.rounds(), Round::step, value);
    }

    @JsonCreator
    public static MetricCurve of(String key) {
        return Quantity.find("key of metrics.jsonl", values(), c -> c.key, key);
    }

    public Points in(Metrics metrics) {
        return part.apply(metrics);
    }

    /** Its key. */
    @Override
    public String toString() {
        return key;
    }
}
