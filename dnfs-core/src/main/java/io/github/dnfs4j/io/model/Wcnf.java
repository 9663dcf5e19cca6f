package io.github.dnfs4j.io.model;

import io.github.dnfs4j.factor.Factor;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.io.problem.Lines;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Weighted MaxSAT as an energy, {@code log rho = - (sum of the weights of violated soft clauses) / T}; hard clauses
 * forbid. State 1 is true. A clause is a line {@code WEIGHT LITERAL .. 0}; two forms are known:
 *
 * <pre>{@code
 * p wcnf VARIABLES CLAUSES [TOP]     before 2022: weights of TOP or more are hard
 * no header                          since 2022: h in place of a weight is hard
 * }</pre>
 *
 * <p>Lines that begin with c are comments. A clause of k variables is a table of 2^k entries, so k is limited.
 */
final class Wcnf {
    private static final int MOST_LITERALS = 16;
    /** Of all clauses together: 128 MB. */
    private static final int MOST_ENTRIES = 1 << 24;

    private final Lines lines;
    private final double temperature;
    private final List<Factor> factors = new ArrayList<>();
    private boolean header;
    private @Nullable BigInteger top;
    private int variables;
    private int announced;
    private int clauses;
    private long entries;

    private Wcnf(Lines lines, double temperature) {
        this.lines = lines;
        this.temperature = temperature;
    }

    static FactorGraph read(Path file, double temperature) throws IOException {
        try (Lines lines = Lines.open(file)) {
            return new Wcnf(lines, temperature).model();
        }
    }

    private FactorGraph model() throws IOException {
        while (lines.nextContent('c')) {
            if (lines.first() == 'p') {
                header();
            } else {
                clause();
                clauses++;
            }
        }
        if (header && clauses != announced) {
            throw lines.bad(announced + " clauses are announced, " + clauses + " are there");
        }
        if (variables == 0) {
            throw lines.bad("there are no variables");
        }
        int[] sizes = new int[variables];
        Arrays.fill(sizes, 2);
        return FactorGraph.of(sizes, factors).merged();
    }

    private void header() throws IOException {
        if (header || clauses > 0) {
            throw lines.bad("the line 'p wcnf' must come first and once");
        }
        header = true;
        String p = lines.word("p") + " " + lines.word("the format");
        if (!p.equals("p wcnf")) {
            throw lines.bad("the header must be 'p wcnf VARIABLES CLAUSES [TOP]', not '" + p + "'");
        }
        variables = lines.integer("the number of variables", 1, ModelFiles.MOST_VARIABLES);
        announced = lines.integer("the number of clauses", 0, Integer.MAX_VALUE);
        if (lines.more()) {
            top = weight(lines.word("the weight of hard clauses"));
        }
        lines.end();
    }

    private BigInteger weight(String word) throws IOException {
        if (!word.matches("[0-9]{1,20}")) {
            throw lines.bad("a weight must be an integer that is not negative, not '" + word + "'");
        }
        return new BigInteger(word);
    }

    private void clause() throws IOException {
        String word = lines.word("a weight");
        double violated = Double.NEGATIVE_INFINITY;
        // The old form has no h: weight() refuses it.
        if (!word.equals("h") || header) {
            BigInteger weight = weight(word);
            if (top == null || weight.compareTo(top) < 0) {
                violated = -weight.doubleValue() / temperature;
                if (!Double.isFinite(violated)) {
                    throw lines.bad("a weight divided by the temperature is not finite");
                }
            }
        }
        TreeSet<Integer> literals = new TreeSet<>();
        boolean always = false;
        int most = header ? variables : ModelFiles.MOST_VARIABLES;
        for (int l = literal(most); l != 0; l = literal(most)) {
            variables = Math.max(variables, Math.abs(l));
            always |= literals.contains(-l);
            literals.add(l);
            if (literals.size() > MOST_LITERALS) {
                throw lines.bad("a clause of more than " + MOST_LITERALS + " literals has too large a table");
            }
        }
        lines.end();
        if (!always) {
            factors.add(factor(literals, violated));
        }
    }

    private int literal(int most) throws IOException {
        return lines.integer("a literal, or the 0 at the end,", -most, most);
    }

    /** Zero but for the one state in which every literal is false. */
    private Factor factor(TreeSet<Integer> literals, double violated) throws IOException {
        int k = literals.size();
        entries += 1L << k;
        if (entries > MOST_ENTRIES) {
            throw lines.bad("the clauses need tables of more than " + MOST_ENTRIES + " entries");
        }
        int[] scope = literals.stream().mapToInt(l -> Math.abs(l) - 1).toArray();
        int[] shape = new int[k];
        Arrays.fill(shape, 2);
        int entry = 0;
        for (int l : literals) {
            entry = 2 * entry + (l < 0 ? 1 : 0);
        }
        double[] log = new double[1 << k];
        log[entry] = violated;
        return Factor.of(scope, shape, log);
    }
}
