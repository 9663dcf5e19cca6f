package io.github.dnfs4j.combopt.constraint;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.target.GraphProblem;
import org.jspecify.annotations.Nullable;

/**
 * A problem with constraints as one without: every solution of it is one of the original, and
 * {@code objective = offset + factor * searched}. Fixed variables are put in, exactly. For independent sets and cliques
 * pairs apart are an edge more or less, exactly as well; everything else is a penalty, see {@link PenalisedEnergy}. A
 * best solution of the penalised energy that breaks nothing is a best one of the original, whatever the penalty: no
 * other that breaks nothing has a lower energy.
 *
 * @param searched the problem without constraints
 * @param variable which variable of the searched problem each of the original is, -1 where its value is given
 * @param given the values that are given
 * @param bound no searched objective that breaks nothing is better, as constraints alone tell; null if they tell nothing
 */
public record Reduction(
        Problem searched,
        int[] variable,
        byte[] given,
        double offset,
        double factor,
        @Nullable Double bound) {
    /** The reduction of a problem; one without constraints is its own. */
    public static Reduction of(Problem problem, Constraints constraints) {
        constraints.fixed().keySet().forEach(i -> check(i, problem));
        constraints.apart().forEach(pair -> {
            check(pair[0], problem);
            check(pair[1], problem);
        });
        if (constraints.least() > problem.size()) {
            throw new IllegalArgumentException(
                    constraints.least() + " ones are more than the " + problem.size() + " variables");
        }
        if (constraints.none()) {
            int[] same = new int[problem.size()];
            for (int i = 0; i < same.length; i++) {
                same[i] = i;
            }
            return new Reduction(problem, same, new byte[same.length], 0, 1, null);
        }
        boolean set = problem instanceof Problem.OfGraph g
                && (g.kind() == GraphProblem.MIS || g.kind() == GraphProblem.CLIQUE);
        return set && !constraints.counts()
                ? SetReduction.of((Problem.OfGraph) problem, constraints)
                : PenalisedEnergy.of(problem, constraints);
    }

    private static void check(int variable, Problem problem) {
        if (variable < 0 || variable >= problem.size()) {
            throw new IllegalArgumentException("variable " + variable + " of " + problem.size());
        }
    }

    /** The solution of the original that belongs to one of the searched problem. */
    public byte[] lift(byte[] x) {
        byte[] all = given.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] = variable[i] < 0 ? all[i] : x[variable[i]];
        }
        return all;
    }

    /** What a state of the original says about the searched variables; others, which it has none for, are 0. */
    public byte[] project(byte[] original) {
        byte[] x = new byte[searched.size()];
        for (int i = 0; i < original.length; i++) {
            if (variable[i] >= 0) {
                x[variable[i]] = original[i];
            }
        }
        return x;
    }

    /** The objective of the original, from that of the searched problem. */
    public double objective(double of) {
        return offset + factor * of + 0.0;
    }
}
