package io.github.dnfs4j.io.model;

import io.github.dnfs4j.factor.Factor;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.io.format.DoubleList;
import io.github.dnfs4j.io.problem.GraphFiles;
import io.github.dnfs4j.io.problem.Lines;
import io.github.dnfs4j.io.problem.ProblemFormat;
import io.github.dnfs4j.target.Graph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Ising spins, {@code log rho = -E / T}; state 0 is the spin -1 and state 1 the spin +1.
 *
 * <pre>{@code
 * a list        E = - sum J_ij s_i s_j - sum h_i s_i     lines "i j J" and "i h", each pair and spin once; # comments
 * rudy, Gset    E = sum w_ij s_i s_j                      so that low energies are large cuts
 * }</pre>
 */
final class Spins {
    private Spins() {}

    static FactorGraph readList(Path file, ModelFiles.Options options) throws IOException {
        try (Lines lines = Lines.open(file)) {
            List<int[]> scopes = new ArrayList<>();
            DoubleList strengths = new DoubleList();
            Set<List<Integer>> seen = new HashSet<>();
            int least = Integer.MAX_VALUE;
            int most = -1;
            while (lines.nextContent('#')) {
                int i = spin(lines, lines.number("a spin"), options);
                double second = lines.number("a spin or a field");
                int[] scope = {i};
                if (lines.more()) {
                    int j = spin(lines, second, options);
                    if (i == j) {
                        throw lines.bad("a coupling of spin " + i + " with itself; a field is 'i h'");
                    }
                    scope = new int[] {Math.min(i, j), Math.max(i, j)};
                    strengths.add(lines.number("a coupling"));
                } else {
                    strengths.add(second);
                }
                lines.end();
                if (!seen.add(Arrays.stream(scope).boxed().toList())) {
                    throw lines.bad((scope.length == 1 ? "the field of spin " + i : "a coupling") + " is there twice");
                }
                scopes.add(scope);
                least = Math.min(least, scope[0]);
                most = Math.max(most, scope[scope.length - 1]);
            }
            if (scopes.isEmpty()) {
                throw lines.bad("there are no couplings and no fields");
            }
            int first = options.first() == ModelFiles.First.ZERO || least == 0 ? 0 : 1;
            List<Factor> factors = new ArrayList<>();
            for (int k = 0; k < scopes.size(); k++) {
                int[] scope = Arrays.stream(scopes.get(k)).map(v -> v - first).toArray();
                factors.add(factor(scope, strengths.get(k) / options.temperature()));
            }
            return spins(most - first + 1, factors);
        }
    }

    private static int spin(Lines lines, double number, ModelFiles.Options options) throws IOException {
        int least = options.first() == ModelFiles.First.ONE ? 1 : 0;
        if (number != Math.rint(number) || number < least || number >= ModelFiles.MOST_VARIABLES) {
            throw lines.bad("a spin must be an integer from " + least + " to " + (ModelFiles.MOST_VARIABLES - 1)
                    + ", not " + number);
        }
        return (int) number;
    }

    static FactorGraph readRudy(Path file, ModelFiles.Options options) throws IOException {
        Graph graph = GraphFiles.read(file, ProblemFormat.RUDY, ModelFiles.MOST_VARIABLES);
        if (graph.vertices() == 0) {
            throw new IllegalArgumentException("there are no spins");
        }
        List<Factor> factors = new ArrayList<>();
        graph.forEachEdge((u, v, w) -> factors.add(factor(new int[] {u, v}, -w / options.temperature())));
        return spins(graph.vertices(), factors);
    }

    private static FactorGraph spins(int n, List<Factor> factors) {
        int[] sizes = new int[n];
        Arrays.fill(sizes, 2);
        return FactorGraph.of(sizes, factors);
    }

    /** {@code strength} times the product of the spins. */
    private static Factor factor(int[] scope, double strength) {
        if (!Double.isFinite(strength)) {
            throw new IllegalArgumentException("a coupling divided by the temperature is not finite");
        }
        return scope.length == 1
                ? Factor.of(scope, new int[] {2}, new double[] {-strength, strength})
                : Factor.of(scope, new int[] {2, 2}, new double[] {strength, -strength, -strength, strength});
    }
}
