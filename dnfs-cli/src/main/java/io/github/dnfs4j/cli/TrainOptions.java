package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.plan.Methods;
import io.github.dnfs4j.experiment.plan.Overlay;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of training whatever the target. Each stands for a key of the settings; what is not given stays as the
 * layers below have it: defaults, then the method, then the settings file, then options, then {@code --set}.
 */
final class TrainOptions {
    @Mixin
    final BudgetOptions budget = new BudgetOptions();

    @Option(
            names = "--network",
            description =
                    "letf, lemlp, leattn, leconv, lelattice, lepyramid or leglass, each with its own width and depth"
                            + " (default: ${bundle:default.network.kind} on periodic lattices,"
                            + " ${bundle:default.glass.network.kind} where bonds of a square one differ, else ${bundle:default.letf.network.kind}).")
    @Nullable
    String network;

    @Mixin
    final NetworkOptions size = new NetworkOptions();

    @Option(
            names = "--symmetric",
            negatable = true,
            description = "Rates that do not change when all sites exchange their states alike, for potts, where it is"
                    + " the default, and for ising without a field.")
    @Nullable
    Boolean symmetric;

    @Option(
            names = "--time-steps",
            description = "Time steps of the training paths (default: ${bundle:default.train.timeSteps}).")
    @Nullable
    Integer timeSteps;

    @Option(names = "--batch", description = "States in one optimiser step (default: ${bundle:default.train.batch}).")
    @Nullable
    Integer batch;

    @Option(
            names = {"--rule", "--kernel"},
            description = "Of the steps of all paths: exponential or euler (default: ${bundle:default.train.rule}).")
    @Nullable
    String rule;

    @Option(names = "--learning-rate", description = "The largest one (default: ${bundle:default.train.learningRate}).")
    @Nullable
    Double learningRate;

    @Option(
            names = {"--objective", "--method"},
            description = "dnfs, or leaps: learned c_t, Markov moves and random times in training, SMC in evaluation.")
    @Nullable
    String method;

    @Option(
            names = "--estimator",
            description = "Of d/dt log Z: naive, control-variate, optimal or learned"
                    + " (default: ${bundle:default.train.estimator}).")
    @Nullable
    String estimator;

    @Option(
            names = "--link",
            description = "From network to rates: relu or softplus (default: ${bundle:default.train.link}).")
    @Nullable
    String link;

    @Mixin
    final MachineOptions machine = new MachineOptions();

    @Option(names = "--settings", paramLabel = "FILE.yaml", description = "Settings from a file.")
    @Nullable
    Path settings;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Any single setting, such as train.ema=0.99.")
    Map<String, String> set = new LinkedHashMap<>();

    /** Lays the file, these options and those of the target over the settings. */
    RunSettings over(RunSettings below, Map<String, String> target) throws IOException {
        SettingsFile<RunSettings> file = SettingsFile.of(below);
        if (method != null) {
            Methods.find(method).applyTo(file);
        }
        if (settings != null) {
            Overlay.read(settings).applyTo(file);
        }
        Map<String, String> options = new LinkedHashMap<>(target);
        values(options);
        new Overlay(options).applyTo(file);
        new Overlay(set).applyTo(file);
        return file.settings();
    }

    private void values(Map<String, String> out) {
        budget.put(out, "train");
        put(out, "network.kind", network);
        size.put(out);
        put(out, "network.symmetric", symmetric);
        put(out, "train.timeSteps", timeSteps);
        put(out, "train.batch", batch);
        StepRule parsed = rule == null ? null : StepRule.parse(rule);
        put(out, "train.rule", parsed);
        put(out, "sampling.rule", parsed);
        put(out, "train.learningRate", learningRate);
        put(out, "train.estimator", estimator);
        put(out, "train.link", link);
        machine.put(out);
    }

    static void put(Map<String, String> out, String key, @Nullable Object value) {
        if (value != null) {
            out.put(key, value.toString());
        }
    }
}
