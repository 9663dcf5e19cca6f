package io.github.dnfs4j.experiment.plan;

import io.github.dnfs4j.ebm.DataSettings;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.IsingFit;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.ebm.Planar;
import io.github.dnfs4j.experiment.result.EbmQuantity;
import io.github.dnfs4j.settings.SettingsFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of an experiment that says it is about learned energies.
 *
 * @param kind {@code table}: every method on every set; {@code matrix}: every method on every lattice; {@code samplers}:
 *     samplers of an energy that was learnt before; {@code trajectory}: how a flow goes from noise to data and back
 * @param sets planar sets
 * @param lattices of matrix
 * @param paper what the paper says, by quantity, run and column; shown beside problems of its size
 * @param source where the paper says it
 */
public record EbmPlan(
        String kind,
        @Nullable List<String> sets,
        @Nullable List<Lattice> lattices,
        @Nullable Map<EbmQuantity, Map<String, Map<String, Double>>> paper,
        @Nullable String source) {
    private static final int PAPER_BITS = 16;
    private static final List<String> KINDS = List.of("table", "matrix", "samplers", "trajectory");

    /** A lattice whose matrix is to be recovered. */
    public record Lattice(int side, double sigma) {
        public String title() {
            return side + "x" + side + ", " + sigma;
        }
    }

    /**
     * What a budget changes.
     *
     * @param preset quick or paper
     * @param bits of a coordinate
     * @param sets in place of the plan's
     * @param lattices in place of the plan's
     * @param samples of a lattice
     * @param settings of every energy, by dotted key
     * @param sampler settings of every sampler of those, by dotted key
     * @param gfnMinutes how long to train a GFlowNet
     * @param effort of the judging
     */
    public record Budget(
            @Nullable String preset,
            @Nullable Integer bits,
            @Nullable List<String> sets,
            @Nullable List<Lattice> lattices,
            @Nullable Integer samples,
            @Nullable Map<String, String> settings,
            @Nullable Map<String, String> sampler,
            @Nullable Double gfnMinutes,
            EbmEvaluation.@Nullable Effort effort) {

        /** Whether planar points have as many bits as the paper's. */
        public boolean fullCode() {
            return bits == null || bits == PAPER_BITS;
        }

        public EbmEvaluation.Effort judging() {
            return effort == null ? EbmEvaluation.Effort.DEFAULT : effort;
        }

        /** The settings of one run of one set. */
        public EbmSettings energy(String set, Experiment.Variant variant, long seed) {
            DataSettings data = DataSettings.parse(set, Objects.requireNonNullElse(bits, PAPER_BITS), 0);
            String name = Objects.requireNonNullElse(preset, "quick");
            return overlaid(EbmSettings.preset(name, data, method(variant)), variant, seed);
        }

        /** The settings of one run of one lattice. */
        public EbmSettings matrix(Lattice lattice, Experiment.Variant variant, long seed) {
            int count = Objects.requireNonNullElse(samples, 2000);
            return overlaid(
                    IsingFit.settings(lattice.side(), lattice.sigma(), count, method(variant), seed, "auto"),
                    variant,
                    seed);
        }

        private static Method method(Experiment.Variant variant) {
            return Method.parse(Objects.requireNonNullElse(variant.method(), variant.name()));
        }

        private EbmSettings overlaid(EbmSettings below, Experiment.Variant variant, long seed) {
            Map<String, String> layers = new LinkedHashMap<>(settings == null ? Map.of() : settings);
            if (variant.settings() != null) {
                layers.putAll(Overlay.of(variant.settings()).values());
            }
            if (layers.containsKey("fit.steps") != layers.containsKey("fit.minutes")) {
                layers.put(layers.containsKey("fit.steps") ? "fit.minutes" : "fit.steps", "0");
            }
            return SettingsFile.of(below)
                    .set(layers)
                    .set("seed", String.valueOf(seed))
                    .settings();
        }
    }

    void check() {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException(
                    "unknown kind of ebm experiment '" + kind + "'; possible: " + String.join(", ", KINDS));
        }
        if (kind.equals("matrix") ? lattices == null : sets == null) {
            throw new IllegalArgumentException("an ebm experiment needs sets, or lattices where it learns a matrix");
        }
        if ((paper == null) != (source == null)) {
            throw new IllegalArgumentException("what the paper says needs its source, and a source something said");
        }
        if (sets != null) {
            sets.forEach(Planar::parse);
        }
    }

    /** Says what is wrong with the runs at a budget before anything is written. */
    void check(List<Experiment.Variant> runs, Budget budget) {
        for (Experiment.Variant variant : runs) {
            for (String set : kind.equals("table") ? sets(budget) : List.<String>of()) {
                budget.energy(set, variant, 1);
            }
            for (Lattice lattice : lattices(budget)) {
                budget.matrix(lattice, variant, 1);
            }
        }
    }

    /** What the paper says of a quantity, by run and column. */
    public Map<String, Map<String, Double>> paper(EbmQuantity quantity) {
        return paper == null ? Map.of() : paper.getOrDefault(quantity, Map.of());
    }

    public List<String> sets(Budget budget) {
        return budget.sets() != null ? budget.sets() : sets != null ? sets : List.of();
    }

    public List<Lattice> lattices(Budget budget) {
        return budget.lattices() != null ? budget.lattices() : lattices != null ? lattices : List.of();
    }
}
