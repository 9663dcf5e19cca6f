package io.github.dnfs4j.experiment.ebm;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dnfs4j.experiment.plan.EbmPlan;
import io.github.dnfs4j.experiment.plan.EbmVariants;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.result.ResultFile;
import io.github.dnfs4j.report.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs an experiment about learned energies in a folder that is the experiment's; what is finished is not repeated. */
public final class EbmReproduction {
    private static final String CAPTION =
            "Means over seeds; the error is that over seeds, or of a single seed that of its evaluation";

    private final EbmExperiment of;
    private final Experiment experiment;
    private final EbmPlan plan;
    private final EbmPlan.Budget budget;
    private final Path folder;

    public EbmReproduction(EbmExperiment of) {
        this.of = of;
        experiment = of.experiment();
        plan = of.plan();
        budget = of.budget();
        folder = of.folder();
    }

    /** Returns 0, or the exit code of the signal that stopped it. */
    public int run() throws IOException {
        return switch (plan.kind()) {
            case "matrix" -> matrix();
            case "samplers" -> new EbmSamplers(of).run();
            case "trajectory" -> new EbmTrajectory(of).run();
            default -> table();
        };
    }

    private int table() throws IOException {
        EbmTable table = new EbmTable(plan.sets(budget));
        EbmRuns runs = of.runs();
        List<Path> pictures = new ArrayList<>();
        for (String set : plan.sets(budget)) {
            for (Experiment.Variant variant : experiment.runs()) {
                for (long seed : experiment.seeds()) {
                    Path run = folder.resolve(set + "-" + variant.name() + "-seed-" + seed);
                    int code = runs.learn(run, EbmVariants.settings(budget, set, variant, seed));
                    if (code != 0) {
                        return code;
                    }
                    table.add(variant.name(), set, ResultFile.read(run).path("evaluation"));
                }
                pictures.add(folder.resolve(set + "-" + variant.name() + "-seed-"
                        + experiment.seeds().get(0) + "/figures/samples.png"));
            }
        }
        Page page = of.page();
        for (String key : experiment.report()) {
            table.addTo(page, key, paper(key));
            of.console().out().print(table.text(key));
        }
        pictures(page, "Data, energy, samples", pictures);
        return finish(page, table, experiment.report());
    }

    private Map<String, Map<String, Double>> paper(String key) {
        return of.budgetName().equals("paper") && plan.paper() != null
                ? plan.paper().getOrDefault(key, Map.of())
                : Map.of();
    }

    private int matrix() throws IOException {
        List<EbmPlan.Lattice> lattices = plan.lattices(budget);
        EbmTable table =
                new EbmTable(lattices.stream().map(EbmPlan.Lattice::title).toList());
        EbmRuns runs = of.runs();
        Page page = of.page();
        List<Path> pictures = new ArrayList<>();
        for (EbmPlan.Lattice lattice : lattices) {
            for (Experiment.Variant variant : experiment.runs()) {
                for (long seed : experiment.seeds()) {
                    Path run = folder.resolve(
                            lattice.side() + "-" + lattice.sigma() + "-" + variant.name() + "-seed-" + seed);
                    int code = runs.learnMatrix(run, EbmVariants.settings(budget, lattice, variant, seed));
                    if (code != 0) {
                        return code;
                    }
                    JsonNode evaluation = ResultFile.read(run).path("evaluation");
                    table.add(variant.name(), lattice.title(), evaluation);
                    table.addOnce("zero matrix", lattice.title(), evaluation.path("zeroMatrix"), "negativeLogRmse");
                    pictures.add(run.resolve("figures/matrix.png"));
                }
            }
        }
        table.addTo(page, "negativeLogRmse", paper("negativeLogRmse"));
        of.console().out().print(table.text("negativeLogRmse"));
        pictures(page, "True matrix, start, learned matrix", pictures);
        return finish(page, table, List.of("negativeLogRmse"));
    }

    private void pictures(Page page, String title, List<Path> pictures) throws IOException {
        page.section(title);
        for (Path png : pictures) {
            if (Files.exists(png)) {
                String name = String.valueOf(folder.relativize(png).getName(0));
                page.figure(png, title + " of " + name, name);
            }
        }
    }

    private int finish(Page page, EbmTable table, List<String> keys) throws IOException {
        List<String> header = new ArrayList<>(List.of("Quantity"));
        header.addAll(table.header());
        List<List<String>> rows = new ArrayList<>();
        for (String key : keys) {
            for (List<String> line : table.lines(key, paper(key))) {
                rows.add(new ArrayList<>(List.of(EbmTable.caption(key))));
                rows.get(rows.size() - 1).addAll(line);
            }
        }
        of.finish(page, new EbmResults(CAPTION, header, rows));
        return 0;
    }
}
