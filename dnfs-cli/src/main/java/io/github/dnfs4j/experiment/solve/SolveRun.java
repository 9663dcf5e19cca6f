package io.github.dnfs4j.experiment.solve;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.Decoder;
import io.github.dnfs4j.combopt.Decoding;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.SolutionPool.Improvement;
import io.github.dnfs4j.combopt.SolutionPool.Solution;
import io.github.dnfs4j.combopt.classical.SolverSettings;
import io.github.dnfs4j.combopt.constraint.Reduction;
import io.github.dnfs4j.combopt.several.BestSolutions;
import io.github.dnfs4j.solver.ExactSolver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One search, from a problem and wishes to an answer. Constraints are reduced away before it and checked after it, by
 * code that the search does not share; objectives are those of the file.
 */
public final class SolveRun {
    /** What is told while it runs: an objective better than all before, of a solution that breaks nothing. */
    public interface Listener {
        void improved(double objective, byte[] x, String method, double seconds);
    }

    /** A search of one's own in place of the usual ones. */
    public interface Search {
        void run(Problem problem, SolverSettings settings, BooleanSupplier stop, SolutionPool pool) throws IOException;
    }

    /** Of the time goes to further solutions, if they are wanted, and to those near a start. */
    private static final double MANY_SHARE = 0.25;

    private static final double START_SHARE = 0.1;
    private static final double FEW_SECONDS = 0.3;
    private static final long FEW_MOVES = 300_000;
    /** A pool of penalised states may hold some that break constraints. */
    private static final int PENALISED = 4;

    private final Instance instance;
    private final Wishes wishes;
    private final BooleanSupplier signal;
    private final Listener listener;
    private final Reduction reduction;
    private final SolutionPool pool;
    private final long begin;
    private @Nullable Double best;
    private String method = "";
    private double secondsToBest;
    private volatile boolean reached;
    private volatile boolean full;
    /** Whether the best is as good as constraints alone allow. */
    private volatile boolean met;

    public SolveRun(Instance instance, Wishes wishes, BooleanSupplier signal, Listener listener) {
        this.instance = instance;
        this.wishes = wishes;
        begin = wishes.clock().nanos();
        this.signal = signal;
        this.listener = listener;
        reduction = Reduction.of(instance.problem(), wishes.constraints());
        int capacity = wishes.best() * (penalised() ? PENALISED : 1);
        pool = new SolutionPool(reduction.searched(), capacity, wishes.clock(), this::improved);
        Double bound = reduction.bound();
        if (bound != null) {
            pool.bound(bound);
        }
    }

    /** The best objective so far, null while there is none. */
    public @Nullable Double best() {
        synchronized (pool) {
            return best;
        }
    }

    /** The bound so far, null while there is none. */
    public @Nullable Double bound() {
        Double known = pool.bound();
        return known == null ? null : instance.shown(reduction.objective(known));
    }

    /** Ends the search because memory does. */
    public void outOfMemory() {
        full = true;
    }

    private boolean penalised() {
        return reduction.searched() instanceof Problem.OfEnergy
                && !wishes.constraints().none();
    }

    private boolean satisfies(byte[] x) {
        return instance.problem().feasible(x) && wishes.constraints().broken(x, instance.cut()) == 0;
    }

    /** Called by the pool, one at a time. */
    private void improved(Improvement improvement) {
        byte[] x = reduction.lift(improvement.solution().x());
        if (!satisfies(x)) {
            return;
        }
        double objective = instance.objective(x);
        boolean better = best == null || (instance.maximised() ? objective > best : objective < best);
        if (better) {
            best = objective;
            method = improvement.method();
            secondsToBest = improvement.seconds();
            listener.improved(objective, x, method, secondsToBest);
            Double target = wishes.target();
            if (Double.valueOf(improvement.solution().objective()).equals(reduction.bound())) {
                pool.prove();
                met = true;
            }
            reached |= target != null && (instance.maximised() ? objective >= target : objective <= target);
        }
    }

    private boolean stopped() {
        return signal.getAsBoolean() || reached || full;
    }

    /** Searches by the usual methods. */
    public Answer run() {
        try {
            return run(ExactSolver::solve);
        } catch (IOException cannotBe) {
            throw new IllegalStateException(cannotBe);
        }
    }

