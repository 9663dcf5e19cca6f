package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.Resampling;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Runs a flow along a time grid and weighs the paths.
 *
 * <p>Forward, {@code x_{k+1} ~ F_k(. | x_k)} by the forward rates at t_k. Its exact weight needs the reverse rates at
 * (x_{k+1}, t_{k+1}), which the next step needs anyway: K + 1 network calls in all, 2K when a Markov kernel moves the
 * states in between. Backward, {@code x_k ~ B_k(. | x_{k+1})} by those reverse rates.
 *
 * @param flow the rates
 * @param grid the times
 * @param kernel the form of F and B
 * @param floor added to the rates of both
 * @param between moves that leave p_t invariant, after each step and before its last; null for none
 * @param resampleBelow draw the paths anew (systematically) when the normalised ESS of the exact weights falls below
 *     this; 0 for never
 */
public record Simulator(
        Flow flow,
        TimeGrid grid,
        StepKernel kernel,
        RateFloor floor,
        @Nullable MarkovKernel between,
        double resampleBelow) {

    /** Looks at the states of a forward run at each time of the grid, k = 0..K. */
    public interface Observer {
        void point(int k, Point point);
    }

    /**
     * Where the paths ended.
     *
     * @param x states, [n, d]
     * @param u their U, [n]
     * @param rows the row of the flow's target that each belongs to, [n]: 0..n-1 until paths are drawn anew
     */
    public record Paths(Tensor x, Tensor u, Tensor rows, LogWeights weights, Cost cost) {}

    /** A simulator without moves in between and without resampling. */
    public static Simulator of(Flow flow, TimeGrid grid, StepKernel kernel, RateFloor floor) {
        return new Simulator(flow, grid, kernel, floor, null, 0);
    }

    /** The same without moves in between and without resampling. */
    public Simulator plain() {
        return of(flow, grid, kernel, floor);
    }

    /** The simulator whose row k is this one's row {@code index[k]}. */
    public Simulator rows(Tensor index) {
        return new Simulator(flow.rows(index), grid, kernel, floor, between, resampleBelow);
    }

    /** Runs n paths from the prior to the last time of the grid. The result belongs to the caller's scope. */
    public Paths forward(int n, Rng rng, @Nullable Observer observer) {
        try (Scope scope = Scope.open()) {
            Counter counter = new Counter(flow.path().space(), n);
            Point now = evaluate(flow, flow.path().start(n, rng), grid.at(0), counter);
            Tensor rows = Tensors.range(n, rng.device());
            LogWeights weights = LogWeights.zeros(n, rng.device());
            observe(observer, 0, now);
            for (int k = 0; k < grid.steps(); k++) {
                try (Scope step = Scope.open()) {
                    Tensor y = kernel.step(now.forward(), now.x(), grid.width(k), uniforms(now, rng));
                    Flow here = flow.rows(rows);
                    Point next = evaluate(here, y, grid.at(k + 1), counter);
                    weigh(weights, now, next, k);
                    if (between != null && k + 1 < grid.steps()) {
                        Tensor moved = between.step(here.path(), y, grid.at(k + 1), rng);
                        counter.target +=
                                n * between.targetEvaluations(flow.path().space());
                        next = evaluate(here, moved, grid.at(k + 1), counter);
                    }
                    now.assign(resample(next, rows, weights, rng));
                    observe(observer, k + 1, now);
                }
            }
            return keep(scope, now, rows, weights, counter);
        }
    }

    /**
     * Runs paths backwards from states of the last time to time 0, and weighs them as if they had been run forward:
     * the mean of the exact log weight is an upper bound of log Z when the states are samples of the target, and
     * {@code U(x_K) - log w} averages to a lower bound of the log probability of x_K.
     *
     * @return the states at time 0, U of the states given, and the weights
     */
    public Paths backward(Tensor x, Rng rng) {
        if (between != null || resampleBelow > 0) {
            throw new IllegalStateException("backward runs take neither moves in between nor resampling");
        }
        try (Scope scope = Scope.open()) {
            Counter counter = new Counter(flow.path().space(), x.size(0));
            Point now = evaluate(flow, x.clone(), grid.at(grid.steps()), counter);
            Tensor u = now.u().clone();
            LogWeights weights = LogWeights.zeros(x.size(0), rng.device());
            for (int k = grid.steps() - 1; k >= 0; k--) {
                try (Scope step = Scope.open()) {
                    Tensor y = kernel.step(now.reverse(), now.x(), grid.width(k), uniforms(now, rng));
                    Point before = evaluate(flow, y, grid.at(k), counter);
                    weigh(weights, before, now, k);
                    now.assign(before);
                }
            }
            now.u().copy_(u);
            return keep(scope, now, Tensors.range(x.size(0), rng.device()), weights, counter);
        }
    }

    private Point evaluate(Flow here, Tensor x, double t, Counter counter) {
        counter.visit();
        return here.at(x, t, floor);
    }

    private static Tensor uniforms(Point p, Rng rng) {
        return rng.uniform(p.x().size(0), p.x().size(1));
    }

    private static void observe(@Nullable Observer observer, int k, Point p) {
        if (observer != null) {
            observer.point(k, p);
        }
    }

    /** Adds the step from {@code a} at t_k to {@code b} at t_{k+1}. */
    private void weigh(LogWeights w, Point a, Point b, int k) {
        AnnealingPath path = flow.path();
        double dt = grid.width(k);
        w.left().add_(times(a.xi(), dt));
        w.trapezoid().add_(times(a.xi().add(b.xi()), dt / 2));
        w.exact().add_(path.logDensity(b.u(), grid.at(k + 1)).sub(path.logDensity(a.u(), grid.at(k))));
        w.exact().add_(kernel.logProbability(b.reverse(), b.x(), a.x(), dt));
        w.exact().sub_(kernel.logProbability(a.forward(), a.x(), b.x(), dt));
    }

    private Point resample(Point p, Tensor rows, LogWeights weights, Rng rng) {
        if (resampleBelow <= 0) {
            return p;
        }
        double[] logw = Tensors.doubles(weights.exact());
        double max = Arrays.stream(logw).max().orElseThrow();
        double sum = Arrays.stream(logw).map(v -> Math.exp(v - max)).sum();
        double squares = Arrays.stream(logw).map(v -> Math.exp(2 * (v - max))).sum();
        if (sum * sum / squares >= resampleBelow * logw.length) {
            return p;
        }
        long[] picks = Arrays.stream(Resampling.systematic(logw, logw.length, rng.uniform()))
                .asLongStream()
                .toArray();
        Tensor index = Tensors.of(picks, rng.device(), picks.length);
        weights.resample(index, max + Math.log(sum / logw.length));
        rows.copy_(rows.index_select(0, index));
        return p.rows(index);
    }

    private static Paths keep(Scope scope, Point p, Tensor rows, LogWeights w, Counter counter) {
        LogWeights kept = new LogWeights(scope.keep(w.left()), scope.keep(w.trapezoid()), scope.keep(w.exact()));
        return new Paths(scope.keep(p.x()), scope.keep(p.u()), scope.keep(rows), kept, counter.cost());
    }

    /** Counts what a run costs. */
    private static final class Counter {
        private final StateSpace space;
        private final long n;
        private final long start = System.nanoTime();
        private long visits;
        private long target;

        Counter(StateSpace space, long n) {
            this.space = space;
            this.n = n;
        }

        void visit() {
            visits++;
        }

        Cost cost() {
            long evaluations = target + visits * n * (1 + space.neighbours());
            return new Cost(evaluations, visits * n, (System.nanoTime() - start) / 1e9);
        }
    }
}
