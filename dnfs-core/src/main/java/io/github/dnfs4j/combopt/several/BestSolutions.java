package io.github.dnfs4j.combopt.several;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.target.QuadraticForm;

/**
 * Fills a pool with the best distinct solutions, beginning from those that it knows. Small problems are listed, so that
 * nothing better is missing; from larger ones it walks from solution to solution until the time is up.
 */
public final class BestSolutions {
    private static final int MOST_LISTED = 512;
    /** Beyond so many vertices a clique is not sought as a set of the complement. */
    private static final int MOST_COMPLEMENT = 5000;
    /** Of the time goes to the walk that lets the list be short. */
    private static final double WALK_SHARE = 0.1;

    private BestSolutions() {}

    /** Fills the pool; true if no solution that is missing is better than one that is there. */
    public static boolean fill(Problem problem, SolutionPool pool, Deadline deadline, long seed) {
        FastRandom random = new FastRandom(seed);
        if (problem.size() == 0) {
            return true;
        }
        if (problem instanceof Problem.OfGraph g && g.kind() != GraphProblem.MAXCUT) {
            return sets(g, pool, deadline, random);
        }
        QuadraticForm binary = binary(problem);
        if (binary.size() <= StateList.LARGEST) {
            return new StateList(problem, binary, pool).run(deadline);
        }
        new FlipWalk(binary, random).run(pool, deadline);
        return false;
    }

    /** Walks from the solutions that the pool knows to others near them until the time is up. */
    public static void walk(Problem problem, SolutionPool pool, Deadline deadline, long seed) {
        FastRandom random = new FastRandom(seed);
        if (problem.size() == 0) {
            return;
        }
        if (problem instanceof Problem.OfGraph g && g.kind() != GraphProblem.MAXCUT) {
            if (g.kind() != GraphProblem.CLIQUE || g.size() <= MOST_COMPLEMENT) {
                swaps(g, random).run(pool, deadline);
            }
        } else {
            new FlipWalk(binary(problem), random).run(pool, deadline);
        }
    }

    private static QuadraticForm binary(Problem problem) {
        QuadraticForm form = problem instanceof Problem.OfGraph g
                ? GraphProblem.MAXCUT.energy(g.graph(), 1)
                : ((Problem.OfEnergy) problem).form();
        return form.binary();
    }

    private static SwapWalk swaps(Problem.OfGraph problem, FastRandom random) {
        Graph graph = problem.graph();
        Graph clashes = problem.kind() == GraphProblem.CLIQUE ? graph.complement() : graph;
        return new SwapWalk(clashes, problem.kind() == GraphProblem.VERTEX_COVER, random);
    }

    private static boolean sets(Problem.OfGraph problem, SolutionPool pool, Deadline deadline, FastRandom random) {
        boolean small = problem.size() <= MOST_LISTED;
        if (problem.kind() != GraphProblem.CLIQUE || problem.size() <= MOST_COMPLEMENT) {
            swaps(problem, random).run(pool, small ? deadline.part(deadline.left() * WALK_SHARE) : deadline);
        }
        return small && new SetList(problem, pool).run(deadline);
    }
}
