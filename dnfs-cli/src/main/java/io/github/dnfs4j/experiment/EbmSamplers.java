package io.github.dnfs4j.experiment;

import io.github.dnfs4j.ebm.Data;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.GrayCode;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.gfn.GfnModel;
import io.github.dnfs4j.gfn.GfnSettings;
import io.github.dnfs4j.metric.Mmd;
import io.github.dnfs4j.report.FiguresUnavailableException;
import io.github.dnfs4j.report.HeatMaps;
import io.github.dnfs4j.report.Page;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.train.LearnedEnergy;
import io.github.dnfs4j.train.Model;
import io.github.dnfs4j.train.NetworkSettings;
import io.github.dnfs4j.train.RunSettings;
import io.github.dnfs4j.train.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.Tensor;

/**
 * Energies are learnt by energy discrepancy, and then each of several samplers is trained on them: {@code gfn}, a
 * GFlowNet; {@code oracle}, exact samples or long chains; every other run is a flow with the settings of the run.
 */
final class EbmSamplers {
    private static final int SAMPLES = 4000;

    private final Console console;
    private final Experiment experiment;
    private final EbmPlan plan;
    private final EbmPlan.Budget budget;
    private final Path folder;

    EbmSamplers(Console console, Experiment experiment, EbmPlan plan, EbmPlan.Budget budget, Path folder) {
        this.console = console;
        this.experiment = experiment;
        this.plan = plan;
        this.budget = budget;
        this.folder = folder;
    }

    int run(Page page) throws IOException {
        List<List<HeatMaps.Map>> rows = new ArrayList<>();
        List<List<String>> distances = new ArrayList<>();
        for (String set : plan.sets(budget)) {
            Path energy = folder.resolve(set + "-energy");
            int code = learn(energy, set);
            if (code != 0) {
                return code;
            }
            Device device = EbmModel.settings(energy).hardware();
            try (EbmModel model = EbmModel.load(energy, device);
                    Data data = model.settings().data().open(device);
                    Rng rng = EbmJudge.rng(1, device);
                    Scope scope = Scope.open()) {
                GrayCode plane = data.code().orElseThrow();
                List<HeatMaps.Map> row = new ArrayList<>();
                List<String> line = new ArrayList<>(List.of(set));
                row.add(EbmFigures.energy(set, model.target(), plane));
                Tensor truth = EbmEvaluation.energySamples(model.target(), SAMPLES, budget.judging(), rng);
                for (Experiment.Variant variant : experiment.runs()) {
                    Tensor x = samples(set, variant, energy, model.target(), rng);
                    row.add(EbmFigures.density(variant.name(), plane, x));
                    var mmd = Mmd.of(x, truth);
                    line.add(String.format(Locale.ROOT, "%.2f ± %.2f", 1e4 * mmd.value(), 1e4 * mmd.standardError()));
                }
                rows.add(row);
                distances.add(line);
            }
        }
        List<String> header = new ArrayList<>(List.of("Set"));
        experiment.runs().forEach(v -> header.add(v.name()));
        page.section("Distance from samples of the energy")
                .table("MMD against the oracle's samples, 1e-4", header, distances);
        draw(page, rows);
        Path file = folder.resolve("report.html");
        page.write(file);
        console.out().println(String.join("  ", header));
        distances.forEach(line -> console.out().println(String.join("  ", line)));
        console.out().println("report:  " + file);
        console.out().flush();
        return 0;
    }

    private void draw(Page page, List<List<HeatMaps.Map>> rows) throws IOException {
        try {
            Path png = HeatMaps.draw(folder.resolve("figures").resolve("samplers.png"), rows);
            page.section("Energy and samples")
                    .figure(
                            png,
                            "Maps of each energy and of the samples of each sampler",
                            "The log density of each energy, and where the samples of each sampler fall.");
        } catch (FiguresUnavailableException e) {
            console.say("dnfs: " + e.getMessage());
        }
    }

    private int learn(Path energy, String set) throws IOException {
        if (ResultFile.exists(energy)) {
            return 0;
        }
        Experiment.Variant learner = new Experiment.Variant("energy", Method.ED_BERN.toString(), null);
        EbmSettings settings = EbmReproduction.settings(budget, set, learner, 1);
        EbmExecutor executor = new EbmExecutor(console);
        return Files.exists(energy)
                ? executor.resume(energy, budget.judging())
                : executor.create(energy, settings, budget.judging());
    }

    private Tensor samples(String set, Experiment.Variant variant, Path energy, NeuralEnergy target, Rng rng)
            throws IOException {
        if (variant.name().equals("oracle")) {
            return EbmEvaluation.energySamples(target, SAMPLES, budget.judging(), rng);
        }
        LearnedEnergy settings = LearnedEnergy.of(energy);
        if (variant.name().equals("gfn")) {
            return gfn(folder.resolve(set + "-gfn"), settings, rng);
        }
        Path run = folder.resolve(set + "-" + variant.name().replace(' ', '-'));
        if (!ResultFile.exists(run)) {
            RunExecutor executor = new RunExecutor(console);
            console.say(String.valueOf(run.getFileName()));
            int code = (Files.exists(run) ? executor.resume(run) : executor.create(run, flow(settings, variant)))
                    .exitCode();
            if (code != 0) {
                throw new IllegalStateException("stopped; the same command goes on");
            }
        }
        try (Model model = Model.load(run);
                Rng own = Rng.seeded(11, model.settings().hardware())) {
            return EbmEvaluation.states(model.sampler().sample(SAMPLES, own), rng.device());
        }
    }

    private Tensor gfn(Path saved, LearnedEnergy settings, Rng rng) throws IOException {
        double minutes = Objects.requireNonNullElse(budget.gfnMinutes(), 1.0);
        if (!Files.exists(saved)) {
            console.say(String.valueOf(saved.getFileName()));
            try (GfnModel trained = GfnModel.train(
                    settings, GfnSettings.DEFAULT.withMinutes(minutes), rng, (s, l, z) -> {}, () -> false)) {
                trained.save(saved);
            }
        }
        try (GfnModel model = GfnModel.load(saved, rng)) {
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
        SettingsFile file = SettingsFile.of(below);
        if (variant.method() != null) {
            Methods.find(variant.method()).applyTo(file);
        }
        if (variant.settings() != null) {
            Overlay.of(variant.settings()).applyTo(file);
        }
        new Overlay(budget.sampler() == null ? Map.of() : budget.sampler()).applyTo(file);
        return file.settings();
    }
}
