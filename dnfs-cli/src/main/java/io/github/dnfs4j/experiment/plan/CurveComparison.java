package io.github.dnfs4j.experiment.plan;

import io.github.dnfs4j.experiment.result.MetricCurve;
import io.github.dnfs4j.experiment.result.Metrics;
import io.github.dnfs4j.io.PlainName;
import io.github.dnfs4j.report.Figures;
import io.github.dnfs4j.report.Figures.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A figure of an experiment: what {@code metrics.jsonl} says over the training steps, a curve for each run and key, the
 * mean over the seeds drawn strong and each seed light.
 *
 * @param name of the PNG file
 * @param axis what the keys measure
 * @param keys of metrics.jsonl, such as loss or essTrapezoid
 * @param runs the variants shown; all where it is missing
 * @param log whether the axis is logarithmic
 * @param caption what to learn from it
 */
public record CurveComparison(
        String name,
        String title,
        String axis,
        List<MetricCurve> keys,
        @Nullable List<String> runs,
        boolean log,
        @Nullable String caption) {

    static void check(@Nullable CurveComparison figure, List<Experiment.Variant> variants) {
        if (figure == null
                || figure.name == null
                || figure.title == null
                || figure.axis == null
                || figure.keys == null
                || figure.keys.isEmpty()) {
            throw new IllegalArgumentException("a figure needs name, title, axis and keys");
        }
        figure.check(variants);
    }

    private void check(List<Experiment.Variant> variants) {
        PlainName.check("figure", name);
        List<String> known = variants.stream().map(Experiment.Variant::name).toList();
        for (String run : runs == null ? known : runs) {
            if (!known.contains(run)) {
                throw new IllegalArgumentException(
                        "figure " + name + ": no run '" + run + "'; possible: " + String.join(", ", known));
            }
        }
    }

    /** Draws it from the run folders. */
    public Path draw(Path folder, List<Experiment.Training> trainings) throws IOException {
        List<String> shown = runs == null
                ? trainings.stream()
                        .map(Experiment.Training::variant)
                        .distinct()
                        .toList()
                : runs;
        List<Line> lines = new ArrayList<>();
        for (String run : shown) {
            for (MetricCurve key : keys) {
                lines.add(line(folder, trainings, run, key, label(run, key, shown.size())));
            }
        }
        return Figures.comparison(folder.resolve("figures").resolve(name + ".png"), title, axis, lines, log);
    }

    private String label(String run, MetricCurve key, int runsShown) {
        if (keys.size() == 1) {
            return run;
        }
        return runsShown == 1 ? key.toString() : run + ", " + key;
    }

    private static Line line(
            Path folder, List<Experiment.Training> trainings, String run, MetricCurve key, String label)
            throws IOException {
        List<double[]> steps = new ArrayList<>();
        List<double[]> values = new ArrayList<>();
        for (Experiment.Training training : trainings) {
            if (training.variant().equals(run)) {
                MetricCurve.Points points = key.in(Metrics.in(folder.resolve(training.folder())));
                steps.add(points.steps());
                values.add(points.values());
            }
        }
        return new Line(label, steps, values);
    }
}
