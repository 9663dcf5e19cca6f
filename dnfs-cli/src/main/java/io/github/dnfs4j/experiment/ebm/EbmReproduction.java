package io.github.dnfs4j.experiment.ebm;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.experiment.plan.EbmPlan;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.plan.Part;
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
        int code = Part.runAll(parts());
        return code != 0
                ? code
                : switch (of.plan().kind()) {
                    case "matrix" -> matrix();
                    case "samplers" -> new EbmSamplers(of).judge();
                    case "trajectory" -> new EbmTrajectory(of).judge();
                    default -> table();
                };
    }

    /** A run each, or a set where several trainings belong together. */
    public List<Part> parts() {
        return switch (of.plan().kind()) {
            case "matrix" ->
                lattices().stream()
                        .map(r -> (Part) () -> of.runs().learnMatrix(r.folder, r.settings))
                        .toList();
            case "samplers" -> new EbmSamplers(of).parts();
            case "trajectory" -> new EbmTrajectory(of).parts();
            default ->
                planes().stream()
                        .map(r -> (Part) () -> of.runs().learn(r.folder, r.settings))
                        .toList();
        };
    }

    /** One run of a table, in the column of its set or lattice. */
    private record Run(String variant, String column, long seed, Path folder, EbmSettings settings) {}

    private List<Run> planes() {
        List<Run> runs = new ArrayList<>();
        for (String set : of.plan().sets(of.budget())) {
            for (Experiment.Variant variant : of.experiment().runs()) {
                for (long seed : of.experiment().seeds()) {
                    Path folder = of.folder().resolve(set + "-" + variant.name() + "-seed-" + seed);
                    runs.add(new Run(
                            variant.name(), set, seed, folder, of.budget().energy(set, variant, seed)));
                }
            }
        }
        return runs;
    }

    private List<Run> lattices() {
        List<Run> runs = new ArrayList<>();
        for (EbmPlan.Lattice lattice : of.plan().lattices(of.budget())) {
            for (Experiment.Variant variant : of.experiment().runs()) {
                for (long seed : of.experiment().seeds()) {
                    Path folder = of.folder()
                            .resolve(lattice.side() + "-" + lattice.sigma() + "-" + variant.name() + "-seed-" + seed);
                    runs.add(new Run(
                            variant.name(),
                            lattice.title(),
                            seed,
                            folder,
                            of.budget().matrix(lattice, variant, seed)));
                }
            }
        }
        return runs;
    }

    private int table() throws IOException {
        List<EbmTable> tables = of.experiment().ebmQuantities().stream()
                .map(q -> table(q, of.plan().sets(of.budget())))
                .toList();
        Device device = Device.CPU;
        List<Path> pictures = new ArrayList<>();
        for (Run run : planes()) {
            device = run.settings.hardware();
            EbmEvaluation e = read(run.folder, new TypeReference<EbmResult<EbmEvaluation>>() {});
            tables.forEach(
                    t -> t.add(run.variant, run.column, run.seed, t.quantity().in(e)));
            if (run.seed == of.experiment().seeds().get(0)) {
                pictures.add(run.folder.resolve("figures/samples.png"));
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
        EbmTable table = table(
                EbmQuantity.NEGATIVE_LOG_RMSE,
                of.plan().lattices(of.budget()).stream()
                        .map(EbmPlan.Lattice::title)
                        .toList());
        Device device = Device.CPU;
        List<Path> pictures = new ArrayList<>();
        for (Run run : lattices()) {
            device = run.settings.hardware();
            EbmResult.Matrix found = read(run.folder, new TypeReference<EbmResult<EbmResult.Matrix>>() {});
            table.add(run.variant, run.column, run.seed, Estimate.of(found.negativeLogRmse(), Double.NaN));
            table.addOnce("zero matrix", run.column, found.zeroMatrix());
            pictures.add(run.folder.resolve("figures/matrix.png"));
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
