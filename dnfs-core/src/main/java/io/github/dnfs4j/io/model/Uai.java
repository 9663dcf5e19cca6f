package io.github.dnfs4j.io.model;

import io.github.dnfs4j.factor.Factor;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.io.problem.Lines;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * UAI's text of a model, words between which lines break anywhere: {@code MARKOV} or {@code BAYES}, the number of
 * variables and the size of each, the number of factors and the scope of each as {@code ORDER V1 .. VK}, and for each the
 * number of its entries and the entries, not negative, the last variable running fastest. A Bayesian network's factors
 * are its conditional probabilities, the child last; nothing here depends on that.
 */
final class Uai {
    /** Sums of logarithms that fit a double as numbers. */
    private static final double LARGEST_LOG = 690;

    /** Memory for so many entries is taken because the file announces them, for more as they come. */
    private static final int BELIEVED = 1 << 16;

    private final Lines lines;

    private Uai(Lines lines) {
        this.lines = lines;
    }

    static FactorGraph read(Path file) throws IOException {
        try (Lines lines = Lines.open(file)) {
            return new Uai(lines).model();
        }
    }

    /** Goes to the next word, on whichever line. */
    static void seek(Lines lines, String what) throws IOException {
        while (!lines.more()) {
            if (!lines.next()) {
                throw lines.bad("the file ends before " + what);
            }
        }
    }

    private int integer(String what, long least, long most) throws IOException {
        seek(lines, what);
        return lines.integer(what, least, most);
    }

    private FactorGraph model() throws IOException {
        if (!lines.next()) {
            throw lines.bad("the file is empty");
        }
        seek(lines, "the kind of network");
        String kind = lines.word("the kind of network");
        if (!kind.equals("MARKOV") && !kind.equals("BAYES")) {
            throw lines.bad("a network is MARKOV or BAYES, not '" + kind + "'");
        }
        int n = integer("the number of variables", 1, Integer.MAX_VALUE);
        if (n > ModelFiles.MOST_VARIABLES) {
            throw lines.bad(n + " variables are more than the limit of " + ModelFiles.MOST_VARIABLES);
        }
        int[] sizes = new int[n];
        for (int i = 0; i < n; i++) {
            sizes[i] = integer("the number of states of variable " + i, 1, FactorGraph.MOST_STATES);
        }
        int m = integer("the number of factors", 0, Integer.MAX_VALUE);
        List<int[]> scopes = new ArrayList<>();
        int[] lastSeen = new int[n];
        Arrays.fill(lastSeen, -1);
        for (int f = 0; f < m; f++) {
            scopes.add(scope(f, lastSeen));
        }
        List<Factor> factors = new ArrayList<>();
        for (int f = 0; f < m; f++) {
            factors.add(table(f, scopes.get(f), sizes));
        }
        while (!lines.more()) {
            if (!lines.next()) {
                return FactorGraph.of(sizes, factors);
            }
        }
        lines.end();
        throw lines.bad("nothing should follow the last factor");
    }

    /** Keeps for each variable the last factor that had it. */
    private int[] scope(int f, int[] lastSeen) throws IOException {
        int n = lastSeen.length;
        int order = integer("the order of factor " + f, 0, Integer.MAX_VALUE);
        int[] scope = new int[Math.min(order, n)];
        for (int k = 0; k < order; k++) {
            int v = integer("a variable of factor " + f, 0, n - 1L);
            if (lastSeen[v] == f) {
                throw lines.bad("factor " + f + " has variable " + v + " twice");
            }
            lastSeen[v] = f;
            scope[k] = v;
        }
        return scope;
    }

    private Factor table(int f, int[] scope, int[] sizes) throws IOException {
        int[] shape = Arrays.stream(scope).map(v -> sizes[v]).toArray();
        long expected = Factor.entries(shape);
        int count = integer("the number of entries of factor " + f, 1, Integer.MAX_VALUE);
        if (count != expected) {
            throw lines.bad("factor " + f + " says it has " + count + " entries, but its variables have "
                    + (expected == Long.MAX_VALUE ? "far more" : Long.toString(expected)) + " states together");
        }
        double[] log = new double[Math.min(count, BELIEVED)];
        for (int e = 0; e < count; e++) {
            log = e < log.length ? log : Arrays.copyOf(log, (int) Math.min(count, 2L * e));
            seek(lines, "all entries of factor " + f);
            double value = lines.number("an entry");
            if (value < 0) {
                throw lines.bad("an entry must not be negative: " + value);
            }
            log[e] = Math.log(value);
        }
        return Factor.of(scope, shape, log);
    }

    static void write(Writer out, FactorGraph graph) throws IOException {
        List<Factor> factors = graph.factors();
        double taken = 0;
        for (Factor f : factors) {
            taken += shift(f);
        }
        int constants = (int) Math.ceil(Math.abs(taken) / LARGEST_LOG);
        out.write("MARKOV\n" + graph.variables() + "\n");
        for (int i = 0; i < graph.variables(); i++) {
            out.write((i == 0 ? "" : " ") + graph.size(i));
        }
        out.write("\n" + (factors.size() + constants) + "\n");
        for (Factor f : factors) {
            out.write(Integer.toString(f.order()));
            for (int v : f.scope()) {
                out.write(" " + v);
            }
            out.write("\n");
        }
        out.write("0\n".repeat(constants));
        for (Factor f : factors) {
            entries(out, f);
        }
        for (int k = 0; k < constants; k++) {
            out.write("\n1\n" + Math.exp(taken / constants) + "\n");
        }
    }

    /** What must be taken from the logarithms of a factor for all its entries to fit doubles; 0 for most. */
    private static double shift(Factor f) {
        double most = Double.NEGATIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        for (int e = 0; e < f.entries(); e++) {
            double v = f.log(e);
            most = Math.max(most, v);
            least = v == Double.NEGATIVE_INFINITY ? least : Math.min(least, v);
        }
        if (most == Double.NEGATIVE_INFINITY || (most <= LARGEST_LOG && least >= -LARGEST_LOG)) {
            return 0;
        }
        double middle = most / 2 + least / 2;
        if (most - middle > LARGEST_LOG) {
            throw new IllegalArgumentException(
                    "a factor spans exp(" + (most - least) + "), more than numbers in a UAI file can");
        }
        return middle;
    }

    private static void entries(Writer out, Factor f) throws IOException {
        double shift = shift(f);
        int row = f.order() == 0 ? 1 : f.size(f.order() - 1);
        out.write("\n" + f.entries());
        for (int e = 0; e < f.entries(); e++) {
            double value = Math.exp(f.log(e) - shift);
            out.write((e % row == 0 ? "\n" : " ") + (value == 0 ? "0" : Double.toString(value)));
        }
        out.write("\n");
    }
}
