package io.github.dnfs4j.testkit;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Holds a sampler against the enumerated target, with a false alarm once in 10,000 times. Everything is seeded, so an
 * alarm stays until the sampler changes.
 *
 * <pre>{@code
 * SamplerConformance.checkDraws("mine", target -> new MyChain(target), 6000, 1);   // draws of the target itself
 * SamplerConformance.checkWeights("mine", target -> new MyFlow(target), 100, 1);   // weighted, E[w] = Z
 * }</pre>
 */
public final class SamplerConformance {
    private static final int RUNS = 300;
    private static final int CELLS = 8;

    private SamplerConformance() {}

    /** Equally weighted, independent samples: Pearson's chi-square over the states. */
    public static void checkDraws(String what, Sampler sampler, Target target, int count, Rng rng) {
        SampleSet set = draw(what, sampler, target, count, rng);
        Enumeration exact = Enumeration.of(target);
        double[] logDensity = exact.logDensity();
        long[] counts = new long[logDensity.length];
        for (int row = 0; row < count; row++) {
            int k = number(set, row);
            counts[k]++;
            double w = set.logWeights()[row];
            Expect.that(
                    w == 0 || Math.abs(w - exact.logZ()) <= 1e-9,
                    "%s: draws from the target weigh 1 or Z, log weight %d is %s",
                    what,
                    row,
                    w);
            double u = set.logDensity()[row];
            Expect.that(
                    Math.abs(u - logDensity[k]) <= 1e-9,
                    "%s: the log density of sample %d is given as %s, but is %s",
                    what,
                    row,
                    u,
                    logDensity[k]);
        }
        ChiSquare.check(what, counts, exact.probabilities());
    }

    /**
     * Weighted samples with E[w f(x)] = Z E_rho[f]: the means of {@code w/Z [x in cell]} over independent runs, held
     * against the probabilities of the cells by Hotelling's T-square, which for this many runs is a chi-square.
     * Samples of different runs must be independent, those within a run need not.
     */
    public static void checkRuns(String what, Sampler sampler, Target target, int each, Rng rng) {
        check(
                what,
                target,
                IntStream.range(0, RUNS)
                        .mapToObj(k -> draw(what, sampler, target, each, rng))
                        .toList());
    }

    /** Weighted samples that are all independent, from one call that is cut into runs. */
    public static void checkWeights(String what, Sampler sampler, Target target, int each, Rng rng) {
        SampleSet all = draw(what, sampler, target, RUNS * each, rng);
        check(
                what,
                target,
                IntStream.range(0, RUNS)
                        .mapToObj(k -> part(all, k * each, each))
                        .toList());
    }

    /**
     * {@link #checkDraws} on each of the {@link SmallTargets}, for a sampler that is made for a target.
     *
     * @param count how many draws a target, thousands
     */
    public static void checkDraws(String what, Function<Target, Sampler> samplers, int count, long seed) {
        SmallTargets.all().forEach((name, target) -> {
            try (Rng rng = Rng.seeded(seed, Device.CPU)) {
                checkDraws(what + ", " + name, samplers.apply(target), target, count, rng);
            }
        });
    }

    /**
     * {@link #checkWeights} on each of the {@link SmallTargets}, for a sampler that is made for a target.
     *
     * @param each samples a run, about 100
     */
    public static void checkWeights(String what, Function<Target, Sampler> samplers, int each, long seed) {
        SmallTargets.all().forEach((name, target) -> {
            try (Rng rng = Rng.seeded(seed, Device.CPU)) {
                checkWeights(what + ", " + name, samplers.apply(target), target, each, rng);
            }
        });
    }

    private static SampleSet draw(String what, Sampler sampler, Target target, int count, Rng rng) {
        SampleSet set = sampler.sample(count, rng);
        Expect.that(set.space().equals(target.space()), "%s: samples of %s, not of the target's", what, set.space());
        Expect.that(set.count() == count, "%s: %d samples were asked for, %d came", what, count, set.count());
        for (int k = 0; k < set.states().length; k++) {
            int value = set.states()[k] & 0xff;
            int site = k % set.space().sites();
            Expect.that(value < set.space().size(site), "%s: site %d has value %d", what, site, value);
        }
        return set;
    }

