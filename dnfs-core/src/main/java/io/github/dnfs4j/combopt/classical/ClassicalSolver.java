package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.target.GraphProblem;
import java.util.function.BooleanSupplier;

/**
 * Solves without a trained model: several threads search until time is up, one of them also for a proof. Sets, cliques
 * and covers are independent sets of a graph ({@link SetSolver}); cuts and energies are energies of spins
 * ({@link FlipSolver}). Both reduce the problem first and work in whole numbers, {@link Units}; where weights cannot be
 * told in them nothing is proven.
 */
public final class ClassicalSolver {
    private ClassicalSolver() {}

    /** Whether it branches over what is left of a cut or an energy, as far as the time goes. */
    public static boolean branches(SpinKernel kernel) {
        return kernel.sound() && SpinBranches.fits(kernel.form());
    }

    /** The best solutions that were found in the time given. */
    public static SolutionPool solve(Problem problem, SolverSettings settings) {
        return solve(problem, settings, () -> false);
    }

    /** The best solutions, or those found until {@code stop} says so: at least one, even if it does at once. */
    public static SolutionPool solve(Problem problem, SolverSettings settings, BooleanSupplier stop) {
        return solve(problem, settings, stop, new SolutionPool(problem, settings.samples()));
    }

    /** Searches into a pool that may know solutions already, until {@code stop} says so. */
    public static SolutionPool solve(
            Problem problem, SolverSettings settings, BooleanSupplier stop, SolutionPool pool) {
        Deadline deadline = Deadline.in(settings.clock(), settings.seconds(), settings.moves(), stop);
        Work work = new Work(problem, settings, pool, deadline);
        if (problem.size() == 0) {
            pool.offer(new byte[0]);
            pool.prove();
            return pool;
        }
        Parallel.run(
                problem instanceof Problem.OfGraph g && g.kind() != GraphProblem.MAXCUT
                        ? SetSolver.searches(work, g)
                        : FlipSolver.searches(work));
        pool.spent(deadline.moves());
        return pool;
    }
}
