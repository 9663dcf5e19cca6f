package io.github.dnfs4j.combopt.constraint;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Constraints as terms of an energy E that are 0 where they hold:
 *
 * <pre>{@code
 * apart          A x_i x_j, in a cut A (1 - x_i - x_j + 2 x_i x_j)
 * number of ones C (sum x + sum c_k s_k - most)^2,  s_k binary, sum c_k = most - least
 * }</pre>
 *
 * A exceeds all that E can gain by breaking a pair: its whole range; C exceeds what one flip can gain in E with the
 * pairs. A state with too many ones, or too few, then always has a flip that lowers the energy. Fixed variables are put
 * in before, so that they cost nothing.
 */
final class PenalisedEnergy {
    /** The number of ones couples all pairs. */
    private static final int MOST_COUNTED = 4000;

    private final Constraints constraints;
    private final double[] h;
    private final int[] variable;
    private final byte[] given;
    private final int free;
    private GraphBuilder couplings = Graph.builder();
    private double constant;
    private @Nullable Double least;

    private PenalisedEnergy(QuadraticForm form, Constraints constraints) {
        this.constraints = constraints;
        int n = form.size();
        variable = new int[n];
        given = new byte[n];
        int kept = 0;
        for (int i = 0; i < n; i++) {
            Integer value = constraints.fixed().get(i);
            variable[i] = value == null ? kept++ : -1;
            given[i] = value == null ? 0 : value.byteValue();
        }
        free = kept;
        h = new double[free + slackSize()];
        constant = form.offset();
        for (int i = 0; i < n; i++) {
            linear(i, form.linear(i));
        }
        form.couplings().forEachEdge(this::product);
    }

    static Reduction of(Problem problem, Constraints constraints) {
        boolean cut = problem instanceof Problem.OfGraph g && g.kind() == GraphProblem.MAXCUT;
        QuadraticForm form = form(problem);
        double[] total = new double[1];
        if (problem instanceof Problem.OfGraph g && cut) {
            g.graph().forEachEdge((u, v, w) -> total[0] += w / 2);
        }
        PenalisedEnergy energy = new PenalisedEnergy(form, constraints);
        energy.apart(cut);
        energy.count();
        if (energy.h.length == 0) {
            throw new IllegalArgumentException("every variable is fixed; nothing is left to be solved");
        }
        QuadraticForm built = QuadraticForm.of(
                Variables.BINARY, energy.h, energy.couplings.buildSummed(energy.h.length), energy.constant);
        double factor = problem.maximised() ? -1 : 1;
        return new Reduction(
                new Problem.OfEnergy(built), energy.variable, energy.given, total[0], factor, energy.least);
    }

    /** The energy without constraints; an edge that is broken costs more than a set can gain by it. */
    private static QuadraticForm form(Problem problem) {
        if (problem instanceof Problem.OfEnergy e) {
            return e.form().binary();
        }
        Problem.OfGraph g = (Problem.OfGraph) problem;
        double all = 1;
        for (int v = 0; v < g.size(); v++) {
            all += Math.abs(g.graph().vertexWeight(v));
        }
        return g.kind() == GraphProblem.MAXCUT ? g.kind().energy(g.graph(), 1).binary() : sets(g, all);
    }

    /** {@code GraphProblem}'s energy has penalties in proportion to weights, and none for a vertex that weighs nothing. */
    private static QuadraticForm sets(Problem.OfGraph problem, double penalty) {
        Graph graph = problem.kind() == GraphProblem.CLIQUE ? problem.graph().complement() : problem.graph();
        boolean cover = problem.kind() == GraphProblem.VERTEX_COVER;
        double[] linear = new double[problem.size()];
        double[] offset = new double[1];
        for (int v = 0; v < linear.length; v++) {
            linear[v] = cover ? graph.vertexWeight(v) : -graph.vertexWeight(v);
        }
        GraphBuilder builder = Graph.builder();
        graph.forEachEdge((u, v, w) -> {
            builder.edge(u, v, penalty);
            if (cover) {
                linear[u] -= penalty;
                linear[v] -= penalty;
                offset[0] += penalty;
            }
        });
        return QuadraticForm.of(Variables.BINARY, linear, builder.buildSummed(linear.length), offset[0]);
    }

    private void linear(int i, double value) {
        if (variable[i] >= 0) {
            h[variable[i]] += value;
        } else {
            constant += value * given[i];
        }
    }