    private static SampleSet part(SampleSet all, int from, int count) {
        int d = all.space().sites();
        return new SampleSet(
                all.space(),
                Arrays.copyOfRange(all.states(), from * d, (from + count) * d),
                Arrays.copyOfRange(all.logDensity(), from, from + count),
                Arrays.copyOfRange(all.logWeights(), from, from + count),
                all.cost());
    }

    private static void check(String what, Target target, List<SampleSet> sets) {
        double first = sets.get(0).logWeights()[0];
        Expect.that(
                sets.stream().anyMatch(set -> Arrays.stream(set.logWeights()).anyMatch(w -> w != first)),
                "%s: all weights are equal, which is for checkDraws to judge",
                what);
        Enumeration exact = Enumeration.of(target);
        double[] p = exact.probabilities();
        int[] cell = cells(p);
        int cells = Arrays.stream(cell).max().orElseThrow() + 1;
        double[] expected = new double[cells];
        for (int k = 0; k < p.length; k++) {
            expected[cell[k]] += p[k];
        }
        double[][] runs = new double[RUNS][cells];
        for (int k = 0; k < RUNS; k++) {
            SampleSet set = sets.get(k);
            for (int row = 0; row < set.count(); row++) {
                runs[k][cell[number(set, row)]] += Math.exp(set.logWeights()[row] - exact.logZ()) / set.count();
            }
        }
        double t = hotelling(runs, expected);
        double limit = ChiSquare.limit(cells);
        Expect.that(t < limit, "T-square of %s is %.1f over %d cells, above %.1f", what, t, cells, limit);
    }

    private static int number(SampleSet set, int row) {
        return IntStream.range(0, set.space().sites())
                .reduce(0, (k, i) -> k * set.space().size(i) + set.value(row, i));
    }

    /** About equally probable cells of states that are dealt out in the order of their probability. */
    private static int[] cells(double[] p) {
        int[] order = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(k -> p[k]))
                .mapToInt(k -> k)
                .toArray();
        int[] cell = new int[p.length];
        double sum = 0;
        for (int k : order) {
            cell[k] = (int) Math.min(CELLS - 1, Math.floor(sum * CELLS));
            sum += p[k];
        }
        int[] used = Arrays.stream(cell).distinct().sorted().toArray();
        return Arrays.stream(cell).map(c -> Arrays.binarySearch(used, c)).toArray();
    }

    /** {@code B (m - mu)' C^-1 (m - mu)}, scaled to the F distribution's chi-square limit. */
    private static double hotelling(double[][] runs, double[] mu) {
        int n = runs.length;
        int k = mu.length;
        double[] m = new double[k];
        for (double[] run : runs) {
            for (int a = 0; a < k; a++) {
                m[a] += run[a] / n;
            }
        }
        double[][] c = new double[k][k + 1];
        for (int a = 0; a < k; a++) {
            for (double[] run : runs) {
                for (int b = 0; b < k; b++) {
                    c[a][b] += (run[a] - m[a]) * (run[b] - m[b]) / (n - 1);
                }
            }
            c[a][k] = m[a] - mu[a];
        }
        double[] solved = solve(c);
        double t = 0;
        for (int a = 0; a < k; a++) {
            t += n * (m[a] - mu[a]) * solved[a];
        }
        return t * (n - k) / (n - 1);
    }

    /** Gauss and Jordan on [A | b], A positive definite. */
    private static double[] solve(double[][] a) {
        int k = a.length;
        for (int i = 0; i < k; i++) {
            for (int r = 0; r < k; r++) {
                double f = r == i ? 0 : a[r][i] / a[i][i];
                for (int col = i; f != 0 && col <= k; col++) {
                    a[r][col] -= f * a[i][col];
                }
            }
        }
        return IntStream.range(0, k).mapToDouble(i -> a[i][k] / a[i][i]).toArray();
    }
}
