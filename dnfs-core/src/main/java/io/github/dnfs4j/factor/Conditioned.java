package io.github.dnfs4j.factor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A model given evidence, {@code rho(x_free, x_observed = e)} as a model of the free variables. Variables with a single
 * state are fixed as well: nothing is left to know of them. Its Z is that of the model restricted to the evidence, so
 * that for a Bayesian network it is the probability of the evidence.
 */
public final class Conditioned {
    private final FactorGraph graph;
    private final int[] kept;
    private final int[] fixed;
    private final int[] sizes;

    private Conditioned(FactorGraph graph, int[] kept, int[] fixed, int[] sizes) {
        this.graph = graph;
        this.kept = kept;
        this.fixed = fixed;
        this.sizes = sizes;
    }

    static Conditioned of(FactorGraph model, int[] evidence) {
        int n = model.variables();
        if (evidence.length != n) {
            throw new IllegalArgumentException("evidence of " + evidence.length + " variables, not " + n);
        }
        int[] fixed = evidence.clone();
        int[] number = new int[n];
        int free = 0;
        for (int i = 0; i < n; i++) {
            if (fixed[i] != FactorGraph.FREE) {
                Objects.checkIndex(fixed[i], model.size(i));
            } else if (model.size(i) == 1) {
                fixed[i] = 0;
            } else {
                number[i] = free++;
            }
        }
        int[] kept = new int[free];
        for (int i = 0; i < n; i++) {
            if (fixed[i] == FactorGraph.FREE) {
                kept[number[i]] = i;
            }
        }
        List<Factor> factors = new ArrayList<>();
        for (Factor f : model.factors()) {
            factors.add(reduced(f, fixed, number));
        }
        return new Conditioned(model.restricted(kept, factors), kept, fixed, model.sizes());
    }

    private static Factor reduced(Factor f, int[] fixed, int[] number) {
        int order = 0;
        int base = 0;
        for (int k = 0; k < f.order(); k++) {
            int value = fixed[f.variable(k)];
            order += value == FactorGraph.FREE ? 1 : 0;
            base += value == FactorGraph.FREE ? 0 : value * f.stride(k);
        }
        int[] scope = new int[order];
        int[] shape = new int[order];
        int[] strides = new int[order];
        int entries = 1;
        for (int k = 0, j = 0; k < f.order(); k++) {
            if (fixed[f.variable(k)] == FactorGraph.FREE) {
                scope[j] = number[f.variable(k)];
                shape[j] = f.size(k);
                strides[j++] = f.stride(k);
                entries *= f.size(k);
            }
        }
        double[] log = new double[entries];
        for (int e = 0; e < entries; e++) {
            int from = base;
            for (int j = order - 1, rest = e; j >= 0; j--) {
                from += rest % shape[j] * strides[j];
                rest /= shape[j];
            }
            log[e] = f.log(from);
        }
        return Factor.wrap(scope, shape, log);
    }

    /** The model of the free variables, numbered anew in their order. */
    public FactorGraph graph() {
        return graph;
    }

    /** The number in the whole model of each free variable. */
    public int[] kept() {
        return kept.clone();
    }

    /** A state of the free variables with the observed values put in. */
    public int[] complete(int[] x) {
        if (x.length != kept.length) {
            throw new IllegalArgumentException("a state of " + x.length + " variables, not " + kept.length);
        }
        int[] all = fixed.clone();
        for (int k = 0; k < kept.length; k++) {
            all[kept[k]] = x[k];
        }
        return all;
    }

    /** A list for each free variable with those of the observed ones put in: {@code sure} at the value, 0 elsewhere. */
    public double[][] complete(double[][] marginals, double sure) {
        double[][] all = new double[fixed.length][];
        for (int i = 0; i < all.length; i++) {
            if (fixed[i] != FactorGraph.FREE) {
                all[i] = new double[sizes[i]];
                all[i][fixed[i]] = sure;
            }
        }
        for (int k = 0; k < kept.length; k++) {
            all[kept[k]] = marginals[k].clone();
        }
        return all;
    }
}