    public Answer run(Search search) throws IOException {
        Problem searched = reduction.searched();
        boolean complete = false;
        if (searched.size() == 0) {
            pool.offer(new byte[0], "reduction");
            pool.prove();
            complete = true;
        } else {
            start(searched);
            double share = wishes.many() && wishes.best() > 1 ? 1 - MANY_SHARE : 1;
            search.run(searched, settings(share), () -> met || stopped(), pool);
            complete = further(searched);
        }
        return answer(complete && !penalised());
    }

    /** Seconds since it was made. */
    public double elapsed() {
        return wishes.clock().secondsSince(begin);
    }

    private boolean counted() {
        return wishes.moves() != Deadline.ANY;
    }

    private long movesLeft() {
        return counted() ? Math.max(1, wishes.moves() - pool.evaluations()) : Deadline.ANY;
    }

    private SolverSettings settings(double share) {
        double seconds = Math.max(1e-3, (wishes.seconds() - elapsed()) * share);
        long moves = counted() ? Math.max(1, (long) (movesLeft() * share)) : Deadline.ANY;
        // One solution: this class looks for the others.
        return new SolverSettings(wishes.clock(), seconds, wishes.threads(), wishes.seed(), 1, wishes.exact(), moves);
    }

    private void start(Problem searched) {
        byte[] start = wishes.start();
        if (start == null) {
            return;
        }
        byte[] x = reduction.project(start);
        if (searched instanceof Problem.OfGraph g) {
            x = Decoding.GREEDY.solution(new Decoder(g), x);
        }
        pool.offer(x, "start");
        Deadline deadline = Deadline.in(
                wishes.clock(),
                (wishes.seconds() - elapsed()) * START_SHARE,
                counted() ? Math.max(1, (long) (movesLeft() * START_SHARE)) : Deadline.ANY,
                this::stopped);
        BestSolutions.walk(searched, pool, deadline, wishes.seed());
        pool.spent(deadline.moves());
    }

    /** The other solutions; true if those that are there are the best there are. */
    private boolean further(Problem searched) {
        if (wishes.best() == 1 || stopped()) {
            return false;
        }
        double left = wishes.seconds() - elapsed();
        double seconds = wishes.many() || counted() ? left : Math.min(FEW_SECONDS, left);
        long moves = counted() ? Math.min(movesLeft(), wishes.many() ? Deadline.ANY : FEW_MOVES) : Deadline.ANY;
        if (seconds <= 0 || counted() && pool.evaluations() >= wishes.moves()) {
            return false;
        }
        Deadline deadline = Deadline.in(wishes.clock(), seconds, moves, this::stopped);
        boolean complete = BestSolutions.fill(searched, pool, deadline, wishes.seed());
        pool.spent(deadline.moves());
        return complete;
    }

    private Answer answer(boolean complete) {
        List<Solution> solutions = new ArrayList<>();
        List<Solution> broken = new ArrayList<>();
        for (Solution s : pool.sorted()) {
            byte[] x = reduction.lift(s.x());
            Solution lifted = new Solution(x, instance.objective(x), s.count());
            boolean known = solutions.stream().anyMatch(other -> Arrays.equals(other.x(), x));
            if (!known) {
                (satisfies(x) ? solutions : broken).add(lifted);
            }
        }
        boolean feasible = !solutions.isEmpty();
        if (feasible) {
            Comparator<Solution> order = Comparator.comparingDouble(Solution::objective);
            solutions.sort(instance.maximised() ? order.reversed() : order);
        } else {
            solutions = broken;
        }
        // A proof is about the pool's best state; it must be the one that is shown.
        boolean optimal = pool.proven()
                && feasible
                && satisfies(reduction.lift(pool.best().x()));
        Double bound = optimal ? Double.valueOf(solutions.get(0).objective()) : bound();
        return new Answer(
                instance,
                List.copyOf(solutions.subList(0, Math.min(wishes.best(), solutions.size()))),
                feasible,
                optimal,
                bound,
                complete,
                method,
                secondsToBest,
                elapsed(),
                pool.evaluations(),
                ended(optimal));
    }

    private String ended(boolean optimal) {
        if (signal.getAsBoolean()) {
            return "signal";
        }
        if (full) {
            return "memory";
        }
        if (reached) {
            return "target";
        }
        return optimal ? "proof" : counted() ? "moves" : "time";
    }
}