    private void product(int i, int j, double value) {
        if (variable[i] < 0) {
            linear(j, value * given[i]);
        } else if (variable[j] < 0) {
            linear(i, value * given[j]);
        } else {
            couplings.edge(variable[i], variable[j], value);
        }
    }

    private void apart(boolean cut) {
        if (constraints.apart().isEmpty()) {
            return;
        }
        double[] range = {1};
        Arrays.stream(h).forEach(v -> range[0] += Math.abs(v));
        couplings.buildSummed(h.length).forEachEdge((u, v, w) -> range[0] += Math.abs(w));
        for (int[] pair : constraints.apart()) {
            product(pair[0], pair[1], cut ? 2 * range[0] : range[0]);
            if (cut) {
                linear(pair[0], -range[0]);
                linear(pair[1], -range[0]);
                constant += range[0];
            }
        }
    }

    private int mostOnes() {
        return Math.min(constraints.most(), given.length);
    }

    private int slackSize() {
        int room = constraints.counts() ? mostOnes() - constraints.least() : 0;
        return 32 - Integer.numberOfLeadingZeros(room);
    }

    private void count() {
        if (!constraints.counts()) {
            return;
        }
        if (h.length > MOST_COUNTED) {
            throw new IllegalArgumentException("a number of ones couples all pairs; at most " + MOST_COUNTED
                    + " variables can have it, not " + free);
        }
        Graph graph = couplings.buildSummed(h.length);
        double flip = 0;
        for (int i = 0; i < h.length; i++) {
            double sum = Math.abs(h[i]);
            for (int p = graph.start(i); p < graph.start(i + 1); p++) {
                sum += Math.abs(graph.weightAt(p));
            }
            flip = Math.max(flip, sum);
        }
        double weight = flip + 1;
        int ones = 0;
        for (int i = 0; i < given.length; i++) {
            ones += variable[i] < 0 ? given[i] : 0;
        }
        least = least(graph, Math.max(0, constraints.least() - ones), mostOnes() - ones);
        double[] coefficient = coefficients();
        double target = mostOnes() - ones;
        GraphBuilder all = Graph.builder();
        graph.forEachEdge(all::edge);
        constant += weight * target * target;
        for (int i = 0; i < h.length; i++) {
            h[i] += weight * coefficient[i] * (coefficient[i] - 2 * target);
            for (int j = 0; j < i; j++) {
                all.edge(j, i, 2 * weight * coefficient[i] * coefficient[j]);
            }
        }
        couplings = all;
    }

    /**
     * No {@code k} ones, from so few to so many, have less energy, with pairs: each of them brings its own term and at most
     * half of the {@code k - 1} least couplings that it has. Null where sums of doubles would not be exact.
     */
    private @Nullable Double least(Graph graph, int few, int many) {
        double[] cost = new double[free];
        double size = Math.abs(constant);
        boolean whole = 4 * constant == Math.rint(4 * constant);
        for (int i = 0; i < free; i++) {
            double[] weights = new double[graph.degree(i)];
            for (int k = 0; k < weights.length; k++) {
                weights[k] = Math.min(0, graph.weightAt(graph.start(i) + k));
                size += Math.abs(weights[k]);
                whole &= weights[k] == Math.rint(weights[k]);
            }
            Arrays.sort(weights);
            cost[i] = h[i];
            for (int k = 0; k < Math.min(weights.length, many - 1); k++) {
                cost[i] += weights[k] / 2;
            }
            size += Math.abs(h[i]);
            whole &= h[i] == Math.rint(h[i]);
        }
        Arrays.sort(cost);
        double sum = 0;
        double lowest = few == 0 ? sum : Double.POSITIVE_INFINITY;
        for (int k = 1; k <= Math.min(many, free); k++) {
            sum += cost[k - 1];
            lowest = k >= few ? Math.min(lowest, sum) : lowest;
        }
        return whole && size < 0x1p50 && Double.isFinite(lowest) ? Double.valueOf(constant + Math.ceil(lowest)) : null;
    }

    /** 1 for a variable; for the slack 1, 2, 4, ... and the rest, so that it takes every value from 0 to the room. */
    private double[] coefficients() {
        double[] coefficient = new double[h.length];
        Arrays.fill(coefficient, 0, free, 1);
        int room = mostOnes() - constraints.least();
        for (int k = free; k < h.length; k++) {
            int part = Math.min(1 << (k - free), room);
            coefficient[k] = part;
            room -= part;
        }
        return coefficient;
    }
}
