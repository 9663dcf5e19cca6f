package io.github.dnfs4j.experiment.plan;

import io.github.dnfs4j.ebm.DataSettings;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.IsingFit;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.settings.SettingsFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** From the variants of an experiment about learned energies to the settings of its runs. */
public final class EbmVariants {
    private EbmVariants() {}

    /** The settings of one run of one set. */
    public static EbmSettings settings(EbmPlan.Budget budget, String set, Experiment.Variant variant, long seed) {
        int bits = Objects.requireNonNullElse(budget.bits(), 16);
        String preset = Objects.requireNonNullElse(budget.preset(), "quick");
        Method method = Method.parse(Objects.requireNonNullElse(variant.method(), variant.name()));
        EbmSettings below = EbmSettings.preset(preset, DataSettings.parse(set, bits, 0), method);
        return overlaid(below, budget, variant, seed);
    }

    private static EbmSettings overlaid(
            EbmSettings below, EbmPlan.Budget budget, Experiment.Variant variant, long seed) {
        SettingsFile<EbmSettings> tree = SettingsFile.of(below);
        Map<String, String> layers = new LinkedHashMap<>(budget.energySettings());
        if (variant.settings() != null) {
            layers.putAll(Overlay.of(variant.settings()).values());
        }
        if (layers.containsKey("fit.steps") != layers.containsKey("fit.minutes")) {
            layers.put(layers.containsKey("fit.steps") ? "fit.minutes" : "fit.steps", "0");
        }
        tree.set(layers);
        return tree.set("seed", String.valueOf(seed)).settings();
    }

    /** Says what is wrong with an experiment before anything is written. */
    static void check(Experiment experiment, EbmPlan plan, EbmPlan.Budget budget) {
        for (Experiment.Variant variant : experiment.runs()) {
            for (String set : plan.kind().equals("table") ? plan.sets(budget) : List.<String>of()) {
                settings(budget, set, variant, 1);
            }
            for (EbmPlan.Lattice lattice : plan.lattices(budget)) {
                settings(budget, lattice, variant, 1);
            }
        }
    }

    /** The settings of one run of one lattice. */
    public static EbmSettings settings(
            EbmPlan.Budget budget, EbmPlan.Lattice lattice, Experiment.Variant variant, long seed) {
        EbmSettings below = IsingFit.settings(
                lattice.side(),
                lattice.sigma(),
                Objects.requireNonNullElse(budget.samples(), 2000),
                Method.parse(Objects.requireNonNullElse(variant.method(), variant.name())),
                seed,
                "auto");
        return overlaid(below, budget, variant, seed);
    }
}
