package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;

/**
 * What the searches for one problem share: when to stop, where solutions go, and when they are known to be best. Beside
 * the objective they tell a cost in whole numbers, less being better, so that a bound is met exactly or not at all.
 */
final class Work {
    /** Even when the answer is proven at once, other good solutions get a moment to be found. */
    private static final double LEAST_SECONDS = 0.3;

    private final Problem problem;
    private final SolverSettings settings;
    private final SolutionPool pool;
    private final Deadline deadline;
    private double cost = Double.POSITIVE_INFINITY;
    private double least = Double.NEGATIVE_INFINITY;

    Work(Problem problem, SolverSettings settings, SolutionPool pool, Deadline deadline) {
        this.problem = problem;
        this.settings = settings;
        this.pool = pool;
        this.deadline = deadline;
    }

    Problem problem() {
        return problem;
    }

    SolverSettings settings() {
        return settings;
    }

    Deadline deadline() {
        return deadline;
    }

    FastRandom random(int thread) {
        return FastRandom.stream(settings.seed(), thread);
    }

    void offer(byte[] x, double cost, String method) {
        pool.offer(x, method);
        boolean met;
        synchronized (this) {
            this.cost = Math.min(this.cost, cost);
            met = this.cost <= least;
        }
        if (met) {
            prove();
        }
    }

    /** Says that no cost is below this one, and so no objective better than that. */
    void bound(double cost, double objective) {
        pool.bound(objective);
        boolean met;
        synchronized (this) {
            least = Math.max(least, cost);
            met = this.cost <= least;
        }
        if (met) {
            prove();
        }
    }

    /** The best solution is a best one of all. */
    void prove() {
        if (pool.proven()) {
            return;
        }
        pool.prove();
        double spent = settings.seconds() - deadline.left();
        double least = settings.samples() == 1 || deadline.counted() ? 0 : LEAST_SECONDS;
        try {
            Thread.sleep((long) (1000 * Math.max(0, Math.min(least - spent, deadline.left()))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        deadline.stop();
    }
}
