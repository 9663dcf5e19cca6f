package io.github.dnfs4j.ebm;

import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.Statistics;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The NLL of held-out bits under three laws that anybody fits in a moment, for an energy to be held against. With n training
 * states, each probability is a share of them with one state more, spread evenly:
 *
 * <pre>{@code
 * independent  p(x) = prod_i p_i(x_i)
 * mixture      p(x) = sum_k c_k prod_i p_ki(x_i), by expectation and maximisation
 * tree         p(x) = p(x_root) prod_i p(x_i given x_parent(i)), the tree of largest mutual informations (Chow, Liu)
 * }</pre>
 *
 * <p>All three are normalised: no estimate of Z is between them and the truth.
 */
record Baselines(Estimate independent, Estimate mixture, Estimate tree) {
    private static final int COMPONENTS = 16;
    private static final int ROUNDS = 40;
    /** Multiplications of the mixture: a second or two. */
    private static final double WORK = 1e9;

    /**
     * Fits and judges.
     *
     * @param train rows x sites bits
     * @param test the same of held-out states
     */
    public static Baselines of(byte[] train, byte[] test, int sites, long seed) {
        int most = (int) Math.max(100, WORK / ((double) COMPONENTS * ROUNDS * sites));
        byte[] some = Arrays.copyOf(train, Math.min(train.length, most * sites));
        return new Baselines(
                nll(independent(train, sites), test, sites),
                nll(mixture(some, sites, new SplittableRandom(seed)), test, sites),
                nll(tree(train, sites), test, sites));
    }

    /** log p of the state that begins at a place. */
    private interface Law {
        double log(byte[] states, int at);
    }

    private static Estimate nll(Law law, byte[] test, int sites) {
        double[] minus = IntStream.range(0, test.length / sites)
                .mapToDouble(row -> -law.log(test, row * sites))
                .toArray();
        return Estimate.of(Statistics.mean(minus), Statistics.standardError(minus));
    }

    private static Law independent(byte[] train, int sites) {
        double n = (double) train.length / sites;
        double[] ones = new double[sites];
        for (int k = 0; k < train.length; k++) {
            ones[k % sites] += train[k];
        }
        double[][] log = logs(Arrays.stream(ones).map(c -> (c + 0.5) / (n + 1)).toArray());
        return (x, at) -> sum(log, x, at);
    }

    /** The logs of 1 - p and p of each site. */
    private static double[][] logs(double[] p) {
        return Arrays.stream(p)
                .mapToObj(v -> new double[] {Math.log1p(-v), Math.log(v)})
                .toArray(double[][]::new);
    }

    private static double sum(double[][] log, byte[] x, int at) {
        double sum = 0;
        for (int i = 0; i < log.length; i++) {
            sum += log[i][x[at + i]];
        }
        return sum;
    }

    private static Law mixture(byte[] train, int sites, SplittableRandom random) {
        int n = train.length / sites;
        double[] share = new double[COMPONENTS];
        Arrays.fill(share, 1.0 / COMPONENTS);
        double[][][] log = new double[COMPONENTS][][];
        for (int k = 0; k < COMPONENTS; k++) {
            log[k] = logs(random.doubles(sites, 0.25, 0.75).toArray());
        }
        for (int round = 0; round < ROUNDS; round++) {
            double[] weight = new double[COMPONENTS];
            double[][] ones = new double[COMPONENTS][sites];
            for (int row = 0; row < n; row++) {
                double[] r = parts(share, log, train, row * sites);
                double all = logSum(r);
                for (int k = 0; k < COMPONENTS; k++) {
                    double p = Math.exp(r[k] - all);
                    weight[k] += p;
                    for (int i = 0; i < sites; i++) {
                        ones[k][i] += p * train[row * sites + i];
                    }
                }
            }
            for (int k = 0; k < COMPONENTS; k++) {
                double total = weight[k];
                share[k] = (total + 1.0 / COMPONENTS) / (n + 1);
                log[k] = logs(
                        Arrays.stream(ones[k]).map(c -> (c + 0.5) / (total + 1)).toArray());
            }
        }
        return (x, at) -> logSum(parts(share, log, x, at));
    }

    private static double[] parts(double[] share, double[][][] log, byte[] x, int at) {
        double[] parts = new double[share.length];
        Arrays.setAll(parts, k -> Math.log(share[k]) + sum(log[k], x, at));
        return parts;
    }

    private static double logSum(double[] logs) {
        double max = Arrays.stream(logs).max().orElseThrow();
        return max + Math.log(Arrays.stream(logs).map(v -> Math.exp(v - max)).sum());
    }

    private static Law tree(byte[] train, int sites) {
        int n = train.length / sites;
        long[][] columns = new long[sites][(n + 63) / 64];
        for (int row = 0; row < n; row++) {
            for (int i = 0; i < sites; i++) {
                columns[i][row >> 6] |= (long) train[row * sites + i] << (row & 63);
            }
        }
        // Prim: each time the site that tells most of one in the tree.
        int[] parent = new int[sites];
        int[] order = new int[sites];
        double[] best = new double[sites];
        Arrays.fill(best, -1);
        Arrays.fill(parent, -1);
        boolean[] in = new boolean[sites];
        for (int step = 0; step < sites; step++) {
            int next = -1;
            for (int i = 0; i < sites; i++) {
                next = !in[i] && (next < 0 || best[i] > best[next]) ? i : next;
            }
            in[next] = true;
            order[step] = next;
            for (int i = 0; i < sites; i++) {
                double told = in[i] ? -1 : information(joint(columns[next], columns[i], n));
                if (told > best[i]) {
                    best[i] = told;
                    parent[i] = next;
                }
            }
        }
        double[][] log = new double[sites][];
        for (int i : order) {
            double[] p = joint(columns[parent[i] < 0 ? i : parent[i]], columns[i], n);
            log[i] = parent[i] < 0
                    ? new double[] {Math.log(p[0] + p[2]), Math.log(p[1] + p[3])}
                    : new double[] {
                        Math.log(p[0] / (p[0] + p[1])), Math.log(p[1] / (p[0] + p[1])),
                        Math.log(p[2] / (p[2] + p[3])), Math.log(p[3] / (p[2] + p[3]))
                    };
        }
        return (x, at) -> {
            double sum = 0;
            for (int i = 0; i < sites; i++) {
                sum += log[i][(parent[i] < 0 ? 0 : 2 * x[at + parent[i]]) + x[at + i]];
            }
            return sum;
        };
    }

    /** The probabilities of 00, 01, 10 and 11, the first bit being that of a. */
    private static double[] joint(long[] a, long[] b, int n) {
        int[] counts = new int[4];
        for (int k = 0; k < a.length; k++) {
            counts[1] += Long.bitCount(~a[k] & b[k]);
            counts[2] += Long.bitCount(a[k] & ~b[k]);
            counts[3] += Long.bitCount(a[k] & b[k]);
        }
        counts[0] = n - counts[1] - counts[2] - counts[3];
        return Arrays.stream(counts).mapToDouble(c -> (c + 0.25) / (n + 1)).toArray();
    }

    private static double information(double[] p) {
        double sum = 0;
        for (int s = 0; s < 4; s++) {
            double alone = (p[s & 2] + p[s | 1]) * (p[s & 1] + p[s | 2]);
            // Of the four, s with its last bit either way, and with its first bit either way.
            sum += p[s] * Math.log(p[s] / alone);
        }
        return sum;
    }
}
