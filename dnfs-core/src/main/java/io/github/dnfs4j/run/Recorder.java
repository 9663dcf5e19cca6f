package io.github.dnfs4j.run;

import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.io.format.EventFile;
import io.github.dnfs4j.io.format.MetricsLog;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Writes what a trainer says into {@code metrics.jsonl} and TensorBoard's event file, and passes it on. */
final class Recorder implements TrainListener {
    private final MetricsLog log;
    private final EventFile events;
    private final TrainListener next;
    private final Consumer<Step> afterStep;

    Recorder(MetricsLog log, EventFile events, TrainListener next, Consumer<Step> afterStep) {
        this.log = log;
        this.events = events;
        this.next = next;
        this.afterStep = afterStep;
    }

    @Override
    public void step(Step s) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("loss", s.loss());
        values.put("gradientNorm", s.gradientNorm());
        values.put("learningRate", s.learningRate());
        values.put("skipped", s.skipped());
        write(s.number(), values);
        next.step(s);
        afterStep.accept(s);
    }

    @Override
    public void paths(Paths paths) {
        next.paths(paths);
    }

    @Override
    public void round(Round r) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("horizon", r.horizon());
        values.put("essTrapezoid", r.essTrapezoid());
        values.put("essExact", r.essExact());
        values.put("logZ", r.logZ());
        values.put("naiveStd", r.naiveStd());
        values.put("controlledStd", r.controlledStd());
        values.put("varianceRatio", r.varianceRatio());
        values.put("fallbacks", r.fallbacks());
        values.put("meanSpinRmse", r.meanSpinRmse());
        values.put("rung", r.rung());
        // Under the number of the step that follows: a run resumed before that step simulates the round again.
        write(r.step() + 1, values);
        next.round(r);
    }

    private void write(long step, Map<String, Object> values) {
        try {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("step", step);
            line.putAll(values);
            log.append(line);
            for (Map.Entry<String, Object> e : values.entrySet()) {
                events.scalar(e.getKey(), ((Number) e.getValue()).floatValue(), step);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
