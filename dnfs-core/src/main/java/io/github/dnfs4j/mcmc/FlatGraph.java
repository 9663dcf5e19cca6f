package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.PairGraph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** A {@link PairGraph} in flat arrays: the neighbours of site i are the entries begin[i] to begin[i + 1] of the others. */
final class FlatGraph {
    private final PairGraph graph;
    private final int[] begin;
    private final int[] neighbour;
    private final double[] coupling;
    private final int[] order;
    /** The first site with the same couplings and fields, for each site. */
    private final int[] kind;

    /** The layout of a graph: the last one, where it is of that graph. */
    static FlatGraph of(PairGraph graph, @Nullable FlatGraph last) {
        return last != null && last.graph == graph ? last : new FlatGraph(graph);
    }

    FlatGraph(PairGraph graph) {
        this.graph = graph;
        begin = new int[sites() + 1];
        for (int i = 0; i < sites(); i++) {
            begin[i + 1] = begin[i] + graph.neighbours()[i].length;
        }
        neighbour =
                Arrays.stream(graph.neighbours()).flatMapToInt(Arrays::stream).toArray();
        coupling =
                Arrays.stream(graph.couplings()).flatMapToDouble(Arrays::stream).toArray();
        order = Arrays.stream(graph.colours()).flatMapToInt(Arrays::stream).toArray();
        Map<List<Double>, Integer> known = new HashMap<>();
        kind = new int[sites()];
        Arrays.setAll(kind, i -> known.computeIfAbsent(key(i), unused -> i));
    }

    private List<Double> key(int i) {
        return DoubleStream.concat(Arrays.stream(graph.couplings()[i]), Arrays.stream(graph.fields()[i]))
                .boxed()
                .toList();
    }

    int sites() {
        return graph.space().sites();
    }

    int states() {
        return graph.space().states();
    }

    int[] begin() {
        return begin;
    }

    int[] neighbour() {
        return neighbour;
    }

    double[] coupling() {
        return coupling;
    }

    double[] field(int i) {
        return graph.fields()[i];
    }

    /** The sites, one colour after another. */
    int[] order() {
        return order;
    }

    /**
     * For two states: {@code 2^63 P(x_i = 1)} at each site, by the neighbours' values as bits, first neighbour lowest.
     * Sites with the same couplings and fields share a table.
     */
    long[][] tables(double strength) {
        long[][] tables = new long[sites()][];
        for (int i = 0; i < sites(); i++) {
            double field = field(i)[1] - field(i)[0];
            tables[i] = kind[i] < i ? tables[kind[i]] : table(graph.couplings()[i], field, strength);
        }
        return tables;
    }

    private static long[] table(double[] w, double field, double strength) {
        long[] table = new long[1 << w.length];
        for (int pattern = 0; pattern < table.length; pattern++) {
            double difference = field;
            for (int k = 0; k < w.length; k++) {
                difference += (pattern >> k & 1) == 1 ? w[k] : -w[k];
            }
            table[pattern] = (long) (0x1p63 / (1 + Math.exp(-strength * difference)));
        }
        return table;
    }

    /** {@code 1 - exp(-s |w|)} of every entry: the probability of a bond where the pair is in its better state. */
    double[] bonds(double strength) {
        return Arrays.stream(coupling)
                .map(w -> -Math.expm1(-strength * Math.abs(w)))
                .toArray();
    }
}
