package io.github.dnfs4j.experiment.compare;

import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.experiment.terminal.Columns;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A comparison as text, as JSON and as a section of a page. */
public final class ComparisonTable {
    private static final List<String> HEADER = List.of(
            "sampler",
            "ESS",
            "R-hat",
            "log Z",
            "log Z off",
            "energy/site",
            "energy off",
            "TV",
            "TV drawn",
            "seconds",
            "target",
            "network",
            "setup",
            "note");

    /** On a page the columns are two tables, each as wide as the page; the first column names the rows of both. */
    private static final int[] GOOD = {0, 1, 2, 3, 4, 5, 6};

    private static final int[] COSTS = {0, 7, 8, 9, 10, 11, 12, 13};

    private ComparisonTable() {}

    private static List<String> columns(List<String> row, int... wanted) {
        return Arrays.stream(wanted).mapToObj(row::get).toList();
    }

    /** Columns as wide as their widest cell. */
    public static String text(Comparison comparison) {
        List<List<String>> lines = new ArrayList<>(List.of(HEADER));
        lines.addAll(cells(comparison));
        return Columns.text(lines, 2);
    }

    private static List<List<String>> cells(Comparison comparison) {
        return comparison.rows().stream().map(ComparisonTable::cells).toList();
    }

    private static List<String> cells(Comparison.Row row) {
        Estimate energy = row.energy();
        Estimate logZ = row.logZ();
        return List.of(
                row.name(),
                fixed(row.ess(), 3),
                fixed(row.rHat(), 3),
                logZ == null ? Numbers.NONE : Numbers.withError(logZ),
                logZ == null ? Numbers.NONE : Numbers.difference(logZ),
                energy == null ? Numbers.NONE : Numbers.withError(energy),
                energy == null ? Numbers.NONE : Numbers.difference(energy),
                fixed(row.totalVariation(), 3),
                fixed(row.totalVariationDrawn(), 3),
                fixed(row.cost().seconds(), 2),
                Numbers.count(row.cost().targetEvaluations()),
                Numbers.count(row.cost().networkEvaluations()),
                row.setup().seconds() == 0
                        ? Numbers.NONE
                        : Numbers.duration(row.setup().seconds()),
                row.note());
    }

    private static String fixed(@Nullable Double value, int decimals) {
        return value == null || !Double.isFinite(value)
                ? Numbers.NONE
                : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** {@code compare.json}: the target, the oracle and a row for each sampler. */
    public record Content(
            TargetSettings target,
            String oracle,
            @Nullable Double exactLogZ,
            Versions versions,
            List<Comparison.Row> samplers) {}

    public static Content content(Comparison comparison) {
        return new Content(
                comparison.target(),
                comparison.oracle(),
                comparison.exactLogZ(),
                Versions.current(),
                comparison.rows());
    }

    /** What the samplers are held against, in words. */
    public static String truth(Comparison comparison) {
        Double logZ = comparison.exactLogZ();
        return "oracle: " + comparison.oracle()
                + (logZ == null ? "" : String.format(Locale.ROOT, ", log Z %.6f exactly", logZ));
    }

    /** For other pages. */
    public static TableFile file(String title, String command, Comparison comparison, Device device, long seed) {
        List<TableFile.Value> values = new ArrayList<>();
        for (Comparison.Row row : comparison.rows()) {
            Estimate energy = row.energy();
            if (energy != null) {
                values.add(
                        TableFile.Value.of(row.name(), "energy a site", seed, energy.value(), energy.standardError()));
            }
            Double distance = row.totalVariation();
            if (distance != null) {
                values.add(TableFile.Value.of(row.name(), "total variation", seed, distance, Double.NaN));
            }
        }
        return TableFile.of(title, command, caption(comparison), device, HEADER, cells(comparison), values);
    }

    private static String caption(Comparison comparison) {
        return "ESS of weights, R-hat of chains, log Z and energies with how far they are off, total variation of the energy"
                + " histogram with and without weights, evaluations; " + truth(comparison);
    }

    /** Table and figure on a page; the figure only where it was drawn. */
    public static void addTo(Page page, Comparison comparison, Path png) throws IOException {
        page.section("Samplers compared on " + comparison.target().title())
                .table(
                        "ESS of weights, R-hat of chains, log Z and energies with how far they are off; "
                                + truth(comparison),
                        columns(HEADER, GOOD),
                        cells(comparison).stream()
                                .map(row -> columns(row, GOOD))
                                .toList())
                .table(
                        "TV, the distance of the histogram of energies from the oracle's, 0 to 1, weighted and as drawn; seconds;"
                                + " evaluations of target and network; setup is the time of training",
                        columns(HEADER, COSTS),
                        cells(comparison).stream()
                                .map(row -> columns(row, COSTS))
                                .toList());
        comparison.warnings().forEach(page::paragraph);
        if (Files.exists(png)) {
            page.figure(
                    png,
                    "Histograms of the energies of all samplers over the oracle's",
                    "Energies of the samples with their weights, over those of the oracle.");
        }
    }

    /** A page of its own. */
    public static Path page(Path folder, Comparison comparison, Path png, String command) throws IOException {
        Page page = Page.titled("Samplers of " + comparison.target().title()).preformatted(command);
        addTo(page, comparison, png);
        Path file = folder.resolve("report.html");
        page.write(file);
        return file;
    }
}
