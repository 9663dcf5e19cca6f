package io.github.dnfs4j.run;

import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.Trainer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes what the trainer of a flow says, and passes it on. */
record Recorder(RunWriter writer, Trainer trainer, TrainListener next) implements TrainListener {
    @Override
    public void step(Step s) {
        Map<String, Number> values = new LinkedHashMap<>();
        values.put("loss", s.loss());
        values.put("gradientNorm", s.gradientNorm());
        values.put("learningRate", s.learningRate());
        values.put("skipped", s.skipped());
        writer.write(s.number(), values);
        next.step(s);
        // Steps may be told of in bundles: the log must be complete up to the step that is saved.
        if (s.number() == trainer.steps()) {
            writer.saveWhenDue();
        }
    }

    @Override
    public void paths(Paths paths) {
        next.paths(paths);
    }

    @Override
    public void round(Round r) {
        Map<String, Number> values = new LinkedHashMap<>();
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
        writer.write(r.step() + 1, values);
        next.round(r);
    }
}
