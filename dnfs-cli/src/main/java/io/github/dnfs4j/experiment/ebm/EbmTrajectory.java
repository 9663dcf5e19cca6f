package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.ebm.Data;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.ebm.GrayCode;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.plan.Part;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.flow.Simulation;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.mcmc.Gibbs;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.report.HeatMaps;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.bytedeco.pytorch.Tensor;

/** An energy and its flow learnt together, and where paths are at several times: forward, backward, and by Gibbs. */
record EbmTrajectory(EbmExperiment of) {
    private static final int PATHS = 4000;
    private static final int STOPS = 4;
    private static final int SWEEPS = 30;

    /** An energy and its flow for each set. */
    List<Part> parts() {
        Experiment.Variant variant = new Experiment.Variant("eb-dnfs", "eb-dnfs", null, null);
        return of.plan().sets(of.budget()).stream()
                .map(set -> (Part) () -> of.runs().learn(run(set), of.budget().energy(set, variant, 1)))
                .toList();
    }

    /** Draws their paths. */
    int judge() throws IOException {
        Page page = of.page();
        for (String set : of.plan().sets(of.budget())) {
            draw(page, set, run(set));
        }
        of.finish(page);
        return 0;
    }

    private Path run(String set) {
        return of.folder().resolve(set + "-eb-dnfs");
    }

    private void draw(Page page, String set, Path run) throws IOException {
        of.console().drawn(() -> {
            Path png = HeatMaps.draw(of.folder().resolve("figures").resolve(set + "-trajectory.png"), maps(run));
            return page.section(set)
                    .figure(
                            png,
                            "Maps of states at several times, forward, backward and by Gibbs sampling",
                            "Top: noise to data by the flow. Middle: data to noise by its reverse, the times from"
                                    + " left to right as above. Bottom: Gibbs samples of the path at the same times.");
        });
    }

    private List<List<HeatMaps.Map>> maps(Path run) throws IOException {
        Device device = EbmModel.settings(run).hardware();
        try (EbmModel model = EbmModel.load(run, device);
                Data data = model.settings().data().open(device);
                Rng rng = EbmJudge.rng(2, device);
                Scope scope = Scope.open()) {
            GrayCode code = data.code().orElseThrow();
            FlowSampler sampler = Objects.requireNonNull(model.sampler());
            Simulator simulator = sampler.simulator().plain();
            TimeGrid grid = simulator.grid();
            List<HeatMaps.Map> forward = new ArrayList<>();
            List<HeatMaps.Map> backward = new ArrayList<>();
            try (Simulation paths = simulator.runs(PATHS, device)) {
                paths.forward(Tensors.range(PATHS, device), rng, (k, x) -> show(forward, "flow", code, grid, k, x));
                paths.backward(data.heldOut(PATHS, rng), rng, (k, x) -> show(backward, "reverse", code, grid, k, x));
            }
            Collections.reverse(backward);
            List<HeatMaps.Map> gibbs = new ArrayList<>();
            AnnealingPath path = new AnnealingPath(model.target());
            for (int stop = 0; stop <= STOPS; stop++) {
                double t = grid.at(step(stop, grid.steps()));
                Tensor x = new Gibbs()
                        .repeated(SWEEPS)
                        .step(path.target(), path.start(PATHS / 4, rng), path.strength(t), rng);
                gibbs.add(EbmFigures.density(title("Gibbs", t), code, x));
            }
            return List.of(forward, backward, gibbs);
        }
    }

    private static void show(List<HeatMaps.Map> row, String what, GrayCode code, TimeGrid grid, int k, Tensor x) {
        for (int stop = 0; stop <= STOPS; stop++) {
            if (k == step(stop, grid.steps())) {
                row.add(EbmFigures.density(title(what, grid.at(k)), code, x));
            }
        }
    }

    /** The step that is nearest to a stop: every row has all stops, whatever the number of steps. */
    static int step(int stop, int steps) {
        return (int) Math.round((double) stop * steps / STOPS);
    }

    private static String title(String what, double t) {
        return String.format(Locale.ROOT, "%s, t = %.2f", what, t);
    }
}
