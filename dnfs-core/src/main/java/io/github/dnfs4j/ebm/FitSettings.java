package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Plausible.check;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.settings.TrainSettings.Optimiser;

/**
 * How the energy is fitted, whatever the method. As text it has no groups: the keys of all lie side by side, as
 * {@code fit.batch} and {@code fit.l1}.
 *
 * @param budget how long, all samplers included
 * @param optimiser how the weights follow the gradient, of batches of data
 * @param l1 penalty on the sum of an Ising matrix's absolute values
 * @param l1Shape where above 0, a coupling J is penalised by the share {@code 1 / (1 + |J| / l1Shape)} only, so that
 *     strong couplings are not shrunk
 */
public record FitSettings(
        @JsonUnwrapped Budget budget, @JsonUnwrapped Optimiser optimiser, double l1, double l1Shape) {
    /** The defaults. */
    public static final FitSettings DEFAULT =
            new FitSettings(new Budget(0, 3, 60), new Optimiser(256, 2e-3, 0.02, 0.01, 0, 10, 0.995), 0, 0);

    /** For a GPU: a minute, large batches. */
    public static final FitSettings GPU =
            new FitSettings(new Budget(0, 0.8, 60), new Optimiser(1024, 1e-3, 0.02, 0.01, 0, 10, 0.998), 0, 0);

    /** The paper's: AdamW at 1e-4, batch 128. It does not say how long; 10,000 updates are 100,000 of the flow. */
    public static final FitSettings PAPER =
            new FitSettings(new Budget(10_000, 0, 60), new Optimiser(128, 1e-4, 0, 1, 0, 1000, 0.999), 0, 0);

    public FitSettings {
        check(l1 >= 0 && l1Shape >= 0, "l1 and l1Shape must not be negative");
    }
}
