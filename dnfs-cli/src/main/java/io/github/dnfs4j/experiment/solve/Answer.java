package io.github.dnfs4j.experiment.solve;

import io.github.dnfs4j.combopt.SolutionPool.Solution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said about a problem.
 *
 * @param solutions distinct ones, best first; at least one, unless there is none that breaks nothing
 * @param feasible whether the first of them was checked to satisfy everything
 * @param optimal whether nothing can be better
 * @param bound the best objective that is not ruled out, null where nothing is
 * @param complete whether no solution that is missing is better than one that is there
 * @param method what found the first of them
 * @param secondsToBest when
 * @param seconds all of the time
 * @param evaluations moves of all searches
 * @param ended why the search ended: proof, time, moves, target, signal or memory
 */
public record Answer(
        Instance instance,
        List<Solution> solutions,
        boolean feasible,
        boolean optimal,
        @Nullable Double bound,
        boolean complete,
        String method,
        double secondsToBest,
        double seconds,
        long evaluations,
        String ended) {
    public Solution best() {
        return solutions.get(0);
    }

    /** How far the best may be from the bound, as a part of it: 0 where it is proven, null without a bound. */
    public @Nullable Double gap() {
        if (optimal) {
            return 0.0;
        }
        if (bound == null || !feasible) {
            return null;
        }
        double difference = Math.abs(bound - best().objective());
        return difference == 0 ? 0 : difference / Math.max(Math.abs(best().objective()), 1e-10);
    }
}
