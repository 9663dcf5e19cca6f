package io.github.dnfs4j.flow;

import io.github.dnfs4j.path.Pace;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Measures the {@link Pace} of a simulator by a few paths: the variance V that the exact log weight gains in a window of
 * width W and steps of width h gives {@code v = V / (W h)} there. Each round runs at the pace that the one before found,
 * so that the last has most steps where most of the noise is.
 *
 * <p>A window is two steps: of two sublattices the noise of one turn is mostly undone by that of the next. For three or
 * four of them longer windows made no difference.
 */
public final class PaceMeter {
    /** Enough: the square roots of the variances are then right to a tenth. */
    public static final int PATHS = 64;

    private static final int ROUNDS = 3;
    private static final int WINDOWS = 32;
    private static final int WINDOW = 2;
    private static final int SHARES = 16;
    /** What every stretch gets of the mean density, whatever was seen there: few paths do not see all. */
    private static final double LEAST = 0.1;
    /** Below it gains are but rounding. */
    private static final double NOISE = 1e-6;

    private PaceMeter() {}

    /** The pace of a simulator, without its moves in between and its resampling, by n paths in each of three rounds. */
    public static Pace measure(Simulator simulator, int n, Rng rng) {
        if (n < 2) {
            throw new IllegalArgumentException("a pace is measured by at least 2 paths, not " + n);
        }
        Pace pace = Pace.EVEN;
        try (Simulation runs = simulator.plain().runs(n, rng.device())) {
            for (int round = 0; round < ROUNDS; round++) {
                TimeGrid grid = pace.grid(WINDOWS * WINDOW);
                pace = Pace.of(edges(grid), density(grid, gains(runs, grid, rng)), SHARES);
            }
        }
        return pace;
    }

    private static double[] edges(TimeGrid grid) {
        double[] edges = new double[WINDOWS + 1];
        Arrays.setAll(edges, b -> grid.at(b * WINDOW));
        return edges;
    }

    /** The variance over the paths of what each window adds to the exact log weight. */
    private static double[] gains(Simulation runs, TimeGrid grid, Rng rng) {
        try (Scope scope = Scope.open()) {
            Tensor exact = runs.weights().exact();
            Tensor last = torch.zeros_like(exact);
            Tensor gains = Tensors.zeros(ScalarType.Double, rng.device(), WINDOWS);
            runs.forward(grid, 0, rng, (k, point) -> {
                if (k > 0 && k % WINDOW == 0) {
                    gains.select(0, k / WINDOW - 1L).copy_(exact.sub(last).var());
                    last.copy_(exact);
                }
            });
            return Tensors.doubles(gains);
        }
    }

    private static double[] density(TimeGrid grid, double[] gains) {
        double[] density = new double[WINDOWS];
        double mean = 0;
        for (int b = 0; b < WINDOWS; b++) {
            double width = grid.at((b + 1) * WINDOW) - grid.at(b * WINDOW);
            density[b] = Math.sqrt(gains[b] * WINDOW) / width;
            mean += density[b] * width;
        }
        if (!(mean > NOISE && mean < Double.POSITIVE_INFINITY)) {
            // Equal weights have nothing to gain, and weights that are not finite nothing to tell.
            Arrays.fill(density, 1);
            return density;
        }
        for (int b = 0; b < WINDOWS; b++) {
            density[b] += LEAST * mean;
        }
        return density;
    }
}
