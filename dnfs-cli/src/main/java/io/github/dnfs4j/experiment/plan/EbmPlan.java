package io.github.dnfs4j.experiment.plan;

import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.Planar;
import io.github.dnfs4j.experiment.result.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of an experiment that says it is about learned energies.
 *
 * @param kind {@code table}: every method on every set; {@code matrix}: every method on every lattice; {@code samplers}:
 *     samplers of an energy that was learnt before; {@code trajectory}: how a flow goes from noise to data and back
 * @param sets planar sets
 * @param lattices of matrix
 * @param paper what the paper says, by key of the report, run and column; shown at the budget paper
 */
public record EbmPlan(
        String kind,
        @Nullable List<String> sets,
        @Nullable List<Lattice> lattices,
        @Nullable Map<String, Map<String, Map<String, Double>>> paper) {
    private static final List<String> KINDS = List.of("table", "matrix", "samplers", "trajectory");

    /** What may be reported, by key: titles of tables. */
    public static final Map<String, String> CAPTIONS = new TreeMap<>(Map.ofEntries(
            Map.entry("entropy", "Entropy of the data"),
            Map.entry("excess", "NLL less the entropy of the data"),
            Map.entry("nllExact", "NLL, exact Z"),
            Map.entry("nllImportance", "NLL, Z by uniform states"),
            Map.entry("nllAnnealed", "NLL, Z by annealed importance sampling"),
            Map.entry("nllFlow", "NLL, Z by exact weights of the flow"),
            Map.entry("nllBound", "NLL of the flow itself, upper bound"),
            Map.entry("mmd", "MMD of samples, 1e-4 (the sampler's where there is one, else the energy's)"),
            Map.entry("mmdEnergy", "MMD of samples of the energy, 1e-4"),
            Map.entry("mmdSampler", "MMD of samples of the flow, 1e-4"),
            Map.entry("negativeLogRmse", "Negative log-RMSE of the matrix; higher is better")));

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

        public EbmEvaluation.Effort judging() {
            return effort == null ? EbmEvaluation.Effort.DEFAULT : effort;
        }

        Map<String, String> energySettings() {
            return settings == null ? Map.of() : settings;
        }
    }

    void check(List<String> report) {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException(
                    "unknown kind of ebm experiment '" + kind + "'; possible: " + String.join(", ", KINDS));
        }
        if (kind.equals("matrix") ? lattices == null : sets == null) {
            throw new IllegalArgumentException("an ebm experiment needs sets, or lattices where it learns a matrix");
        }
        if (sets != null) {
            sets.forEach(Planar::parse);
        }
        for (String key : report) {
            if (!CAPTIONS.containsKey(key) && !key.equals(Quantity.LOG_Z.key())) {
                throw new IllegalArgumentException(
                        "unknown quantity '" + key + "'; possible: " + String.join(", ", CAPTIONS.keySet()));
            }
        }
    }

    public List<String> sets(Budget budget) {
        return budget.sets() != null ? budget.sets() : sets != null ? sets : List.of();
    }

    public List<Lattice> lattices(Budget budget) {
        return budget.lattices() != null ? budget.lattices() : lattices != null ? lattices : List.of();
    }
}
