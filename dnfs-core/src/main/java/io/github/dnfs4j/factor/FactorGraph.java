package io.github.dnfs4j.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A graphical model: variables x_i with 1 to 255 states each, and factors of a few of them,
 *
 * <pre>{@code log rho(x) = sum over factors f of log f(x_scope(f))}</pre>
 *
 * <p>A Bayesian network is one whose factors are its conditional probabilities, with Z = 1; Z given evidence is then the
 * probability of the evidence. Names of variables and of states are kept where there are any.
 */
public final class FactorGraph {
    /** In evidence: a variable that was not observed. */
    public static final int FREE = -1;

    /** The most states of a variable. */
    public static final int MOST_STATES = 255;

    private final int[] sizes;
    private final List<Factor> factors;
    private final List<String> names;
    private final List<List<String>> states;

    private FactorGraph(int[] sizes, List<Factor> factors, List<String> names, List<List<String>> states) {
        this.sizes = sizes;
        this.factors = factors;
        this.names = names;
        this.states = states;
    }

    /** Variables 0, 1, ... of these sizes, without names. */
    public static FactorGraph of(int[] sizes, List<Factor> factors) {
        for (int s : sizes) {
            if (s < 1 || s > MOST_STATES) {
                throw new IllegalArgumentException("a variable must have 1 to " + MOST_STATES + " states, not " + s);
            }
        }
        for (Factor f : factors) {
            for (int k = 0; k < f.order(); k++) {
                int v = f.variable(k);
                if (v >= sizes.length) {
                    throw new IllegalArgumentException("a factor of variable " + v + " of only " + sizes.length);
                }
                if (f.size(k) != sizes[v]) {
                    throw new IllegalArgumentException(
                            "variable " + v + " has " + sizes[v] + " states, but " + f.size(k) + " in a factor of it");
                }
            }
        }
        return new FactorGraph(sizes.clone(), List.copyOf(factors), List.of(), List.of());
    }

    /** This model with a name for each variable and, where the list is not empty, for each state of each. */
    public FactorGraph named(List<String> variables, List<List<String>> ofStates) {
        boolean fits = variables.size() == sizes.length && (ofStates.isEmpty() || ofStates.size() == sizes.length);
        for (int i = 0; fits && i < ofStates.size(); i++) {
            fits = ofStates.get(i).size() == sizes[i];
        }
        if (!fits) {
            throw new IllegalArgumentException("there must be a name for each variable, and for each state or none");
        }
        List<List<String>> copies = ofStates.stream().map(List::copyOf).toList();
        return new FactorGraph(sizes, factors, List.copyOf(variables), copies);
    }

    /** How many variables there are; none where evidence has fixed them all. */
    public int variables() {
        return sizes.length;
    }

    /** The number of states of variable i. */
    public int size(int i) {
        return sizes[i];
    }

    public int[] sizes() {
        return sizes.clone();
    }

    public List<Factor> factors() {
        return factors;
    }

    /** What variable i is called: its number where it has no name. */
    public String name(int i) {
        return names.isEmpty() ? Integer.toString(Objects.checkIndex(i, sizes.length)) : names.get(i);
    }

    /** What state a of variable i is called: its number where it has no name. */
    public String stateName(int i, int a) {
        return states.isEmpty()
                ? Integer.toString(Objects.checkIndex(a, sizes[i]))
                : states.get(i).get(a);
    }

    /** {@code log rho(x)}, minus infinity where x is forbidden. */
    public double logDensity(int[] x) {
        if (x.length != sizes.length) {
            throw new IllegalArgumentException("a state of " + x.length + " variables, not " + sizes.length);
        }
        for (int i = 0; i < x.length; i++) {
            Objects.checkIndex(x[i], sizes[i]);
        }
        double sum = 0;
        for (Factor f : factors) {
            sum += f.at(x);
        }
        return sum;
    }

    /** The variables that share a factor with each, ascending. */
    public int[][] neighbours() {
        int[] count = new int[sizes.length];
        for (Factor f : factors) {
            for (int k = 0; k < f.order(); k++) {
                count[f.variable(k)] += f.order() - 1;
            }
        }
        int[][] lists = new int[sizes.length][];
        for (int i = 0; i < lists.length; i++) {
            lists[i] = new int[count[i]];
        }
        for (Factor f : factors) {
            for (int k = 0; k < f.order(); k++) {
                for (int j = 0; j < f.order(); j++) {
                    if (j != k) {
                        int i = f.variable(k);
                        lists[i][--count[i]] = f.variable(j);
                    }
                }
            }
        }
        for (int i = 0; i < lists.length; i++) {
            lists[i] = Arrays.stream(lists[i]).sorted().distinct().toArray();
        }
        return lists;
    }

    /** The places in {@link #factors} of the factors of each variable, ascending. */
    int[][] factorsOfEach() {
        int[] count = new int[sizes.length];
        for (Factor f : factors) {
            for (int k = 0; k < f.order(); k++) {
                count[f.variable(k)]++;
            }
        }
        int[][] of = Arrays.stream(count).mapToObj(int[]::new).toArray(int[][]::new);
        for (int f = factors.size() - 1; f >= 0; f--) {
            for (int k = 0; k < factors.get(f).order(); k++) {
                int v = factors.get(f).variable(k);
                of[v][--count[v]] = f;
            }
        }
        return of;
    }

    /** This density with one factor for each set of variables: constants first, then as they came. */
    public FactorGraph merged() {
        Map<List<Integer>, Factor> byScope = new LinkedHashMap<>();
        byScope.put(List.of(), Factor.wrap(new int[0], new int[0], new double[1]));
        for (Factor f : factors) {
            List<Integer> key = Arrays.stream(f.scope()).sorted().boxed().toList();
            byScope.merge(key, f, (a, b) -> {
                double[] sum = a.logTable();
                LogTables.add(sum, a.shape(), b.table(), LogTables.strides(a.scope(), b.scope(), b.shape()));
                return Factor.wrap(a.scope(), a.shape(), sum);
            });
        }
        return new FactorGraph(sizes, List.copyOf(byScope.values()), names, states);
    }

    /** The model of the variables that nobody observed; see {@link Conditioned}. */
    public Conditioned condition(int[] evidence) {
        return Conditioned.of(this, evidence);
    }

    /** Evidence that observes nothing. */
    public int[] nothingObserved() {
        int[] evidence = new int[sizes.length];
        Arrays.fill(evidence, FREE);
        return evidence;
    }

    /** A part of the variables with new factors; names follow. */
    FactorGraph restricted(int[] kept, List<Factor> newFactors) {
        int[] newSizes = Arrays.stream(kept).map(i -> sizes[i]).toArray();
        List<String> newNames = new ArrayList<>();
        List<List<String>> newStates = new ArrayList<>();
        for (int i : kept) {
            if (!names.isEmpty()) {
                newNames.add(names.get(i));
            }
            if (!states.isEmpty()) {
                newStates.add(states.get(i));
            }
        }
        return new FactorGraph(newSizes, List.copyOf(newFactors), List.copyOf(newNames), List.copyOf(newStates));
    }

    /** The number of the variable of a name, where there are names. */
    public Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < sizes.length; i++) {
            numbers.put(name(i), i);
        }
        return numbers;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FactorGraph g
                && Arrays.equals(sizes, g.sizes)
                && factors.equals(g.factors)
                && names.equals(g.names)
                && states.equals(g.states);
    }

    @Override
    public int hashCode() {
        return Objects.hash(Arrays.hashCode(sizes), factors);
    }

    @Override
    public String toString() {
        return sizes.length + " variables, " + factors.size() + " factors";
    }
}
