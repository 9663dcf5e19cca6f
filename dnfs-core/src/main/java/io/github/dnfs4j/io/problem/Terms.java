package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;

/** The terms of a quadratic energy as a file lists them; terms of the same variables add up. */
final class Terms {
    private final GraphBuilder couplings = Graph.builder();
    private int[] variable = new int[16];
    private double[] bias = new double[16];
    private int count;
    private int largest = -1;

    /** A coupling or, where i = j, a linear term. */
    void add(int i, int j, double value) {
        if (i != j) {
            couplings.edge(i, j, value);
            return;
        }
        if (count == variable.length) {
            int capacity = Math.addExact(count, (count >> 1) + 16);
            variable = Arrays.copyOf(variable, capacity);
            bias = Arrays.copyOf(bias, capacity);
        }
        variable[count] = i;
        bias[count++] = value;
        largest = Math.max(largest, i);
    }

    /** The largest variable that was named. */
    int largest() {
        return Math.max(largest, couplings.largest());
    }

    int linearTerms() {
        return count;
    }

    int quadraticTerms() {
        return couplings.added();
    }

    QuadraticForm build(Variables variables, int size, double offset) {
        double[] linear = new double[size];
        for (int k = 0; k < count; k++) {
            linear[variable[k]] += bias[k];
        }
        return QuadraticForm.of(variables, linear, couplings.buildSummed(size), offset);
    }

    /** The energy of a file in which every term must be there once. */
    QuadraticForm buildOnce(Lines lines, Variables variables, int size) throws FormatException {
        linear(lines, size, 0);
        QuadraticForm form = build(variables, size, 0);
        if (form.couplings().edges() != couplings.added()) {
            throw lines.badFile("the term of a pair of variables is there twice");
        }
        return form;
    }

    /** The linear terms, {@code missing} where there is none; each may be there once. */
    double[] linear(Lines lines, int size, double missing) throws FormatException {
        double[] linear = new double[size];
        Arrays.fill(linear, Double.NaN);
        for (int k = 0; k < count; k++) {
            if (!Double.isNaN(linear[variable[k]])) {
                throw lines.badFile("the value of number " + (variable[k] + 1) + ", counted from 1, is there twice");
            }
            linear[variable[k]] = bias[k];
        }
        for (int i = 0; i < size; i++) {
            linear[i] = Double.isNaN(linear[i]) ? missing : linear[i];
        }
        return linear;
    }

    /** Every linear term as {@code i i bias}, then every coupling as {@code i j bias}, numbered from {@code first}. */
    static void write(Writer out, QuadraticForm form, int first) throws IOException {
        for (int i = 0; i < form.size(); i++) {
            out.write((i + first) + " " + (i + first) + " " + GraphFiles.number(form.linear(i)) + "\n");
        }
        Graph graph = form.couplings();
        for (int i = 0; i < form.size(); i++) {
            for (int p = graph.start(i); p < graph.start(i + 1); p++) {
                int j = graph.neighbour(p);
                if (j > i) {
                    out.write((i + first) + " " + (j + first) + " " + GraphFiles.number(graph.weightAt(p)) + "\n");
                }
            }
        }
    }
}
