package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.ebm.Data;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.ebm.GrayCode;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.plan.Overlay;
import io.github.dnfs4j.experiment.plan.Part;
import io.github.dnfs4j.experiment.result.EbmQuantity;
import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.gfn.GfnModel;
import io.github.dnfs4j.gfn.GfnSettings;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.Mmd;
import io.github.dnfs4j.report.HeatMaps;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.LearnedEnergy;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.Tensor;

/**
 * Energies are learnt by energy discrepancy, and then each of several samplers is trained on them: {@code gfn}, a
 * GFlowNet; {@code oracle}, exact samples or long chains; every other run is a flow with the settings of the run.
 */
record EbmSamplers(EbmExperiment of) {
    private static final int SAMPLES = 4000;
    private static final String ORACLE = "oracle";
    private static final String GFN = "gfn";
    private static final String CAPTION = "MMD against the oracle's samples, 1e-4";

    /** Of each set its energy and all that is trained on it. */
    List<Part> parts() {
        return of.plan().sets(of.budget()).stream()
                .map(set -> (Part) () -> prepare(of.folder().resolve(set + "-energy"), set))
                .toList();
    }

    /** Draws from all of them. */
    int judge() throws IOException {
        List<List<HeatMaps.Map>> rows = new ArrayList<>();
        List<List<String>> distances = new ArrayList<>();
        List<TableFile.Value> values = new ArrayList<>();
        Device device = Device.CPU;
        for (String set : of.plan().sets(of.budget())) {
            Path energy = of.folder().resolve(set + "-energy");
            device = EbmModel.settings(energy).hardware();
            try (EbmModel model = EbmModel.load(energy, device);
                    Data data = model.settings().data().open(device);
                    Rng rng = EbmJudge.rng(1, device);
                    Scope scope = Scope.open()) {
                GrayCode plane = data.code().orElseThrow();
                List<HeatMaps.Map> row = new ArrayList<>();
                List<String> line = new ArrayList<>(List.of(set));
                row.add(EbmFigures.energy(set, model.target(), plane));
                Tensor truth = EbmEvaluation.energySamples(
                        model.target(), SAMPLES, of.budget().judging(), rng);
                for (Experiment.Variant variant : of.experiment().runs()) {
                    Tensor x = samples(set, variant, energy, model.target(), rng);
                    row.add(EbmFigures.density(variant.name(), plane, x));
                    Estimate mmd = Mmd.of(x, truth);
                    line.add(EbmQuantity.MMD.text(mmd, 2));
                    values.add(TableFile.Value.of(
                            set, EbmQuantity.MMD.key() + ", " + variant.name(), 1, mmd.value(), mmd.standardError()));
                }
                rows.add(row);
                distances.add(line);
            }
        }
        List<String> header = new ArrayList<>(List.of("Set"));
        of.experiment().runs().forEach(v -> header.add(v.name()));
        Page page = of.page();
        page.section("Distance from samples of the energy").table(CAPTION, header, distances);
        draw(page, rows);
        of.console().out().println(String.join("  ", header));
        distances.forEach(line -> of.console().out().println(String.join("  ", line)));
        of.finish(page, CAPTION, device, header, distances, values);
        return 0;
    }

    private void draw(Page page, List<List<HeatMaps.Map>> rows) throws IOException {
        of.console().drawn(() -> {
            Path png = HeatMaps.draw(of.folder().resolve("figures").resolve("samplers.png"), rows);
            return page.section("Energy and samples")
                    .figure(
                            png,
                            "Maps of each energy and of the samples of each sampler",
                            "The log density of each energy, and where the samples of each sampler fall.");
        });
    }

    /** Learns an energy and trains every sampler of it. */
    private int prepare(Path energy, String set) throws IOException {
        EbmRuns runs = of.runs();
        Experiment.Variant learner = new Experiment.Variant("energy", Method.ED_BERN.toString(), null, null);
        int code = runs.learn(energy, of.budget().energy(set, learner, 1));
        for (Experiment.Variant variant : of.experiment().runs()) {
            if (code == 0 && variant.name().equals(GFN)) {
                trainGfn(gfnFolder(set), EbmModel.settings(energy).hardware(), LearnedEnergy.of(energy));
            } else if (code == 0 && !variant.name().equals(ORACLE)) {
                code = runs.train(flowFolder(set, variant), flow(LearnedEnergy.of(energy), variant));
            }
        }
        return code;
    }

    private Path gfnFolder(String set) {
        return of.folder().resolve(set + "-gfn");
    }

    private Path flowFolder(String set, Experiment.Variant variant) {
        return of.folder().resolve(set + "-" + variant.name().replace(' ', '-'));
    }

    private Tensor samples(String set, Experiment.Variant variant, Path energy, NeuralEnergy target, Rng rng)
            throws IOException {
        if (variant.name().equals(ORACLE)) {
            return EbmEvaluation.energySamples(target, SAMPLES, of.budget().judging(), rng);
        }
        if (variant.name().equals(GFN)) {
            return gfn(gfnFolder(set), LearnedEnergy.of(energy), rng);
        }
        try (Model model = Model.load(flowFolder(set, variant));
                Rng own = Rng.seeded(11, model.settings().hardware())) {
            return EbmEvaluation.states(model.sampler().sample(SAMPLES, own), rng.device());
        }
    }

    private void trainGfn(Path saved, Device device, LearnedEnergy settings) throws IOException {
        of.console().say(String.valueOf(saved.getFileName()));
        if (Files.exists(saved)) {
            of.console().say("finished before");
            return;
        }
        double minutes = Objects.requireNonNullElse(of.budget().gfnMinutes(), 1.0);
        try (Rng rng = EbmJudge.rng(3, device);
                GfnModel trained = GfnModel.train(
                        settings, GfnSettings.DEFAULT.withMinutes(minutes), rng, (s, l, z) -> {}, () -> false)) {
            trained.save(saved);
        }
    }

    private static Tensor gfn(Path saved, LearnedEnergy settings, Rng rng) throws IOException {
        try (GfnModel model = GfnModel.load(saved, rng)) {
            if (!(model.targetSettings() instanceof LearnedEnergy kept)
                    || !kept.sha256().equals(settings.sha256())) {
                throw new FormatException(saved, "was trained on another energy");
            }
            return EbmEvaluation.states(model.sampler().sample(SAMPLES, rng), rng.device());
        }
    }

    /** The settings of a flow: defaults, the run's method and settings, the budget's. */
    private RunSettings flow(LearnedEnergy target, Experiment.Variant variant) throws IOException {
        RunSettings defaults = RunSettings.defaults(target);
        RunSettings named = overlaid(defaults, variant);
        return overlaid(defaults.with(NetworkSettings.defaults(named.network().kind())), variant);
    }

    private RunSettings overlaid(RunSettings below, Experiment.Variant variant) throws IOException {
        SettingsFile<RunSettings> file = SettingsFile.of(below);
        variant.applyTo(file);
        new Overlay(of.budget().sampler() == null ? Map.of() : of.budget().sampler()).applyTo(file);
        return file.settings();
    }
}
