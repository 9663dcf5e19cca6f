package io.github.dnfs4j.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An upper bound on log Z within a given memory. Variables are summed out one after the other as in
 * {@link VariableElimination}, but where the tables of a variable do not fit together they are parted into m groups with
 * products T_1 .. T_m, and Hölder's inequality bounds their sum:
 *
 * <pre>{@code sum over x of prod_g T_g  <=  prod_g (sum over x of T_g^m)^(1/m)}</pre>
 *
 * <p>Where everything fits, m is 1 throughout and the bound is log Z itself. Next comes the variable whose tables have the
 * fewest entries together.
 */
public final class MiniBuckets {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private MiniBuckets() {}

    /**
     * The bound.
     *
     * @param largest entries that a table may have, but for those of the model, which may have more
     */
    public static double upperBound(FactorGraph graph, int largest) {
        List<Factor> live = new ArrayList<>(graph.factors());
        List<Integer> left =
                new ArrayList<>(IntStream.range(0, graph.variables()).boxed().toList());
        while (!left.isEmpty()) {
            Integer v = left.stream()
                    .min(Comparator.comparingLong(u -> entries(graph, union(of(u, live), u))))
                    .orElseThrow();
            left.remove(v);
            List<Factor> own = of(v, live);
            live.removeAll(own);
            List<List<Factor>> groups = groups(graph, own, v, largest);
            for (List<Factor> group : groups) {
                live.add(summed(graph, group, v, groups.size()));
            }
        }
        return live.stream().mapToDouble(f -> f.log(0)).sum();
    }

    private static List<Factor> of(int v, List<Factor> all) {
        return all.stream().filter(f -> f.position(v) >= 0).toList();
    }

    /** The variables of the factors, v last, so that it runs fastest. */
    private static int[] union(List<Factor> factors, int v) {
        IntStream others = factors.stream().flatMapToInt(f -> Arrays.stream(f.scope()));
        return IntStream.concat(others.filter(u -> u != v).distinct().sorted(), IntStream.of(v))
                .toArray();
    }

    private static int[] shape(FactorGraph graph, int[] scope) {
        return Arrays.stream(scope).map(graph::size).toArray();
    }

    private static long entries(FactorGraph graph, int[] scope) {
        return Factor.entries(shape(graph, scope));
    }

    /** The largest first, each into the first group that it fits; one group without a factor where v has none. */
    private static List<List<Factor>> groups(FactorGraph graph, List<Factor> own, int v, int largest) {
        List<List<Factor>> groups = new ArrayList<>();
        for (Factor f : own.stream()
                .sorted(Comparator.comparingInt((Factor f) -> -f.entries()))
                .toList()) {
            List<Factor> fitting = groups.stream()
                    .filter(g -> entries(graph, union(with(g, f), v)) <= largest)
                    .findFirst()
                    .orElse(null);
            if (fitting == null) {
                groups.add(new ArrayList<>(List.of(f)));
            } else {
                fitting.add(f);
            }
        }
        return groups.isEmpty() ? List.of(List.of()) : groups;
    }

    private static List<Factor> with(List<Factor> group, Factor more) {
        List<Factor> all = new ArrayList<>(group);
        all.add(more);
        return all;
    }

    /** {@code (sum over x_v of the product to the power of m)^(1/m)}. */
    private static Factor summed(FactorGraph graph, List<Factor> group, int v, int m) {
        int[] scope = union(group, v);
        int[] shape = shape(graph, scope);
        int[] rest = Arrays.copyOf(scope, scope.length - 1);
        int[] restShape = Arrays.copyOf(shape, rest.length);
        double[] t = new double[Math.toIntExact(Factor.entries(shape))];
        for (Factor f : group) {
            LogTables.add(t, shape, f.table(), LogTables.strides(scope, f.scope(), f.shape()));
        }
        double[] powers =
                Arrays.stream(t).map(log -> log == NONE ? NONE : m * log).toArray();
        double[] sum =
                LogTables.sum(powers, shape, LogTables.strides(scope, rest, restShape), t.length / graph.size(v));
        return Factor.wrap(
                rest, restShape, Arrays.stream(sum).map(log -> log / m).toArray());
    }
}
