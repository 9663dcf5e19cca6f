package io.github.dnfs4j.experiment;

import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.Planar;
import java.util.List;
import java.util.Map;
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

    /** A lattice whose matrix is to be recovered. */
    public record Lattice(int side, double sigma) {
        String title() {
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

        EbmEvaluation.Effort judging() {
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
            if (!EbmTable.knows(key) && !key.equals(Quantity.LOG_Z.key())) {
                throw new IllegalArgumentException(
                        "unknown quantity '" + key + "'; possible: " + String.join(", ", EbmTable.keys()));
            }
        }
    }

    List<String> sets(Budget budget) {
        return budget.sets() != null ? budget.sets() : sets != null ? sets : List.of();
    }

    List<Lattice> lattices(Budget budget) {
        return budget.lattices() != null ? budget.lattices() : lattices != null ? lattices : List.of();
    }
}
