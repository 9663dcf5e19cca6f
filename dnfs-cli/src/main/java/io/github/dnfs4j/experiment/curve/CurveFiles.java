package io.github.dnfs4j.experiment.curve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.evaluate.TemperatureCurve;
import io.github.dnfs4j.evaluate.TemperatureCurve.Point;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.terminal.Columns;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.report.Panels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A {@link TemperatureCurve} as JSON, CSV and figures. */
public final class CurveFiles {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String AXIS = "inverse temperature β";

    private CurveFiles() {}

    /** One quantity of a point. */
    private record Quantity(String key, String error, String title, Function<Point, @Nullable Estimate> of) {}

    private static final List<Quantity> QUANTITIES = List.of(
            new Quantity("logZ", "logZError", "log Z", Point::logZ),
            new Quantity("freeEnergyPerSite", "freeEnergyError", "free energy F/D", Point::freeEnergyPerSite),
            new Quantity("energyPerSite", "energyError", "energy E/D", Point::energyPerSite),
            new Quantity("entropyPerSite", "entropyError", "entropy S/D", Point::entropyPerSite),
            new Quantity("heatCapacity", "heatCapacityError", "heat capacity C/D", Point::heatCapacityPerSite),
            new Quantity("magnetisation", "magnetisationError", "order |m|", Point::magnetisation),
            new Quantity("susceptibility", "susceptibilityError", "susceptibility χ/D", Point::susceptibility),
            new Quantity("binder", "binderError", "Binder cumulant U₄", Point::binder));

    public static ObjectNode json(String target, TemperatureCurve curve) {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("target", target);
        tree.put("paths", curve.paths());
        tree.put("warning", curve.warning().orElse(null));
        tree.put("targetEvaluations", curve.cost().targetEvaluations());
        tree.put("networkEvaluations", curve.cost().networkEvaluations());
        tree.put("seconds", curve.cost().seconds());
        ArrayNode points = tree.putArray("points");
        for (Point p : curve.points()) {
            ObjectNode node = points.addObject();
            node.put("t", p.t()).put("beta", p.beta());
            for (Quantity q : QUANTITIES) {
                Estimate e = q.of.apply(p);
                node.set(q.key, Json.tree(e == null ? Double.NaN : e.value()));
                node.set(q.error, Json.tree(e == null ? Double.NaN : e.standardError()));
            }
            node.set("ess", Json.tree(p.ess()));
            Double logZ = p.logZ().reference();
            Double energy = p.energyPerSite().reference();
            if (logZ == null || energy == null) {
                node.putNull("exact");
            } else {
                node.putObject("exact").put("logZ", logZ).put("energyPerSite", energy);
            }
        }
        return tree;
    }

    /** A line a temperature; what is unknown is empty. */
    public static void csv(Path file, TemperatureCurve curve) throws IOException {
        StringBuilder text = new StringBuilder("t,beta,temperature");
        QUANTITIES.forEach(q -> text.append(',').append(q.key).append(',').append(q.error));
        text.append(",ess,exactLogZ,exactEnergyPerSite\n");
        for (Point p : curve.points()) {
            text.append(p.t()).append(',').append(p.beta()).append(',').append(1 / p.beta());
            for (Quantity q : QUANTITIES) {
                Estimate e = q.of.apply(p);
                text.append(',').append(cell(e == null ? null : e.value()));
                text.append(',').append(cell(e == null ? null : e.standardError()));
            }
            text.append(',').append(p.ess());
            text.append(',').append(cell(p.logZ().reference()));
            text.append(',').append(cell(p.energyPerSite().reference())).append('\n');
        }
        AtomicFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String cell(@Nullable Double value) {
        return value == null || !Double.isFinite(value) ? "" : value.toString();
    }

    /** A panel for each quantity that there is, over the inverse temperature: paths pass it evenly. */
    public static void svg(Path file, TemperatureCurve curve) throws IOException {
        Panels.svg(file, AXIS, betas(curve), panels(curve));
    }

    public static Path png(Path file, TemperatureCurve curve) throws IOException {
        Panels.png(file, AXIS, betas(curve), panels(curve));
        return file;
    }

    private static double[] betas(TemperatureCurve curve) {
        return curve.points().stream().mapToDouble(Point::beta).toArray();
    }

    private static List<Panels.Panel> panels(TemperatureCurve curve) {
        List<Panels.Panel> panels = new ArrayList<>();
        for (Quantity q : QUANTITIES) {
            if (q.key.equals("freeEnergyPerSite")) {
                continue; // it goes to minus infinity with the temperature, and says what log Z says
            }
            List<@Nullable Estimate> all = curve.points().stream().map(q.of).toList();
            int n = all.size();
            double[][] columns = new double[3][n];
            for (int k = 0; k < n; k++) {
                Estimate e = all.get(k);
                columns[0][k] = e == null ? Double.NaN : e.value();
                columns[1][k] = e == null ? Double.NaN : e.standardError();
                Double exact = e == null ? null : e.reference();
                columns[2][k] = exact == null ? Double.NaN : exact;
            }
            if (Arrays.stream(columns[0]).anyMatch(Double::isFinite)) {
                panels.add(new Panels.Panel(q.title, columns[0], columns[1], columns[2]));
            }
        }
        return panels;
    }

    /** The table for a terminal: some temperatures, spread over all. */
    public static String table(TemperatureCurve curve, int most) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("T", "beta", "F/D", "E/D", "C/D", "|m|", "ESS"));
        int n = curve.points().size();
        for (int k = 0; k < Math.min(most, n); k++) {
            Point p = curve.points().get(n <= most ? k : Math.round((float) k * (n - 1) / (most - 1)));
            lines.add(List.of(
                    fixed("%.4f", 1 / p.beta()),
                    fixed("%.4f", p.beta()),
                    words(p.freeEnergyPerSite()),
                    words(p.energyPerSite()),
                    words(p.heatCapacityPerSite()),
                    words(p.magnetisation()),
                    fixed("%.3f", p.ess())));
        }
        return Columns.text(lines, 2);
    }

    private static String fixed(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static String words(@Nullable Estimate e) {
        if (e == null) {
            return "";
        }
        Double exact = e.reference();
        String deviation = exact == null || !(e.standardError() > 0)
                ? ""
                : String.format(Locale.ROOT, " (%+.1f)", (e.value() - exact) / e.standardError());
        return String.format(Locale.ROOT, "%.4f ± %.4f%s", e.value(), e.standardError(), deviation);
    }
}
