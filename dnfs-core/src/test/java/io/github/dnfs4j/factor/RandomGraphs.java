package io.github.dnfs4j.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Small models of all kinds. */
public final class RandomGraphs {
    private RandomGraphs() {}

    /** Up to {@code most} variables of {@code least} to 5 states, factors of order 0 to 4, a share of entries forbidden. */
    public static FactorGraph any(Random random, int most, int least, double forbidden) {
        int n = 1 + random.nextInt(most);
        int[] sizes = random.ints(n, least, 6).toArray();
        List<Factor> factors = new ArrayList<>();
        for (int k = random.nextInt(2 * n + 1); k >= 0; k--) {
            factors.add(factor(random, sizes, scope(random, n, random.nextInt(Math.min(n, 4) + 1)), forbidden));
        }
        return FactorGraph.of(sizes, factors);
    }

    /** A tree of factors: each but the first shares one variable with those before. */
    public static FactorGraph tree(Random random, int factors, double forbidden) {
        List<Integer> sizes = new ArrayList<>(List.of(2 + random.nextInt(3)));
        List<int[]> scopes = new ArrayList<>();
        for (int k = 0; k < factors; k++) {
            int[] scope = new int[1 + random.nextInt(3)];
            scope[0] = random.nextInt(sizes.size());
            for (int j = 1; j < scope.length; j++) {
                scope[j] = sizes.size();
                sizes.add(1 + random.nextInt(3));
            }
            scopes.add(scope);
        }
        int[] all = sizes.stream().mapToInt(s -> s).toArray();
        return FactorGraph.of(
                all, scopes.stream().map(s -> factor(random, all, s, forbidden)).toList());
    }

    /** An L x L grid with a normal factor for each pair of neighbours and each variable, 2 to 4 states. */
    public static FactorGraph grid(Random random, int side) {
        int[] sizes = random.ints((long) side * side, 2, 5).toArray();
        List<Factor> factors = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            factors.add(factor(random, sizes, new int[] {i}, 0));
            if (i % side + 1 < side) {
                factors.add(factor(random, sizes, new int[] {i, i + 1}, 0));
            }
            if (i + side < sizes.length) {
                factors.add(factor(random, sizes, new int[] {i + side, i}, 0));
            }
        }
        return FactorGraph.of(sizes, factors);
    }

    private static int[] scope(Random random, int n, int order) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            all.add(i);
        }
        Collections.shuffle(all, random);
        return all.stream().limit(order).mapToInt(i -> i).toArray();
    }

    static Factor factor(Random random, int[] sizes, int[] scope, double forbidden) {
        int[] shape = Arrays.stream(scope).map(v -> sizes[v]).toArray();
        double[] log = new double[(int) Factor.entries(shape)];
        for (int e = 0; e < log.length; e++) {
            log[e] = random.nextDouble() < forbidden ? Double.NEGATIVE_INFINITY : random.nextGaussian();
        }
        return Factor.of(scope, shape, log);
    }

    /** Everything by going through all states. */
    static Exact enumerated(FactorGraph graph) {
        int[] sizes = graph.sizes();
        double z = 0;
        double mean = 0;
        double best = Double.NEGATIVE_INFINITY;
        double[][] marginals = Arrays.stream(sizes).mapToObj(double[]::new).toArray(double[][]::new);
        int[] x = new int[sizes.length];
        for (boolean more = true; more; more = next(x, sizes)) {
            double log = graph.logDensity(x);
            best = Math.max(best, log);
            z += Math.exp(log);
            mean += log == Double.NEGATIVE_INFINITY ? 0 : Math.exp(log) * log;
            for (int i = 0; i < x.length; i++) {
                marginals[i][x[i]] += Math.exp(log);
            }
        }
        for (double[] m : marginals) {
            for (int a = 0; a < m.length; a++) {
                m[a] /= z;
            }
        }
        return new Exact(Math.log(z), mean / z, marginals, best);
    }

    /** Goes to the next state; false after the last. */
    static boolean next(int[] x, int[] sizes) {
        for (int i = x.length - 1; i >= 0; i--) {
            if (++x[i] < sizes[i]) {
                return true;
            }
            x[i] = 0;
        }
        return false;
    }

    record Exact(double logZ, double meanLogDensity, double[][] marginals, double best) {}
}
