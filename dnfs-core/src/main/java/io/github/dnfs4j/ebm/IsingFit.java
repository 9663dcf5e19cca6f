package io.github.dnfs4j.ebm;

import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.settings.TrainSettings.Optimiser;
import io.github.dnfs4j.target.EnergySettings;
import io.github.dnfs4j.target.PairEnergy;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.NoGradGuard;

/**
 * How well an Ising matrix was recovered from samples of {@code p ~ exp(s'Js)}, J = sigma between neighbours of a
 * periodic lattice: the negative log of {@code RMSE = sqrt(mean over all d^2 entries of (J - J^)^2)}.
 *
 * @param truth J, d^2 entries
 * @param learned J^
 */
public record IsingFit(double[] truth, double[] learned) {

    /** The matrix of a lattice. */
    public static double[] lattice(int side, double sigma) {
        int d = side * side;
        double[] j = new double[d * d];
        for (int r = 0; r < side; r++) {
            for (int c = 0; c < side; c++) {
                int i = r * side + c;
                for (int k : new int[] {(r + 1) % side * side + c, r * side + (c + 1) % side}) {
                    if (k != i) {
                        j[i * d + k] += sigma;
                        j[k * d + i] += sigma;
                    }
                }
            }
        }
        return j;
    }

    /** Of a model that learnt a lattice. */
    public static IsingFit of(EbmModel model) {
        if (!(model.net() instanceof PairEnergy pairs)
                || !(model.settings().data() instanceof DataSettings.Lattice lattice)) {
            throw new IllegalArgumentException("this run did not learn the matrix of a lattice");
        }
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            return new IsingFit(lattice(lattice.side(), lattice.sigma()), Tensors.doubles(pairs.matrix()));
        }
    }

    public double negativeLogRmse() {
        double sum = 0;
        for (int k = 0; k < truth.length; k++) {
            sum += (truth[k] - learned[k]) * (truth[k] - learned[k]);
        }
        return -0.5 * Math.log(sum / truth.length);
    }

    /** The score of the matrix of zeros, which says nothing and is hard to beat where data are frozen. */
    public double zeroScore() {
        return new IsingFit(truth, new double[truth.length]).negativeLogRmse();
    }

    /** Settings that learn a lattice's matrix on two cores in about a minute. */
    public static EbmSettings settings(int side, double sigma, int samples, Method method, long seed, String device) {
        DataSettings data = new DataSettings.Lattice(side, sigma, samples, seed);
        EbmSettings below = EbmSettings.defaults(data, method);
        FitSettings fit = new FitSettings(
                new Budget(1000, 0, 60), new Optimiser(500, 4e-3, 0.02, 0.01, 0, 100, 0.99), 0.08, 0.02);
        NegativeSettings negatives = new NegativeSettings(32, 1, 0.1, "dmala", 5, 0.3, 2000, 500);
        return new EbmSettings(
                data, EnergySettings.PAIRS, method, fit, negatives, below.sampler(), below.gfn(), seed, device);
    }
}
