package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.experiment.result.RunResult.CallsPoint;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.torch.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What network calls buy: the ESS of exact weights against the calls a path takes, by jumps in few to many cells and by
 * few to many steps of the same model, without moves in between and without resampling.
 *
 * @param points in the order of their costs, jumps first; none where there was no time for it, or jumps cannot follow
 * @param sums paths by the most steps, which have the paper's weights as well; none where jumps cannot follow
 */
record CallsCurve(List<CallsPoint> points, List<FlowSampler.Weighted> sums) {
    private static final int[] PARTS = {8, 4, 2, 1};
    /** Enough for two digits of an ESS near 1, and fewer than these say too little. */
    private static final int MOST = 1000;

    private static final int LEAST = 100;

    /** Measures it within some seconds, which a judgement of the model by jumps helps to plan. */
    static CallsCurve measure(Model model, Evaluation judged, double seconds) {
        SamplingSettings s = model.settings().sampling();
        SamplingSettings plain = s.plain();
        double calls = 0;
        for (int part : PARTS) {
            calls += parts(s.cells(), part) + judged.jumpsPerPath() + parts(s.timeSteps(), part) + 1;
        }
        double call = judged.seconds() / judged.networkEvaluations();
        int paths = (int) Math.min(MOST, seconds / (call * calls));
        List<CallsPoint> points = new ArrayList<>();
        try (Rng rng = Judge.rng(model.settings())) {
            if (paths < LEAST) {
                return new CallsCurve(points, List.of(draw(model, plain.steps(s.timeSteps(), s.batch()), LEAST, rng)));
            }
            for (int part : PARTS) {
                int cells = parts(s.cells(), part);
                points.add(point(
                        SamplingSettings.By.JUMPS, cells, draw(model, plain.jumps(cells, s.batch()), paths, rng)));
            }
            List<FlowSampler.Weighted> sums = new ArrayList<>();
            for (int part : PARTS) {
                int steps = parts(s.timeSteps(), part);
                FlowSampler.Weighted drawn = draw(model, plain.steps(steps, s.batch()), paths, rng);
                points.add(point(SamplingSettings.By.STEPS, steps, drawn));
                if (part == 1) {
                    sums.add(drawn);
                }
            }
            return new CallsCurve(points, sums);
        } catch (ArithmeticException | IllegalStateException e) {
            // Whoever samples by steps alone is not bothered with what jumps cannot follow.
            return new CallsCurve(List.of(), List.of());
        }
    }

    private static int parts(int times, int part) {
        return Math.max(1, times / part);
    }

    private static FlowSampler.Weighted draw(Model model, SamplingSettings how, int paths, Rng rng) {
        return new FlowSampler(how.simulator(model.flow()), how.batch()).weighted(paths, rng);
    }

    private static CallsPoint point(SamplingSettings.By by, int times, FlowSampler.Weighted drawn) {
        double calls = Arrays.stream(drawn.calls()).average().orElse(Double.NaN);
        int paths = drawn.samples().count();
        return new CallsPoint(
                by, times, paths, calls, Weights.ess(drawn.samples().logWeights()));
    }

    /** Those of one kind, from few times to many. */
    List<CallsPoint> points(SamplingSettings.By by) {
        return points.stream().filter(p -> p.by() == by).toList();
    }

    /** Network calls of the points of one kind. */
    double[] calls(SamplingSettings.By by) {
        return points(by).stream().mapToDouble(CallsPoint::calls).toArray();
    }

    /** ESS of the points of one kind. */
    double[] ess(SamplingSettings.By by) {
        return points(by).stream().mapToDouble(CallsPoint::ess).toArray();
    }

    /** An evaluation by jumps with the paper's weights, where there are any. */
    Evaluation complete(Evaluation judged, SamplingSettings s) {
        return judged.timeSteps() == null && !sums.isEmpty() ? judged.withSums(sums.get(0), s.timeSteps()) : judged;
    }
}
