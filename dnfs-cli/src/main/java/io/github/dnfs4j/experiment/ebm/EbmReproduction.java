package io.github.dnfs4j.experiment.ebm;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.experiment.plan.EbmPlan;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.result.EbmQuantity;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs an experiment about learned energies in a folder that is the experiment's; what is finished is not repeated. */
public record EbmReproduction(EbmExperiment of) {
    private static final String CAPTION =
            "Means over seeds; ± over seeds, at least that of the states it was judged by";

    /** Returns 0, or the exit code of the signal that stopped it. */
    public int run() throws IOException {
        return switch (of.plan().kind()) {
            case "matrix" -> matrix();
            case "samplers" -> new EbmSamplers(of).run();
            case "trajectory" -> new EbmTrajectory(of).run();
            default -> table();
        };
    }

    private int table() throws IOException {
        List<EbmTable> tables = of.experiment().ebmQuantities().stream()
                .map(q -> table(q, of.plan().sets(of.budget())))
                .toList();
        EbmRuns runs = of.runs();
        Device device = Device.CPU;
        List<Path> pictures = new ArrayList<>();
        for (String set : of.plan().sets(of.budget())) {
            for (Experiment.Variant variant : of.experiment().runs()) {
                for (long seed : of.experiment().seeds()) {
                    Path run = of.folder().resolve(set + "-" + variant.name() + "-seed-" + seed);
                    EbmSettings settings = of.budget().energy(set, variant, seed);
                    device = settings.hardware();
                    int code = runs.learn(run, settings);
                    if (code != 0) {
                        return code;
                    }
                    EbmEvaluation e = read(run, new TypeReference<EbmResult<EbmEvaluation>>() {});
                    tables.forEach(
                            t -> t.add(variant.name(), set, seed, t.quantity().in(e)));
                }
                pictures.add(of.folder()
                        .resolve(set + "-" + variant.name() + "-seed-"
                                + of.experiment().seeds().get(0) + "/figures/samples.png"));
            }
        }
        return finish(tables, device, "Data, energy, samples", pictures);
    }

    private static <E> E read(Path run, TypeReference<EbmResult<E>> type) throws IOException {
        return Json.read(RunResult.file(run), type).evaluation();
    }

    private EbmTable table(EbmQuantity quantity, List<String> columns) {
        return new EbmTable(
                quantity, columns, of.budget().fullCode() ? of.plan().paper(quantity) : Map.of());
    }

    private int matrix() throws IOException {
        List<EbmPlan.Lattice> lattices = of.plan().lattices(of.budget());
        EbmTable table = table(
                EbmQuantity.NEGATIVE_LOG_RMSE,
                lattices.stream().map(EbmPlan.Lattice::title).toList());
        EbmRuns runs = of.runs();
        Device device = Device.CPU;
        List<Path> pictures = new ArrayList<>();
        for (EbmPlan.Lattice lattice : lattices) {
            for (Experiment.Variant variant : of.experiment().runs()) {
                for (long seed : of.experiment().seeds()) {
                    Path run = of.folder()
                            .resolve(lattice.side() + "-" + lattice.sigma() + "-" + variant.name() + "-seed-" + seed);
                    EbmSettings settings = of.budget().matrix(lattice, variant, seed);
                    device = settings.hardware();
                    int code = runs.learnMatrix(run, settings);
                    if (code != 0) {
                        return code;
                    }
                    EbmResult.Matrix found = read(run, new TypeReference<EbmResult<EbmResult.Matrix>>() {});
                    table.add(variant.name(), lattice.title(), seed, Estimate.of(found.negativeLogRmse(), Double.NaN));
                    table.addOnce("zero matrix", lattice.title(), found.zeroMatrix());
                    pictures.add(run.resolve("figures/matrix.png"));
                }
            }
        }
        return finish(List.of(table), device, "True matrix, start, learned matrix", pictures);
    }

    private void pictures(Page page, String title, List<Path> pictures) throws IOException {
        page.section(title);
        for (Path png : pictures) {
            if (Files.exists(png)) {
                String name = String.valueOf(of.folder().relativize(png).getName(0));
                page.figure(png, title + " of " + name, name);
            }
        }
    }

    /** Page, text and {@code results.json}: all tables below each other, then the pictures. */
    private int finish(List<EbmTable> tables, Device device, String title, List<Path> pictures) throws IOException {
        Page page = of.page();
        List<String> header = new ArrayList<>(List.of("Quantity"));
        List<List<String>> rows = new ArrayList<>();
        List<TableFile.Value> values = new ArrayList<>();
        for (EbmTable table : tables) {
            table.addTo(page);
            values.addAll(table.values());
            of.console().out().print(table.text());
            for (List<String> line : table.lines()) {
                rows.add(new ArrayList<>(List.of(table.quantity().label())));
                rows.get(rows.size() - 1).addAll(line);
            }
        }
        header.addAll(tables.isEmpty() ? List.of() : tables.get(0).header());
        pictures(page, title, pictures);
        String source = of.plan().source() != null && of.budget().fullCode()
                ? "; the paper's: " + of.plan().source()
                : "";
        of.finish(page, CAPTION + source, device, header, rows, values);
        return 0;
    }
}
