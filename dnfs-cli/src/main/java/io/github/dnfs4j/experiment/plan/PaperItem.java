package io.github.dnfs4j.experiment.plan;

import java.util.List;

/**
 * A table, or a figure with data, of the paper, by the number that a reader sees and the label in its source. Figures 2, 8
 * and 10 are drawings.
 */
public record PaperItem(String number, String label) {
    private static PaperItem table(int number, String label) {
        return new PaperItem("Table " + number, label);
    }

    private static PaperItem figure(int number, String label) {
        return new PaperItem("Figure " + number, label);
    }

    /** All of them, in the order of the paper. */
    public static final List<PaperItem> ALL = List.of(
            table(1, "mis"),
            table(2, "ising_statistic"),
            table(3, "synthetic_toy2d"),
            table(4, "synthetic_mmd_ebm_dfs"),
            table(5, "ising_results_appendix"),
            table(6, "mcut"),
            table(7, "appendix_mis_dnfs_dlama"),
            table(8, "rb-graphs"),
            figure(1, "ising_var_reduction"),
            figure(3, "ising_diff_arch"),
            figure(4, "sampling_toy2d"),
            figure(5, "ising_compare_to_baselines"),
            figure(6, "ebm_toy2d"),
            figure(7, "ising_learned_matrix"),
            figure(9, "comp_approx_ratio_deep_ebm"),
            figure(11, "appendix_sampling_toy2d"),
            figure(12, "leaps_leconv_letf_deep_ebm"),
            figure(13, "ising_compare_to_mcmc_baselines"),
            figure(14, "appendix_loss_diff_arch"),
            figure(15, "appendix_loss_leaps_dnfs"),
            figure(16, "appendix_ebm_toy2d"),
            figure(17, "appendix_ebm_toy2d_sampling_traj"));

    /** By its label. */
    static PaperItem of(String label) {
        return ALL.stream()
                .filter(item -> item.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the paper has no table or figure '" + label
                        + "'; possible: "
                        + String.join(", ", ALL.stream().map(PaperItem::label).toList())));
    }

    /** {@code Table 1 (mis)}. */
    @Override
    public String toString() {
        return number + " (" + label + ")";
    }
}
