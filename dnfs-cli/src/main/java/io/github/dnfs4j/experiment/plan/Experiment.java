package io.github.dnfs4j.experiment.plan;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.OptBoolean;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.experiment.compare.Comparison;
import io.github.dnfs4j.experiment.result.EbmQuantity;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.io.PlainName;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An experiment as data: trainings, each with every seed, at one of several budgets. A training's settings are the
 * defaults, overlaid by {@code settings}, by the variant's method and its own, by those of the budget, and by what the
 * budget has for this variant alone, under {@code runs}.
 *
 * @param source what names it to {@code dnfs reproduce}: a name, or the path of a file
 * @param title a line
 * @param what is shown, in a paragraph
 * @param settings that all variants share
 * @param seeds of each variant that has none of its own
 * @param runs the variants
 * @param budgets name to settings
 * @param report keys of the quantities in the table
 * @param figures curves of several runs in one plot
 * @param compare which samplers to compare when all is trained; null for none
 * @param evaluate how often to evaluate each run, by budget; once where it says nothing
 * @param reference published values; null for none
 * @param expect time and machine, by budget
 * @param ebm what to do with learned energies, which the runs then are about; null for none
 */
@JsonIgnoreProperties("shows") // what of the paper, which CatalogueEntry reads
public record Experiment(
        @JacksonInject(value = "source", useInput = OptBoolean.FALSE)
        String source,

        String title,
        String what,
        JsonNode settings,
        List<Long> seeds,
        List<Variant> runs,
        Map<String, JsonNode> budgets,
        List<String> report,
        List<CurveComparison> figures,
        @Nullable ContestPlan compare,
        Map<String, RepeatedEvaluation> evaluate,
        @Nullable Published reference,
        Map<String, Expectation> expect,
        @Nullable EbmPlan ebm) {
    private static final String RUNS = "runs";

    /** Of a file, where anything may be missing, what has a default gets it. */
    public Experiment {
        settings = settings == null ? MissingNode.getInstance() : settings;
        seeds = seeds == null ? List.of(1L) : seeds;
        figures = figures == null ? List.of() : figures;
        evaluate = evaluate == null ? Map.of() : evaluate;
        expect = expect == null ? Map.of() : expect;
        if (report == null) {
            report = ebm == null ? List.of(Quantity.LOG_Z.key()) : List.of();
        }
    }

    /** After reading, so that a key nobody knows is named before one that is missing in its place. */
    private Experiment checked() {
        if (title == null || what == null || runs == null || runs.isEmpty() || budgets == null) {
            throw new IllegalArgumentException("an experiment needs title, what, runs and budgets");
        }
        checkSeeds(seeds);
        checkNames(runs);
        runs.stream().map(Variant::seeds).filter(Objects::nonNull).forEach(Experiment::checkSeeds);
        budgets.forEach((name, budget) -> {
            if (budget.isNull()) {
                throw new IllegalArgumentException("budget " + name + " is empty");
            }
            budget.path(RUNS).fieldNames().forEachRemaining(run -> {
                if (runs.stream().noneMatch(v -> v.name().equals(run))) {
                    throw new IllegalArgumentException("budget " + name + " names no run with '" + run + "'");
                }
            });
        });
        if (ebm == null) {
            quantities();
        } else {
            ebmQuantities();
            ebm.check();
            if (runs.stream().anyMatch(run -> run.seeds() != null)) {
                throw new IllegalArgumentException("energies have the seeds of the experiment, no run its own");
            }
        }
        for (@Nullable CurveComparison figure : figures) {
            CurveComparison.check(figure, runs);
        }
        if (compare != null) {
            compare.check(budgets.keySet());
        }
        return this;
    }

    private static void checkSeeds(List<? extends @Nullable Long> seeds) {
        if (seeds.isEmpty()) {
            throw new IllegalArgumentException("an experiment needs a seed");
        }
        if (seeds.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("every seed is a whole number, none is empty");
        }
        if (new HashSet<>(seeds).size() < seeds.size()) {
            throw new IllegalArgumentException("a seed appears twice");
        }
    }

    /** Runs are named after their folders. */
    private static void checkNames(List<? extends @Nullable Variant> runs) {
        Set<String> names = new HashSet<>();
        for (@Nullable Variant run : runs) {
            if (run == null || run.name() == null || run.name().isBlank() || !names.add(run.name())) {
                throw new IllegalArgumentException("every run needs a name of its own");
            }
            PlainName.check("run", run.name());
        }
    }

    /**
     * Settings by the name of their folder, over those of a {@link Methods method}.
     *
     * @param seeds in place of the experiment's
     */
    public record Variant(
            String name,
            @Nullable String method,
            @Nullable JsonNode settings,
            @Nullable List<Long> seeds) {
        /** Lays its method and then its own settings over others. */
        public void applyTo(SettingsFile<RunSettings> file) throws IOException {
            if (method != null) {
                Methods.find(method).applyTo(file);
            }
            if (settings != null) {
                Overlay.of(settings).applyTo(file);
            }
        }
    }

    /**
     * A comparison.
     *
     * @param samplers as for {@code dnfs compare}; {@code dnfs} and {@code dnfs+KERNEL} mean the first run
     * @param timeSteps of each
     * @param samples of each, by budget
     * @param gfnMinutes how long to train a GFlowNet, by budget
     */
    public record ContestPlan(
            List<String> samplers,
            int timeSteps,
            Map<String, Integer> samples,
            @Nullable Map<String, Double> gfnMinutes) {
        private void check(Set<String> budgets) {
            if (samplers == null || samples == null || timeSteps < 1) {
                throw new IllegalArgumentException("compare needs samplers, timeSteps and samples by budget");
            }
            if (!samples.keySet().equals(budgets)) {
                throw new IllegalArgumentException(
                        "compare needs samples for each of the budgets " + new TreeSet<>(budgets));
            }
            Comparison.check(samplers);
        }
    }

    /**
     * One training of one variant.
     *
     * @param reduced whether the budget has another target than the variant is named after
     */
    public record Training(String variant, String folder, RunSettings settings, boolean reduced) {
        /** What was run, for tables and pages. */
        public String shown() {
            return reduced ? variant + " (here " + settings.target().title() + ")" : variant;
        }
    }

    static Experiment parse(String source, byte[] yaml) throws IOException {
        return Catalogue.read(source, yaml, Experiment.class, "an experiment", Experiment::checked);
    }

    /** What to report of runs. */
    public List<Quantity> quantities() {
        return report.stream().map(Quantity::of).toList();
    }

    /** What to report of learned energies. */
    public List<EbmQuantity> ebmQuantities() {
        return report.stream().map(EbmQuantity::of).toList();
    }

    /** The file's, without its folder and its extension. */
    public String name() {
        return Catalogue.name(Path.of(source));
    }

    /** What repeats it. */
    public String command(String budget) {
        return Catalogue.command(source, budget);
    }

    /** What a budget says of learned energies. */
    public EbmPlan.Budget ebmBudget(String budget) {
        try {
            return Catalogue.YAML.treeToValue(budget(budget), EbmPlan.Budget.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "experiment " + name() + ", budget " + budget + ": " + ParseReason.of(e));
        }
    }

    private JsonNode budget(String budget) {
        return Catalogue.budget(name(), budgets, budget);
    }

    /** All trainings at a budget, checked; none where the runs are about learned energies. */
    public List<Training> settings(String budget, RunSettings defaults) throws IOException {
        JsonNode overlay = budget(budget);
        if (ebm != null) {
            ebm.check(runs, ebmBudget(budget));
            return List.of();
        }
        List<Training> all = new ArrayList<>();
        for (Variant variant : runs) {
            for (long seed : variant.seeds() == null ? seeds : variant.seeds()) {
                // The width and depth of a network that is only named are its own; whether it is symmetric by default
                // depends on the target.
                RunSettings named = overlaid(defaults, variant, overlay, seed);
                RunSettings below =
                        defaults.with(named.withNetwork(named.network().kind()).network());
                RunSettings full = overlaid(below, variant, overlay, seed);
                boolean reduced = !overlaid(defaults, variant, NullNode.getInstance(), seed)
                        .target()
                        .equals(full.target());
                all.add(new Training(variant.name(), variant.name() + "-seed-" + seed, full, reduced));
            }
        }
        return all;
    }

    private RunSettings overlaid(RunSettings below, Variant variant, JsonNode budget, long seed) throws IOException {
        SettingsFile<RunSettings> file = SettingsFile.of(below);
        Overlay.of(settings).applyTo(file);
        variant.applyTo(file);
        if (budget instanceof ObjectNode all) {
            Overlay.of(all.deepCopy().without(RUNS)).applyTo(file);
            Overlay.of(all.path(RUNS).path(variant.name())).applyTo(file);
        }
        return file.set("seed", String.valueOf(seed)).settings();
    }
}
