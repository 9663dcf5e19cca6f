package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts and energies: what {@link SpinKernel} leaves of them is eliminated, where that is narrow, or searched by flips. */
final class FlipSolver {
    private static final String FLIPS = "flips";
    private static final String ELIMINATION = "elimination";
    private static final String REDUCTION = "reduction";
    private static final int WIDTH = 22;
    /** Up to so much work always, and so much more for each second. */
    private static final double LEAST_WORK = 0x1p23;

    private static final double WORK_A_SECOND = 1e7;
    private static final double EXACT_WORK = 4;
    private static final double BOUND_SHARE = 0.04;
    private static final double RELAX_SHARE = 0.12;
    private static final int MOST_RELAXED = 1024;
    private static final int MOST_SWEEPS = 200;
    /** Seconds to factor a matrix some times, for its rows to the third power. */
    private static final double FACTOR_CUBE = 5e-10;

    private static final String BRANCHES = "branch and bound";
    private static final double FIRST_SECONDS = 0.05;
    /** Flips first: what they find ends branches from their beginning. */
    private static final double WARM_SECONDS = 0.5;

    private static final double WARM_SHARE = 0.1;
    /** Of the time, if a proof is not all that counts. */
    private static final double BRANCH_SHARE = 0.5;

    private static final String EXCHANGES = "exchanges";
    private static final String TOURS = "tours";
    /** Of the time, where penalties leave single flips nothing to do. */
    private static final double EXCHANGE_SHARE = 0.8;

    private FlipSolver() {}

    static List<Runnable> searches(Work work) {
        SpinKernel kernel = SpinKernel.of(work.problem());
        if (kernel.empty()) {
            work.offer(kernel.lift(kernel.start()), 0, REDUCTION);
            work.prove();
            return List.of();
        }
        boolean exchanges = ExchangeSearch.fits(kernel.form());
        SpinBranches branches = branches(work, kernel);
        List<Runnable> searches = new ArrayList<>();
        for (int thread = 0; thread < work.settings().threads(); thread++) {
            FastRandom random = work.random(thread);
            FlipSearch search = new FlipSearch(kernel.form(), random);
            boolean first = thread == 0;
            searches.add(() -> {
                Deadline all = work.deadline();
                if (first) {
                    // Bounds take their time, and who waits wants to see something.
                    search.run(all.part(FIRST_SECONDS), x -> offer(work, kernel, x, FLIPS));
                }
                if (first && kernel.sound()) {
                    bound(work, kernel, SpinBound.of(kernel.form(), all.part(BOUND_SHARE * all.left())));
                    eliminate(work, kernel);
                    relax(work, kernel);
                }
                TourSearch tours = TourSearch.of(kernel.form(), random);
                if (tours != null) {
                    tours.run(all.part(EXCHANGE_SHARE * all.left()), x -> offer(work, kernel, x, TOURS));
                } else if (exchanges) {
                    Deadline moment = all.part(EXCHANGE_SHARE * all.left());
                    new ExchangeSearch(kernel.form(), random).run(moment, x -> offer(work, kernel, x, EXCHANGES));
                }
                if (branches != null) {
                    double warm = Math.min(WARM_SECONDS, all.left() * WARM_SHARE);
                    search.run(all.part(warm), x -> {
                        branches.known(kernel.form().energy(x));
                        offer(work, kernel, x, FLIPS);
                    });
                    branch(work, kernel, branches);
                }
                search.run(all, x -> offer(work, kernel, x, FLIPS));
            });
        }
        return searches;
    }

    private static @Nullable SpinBranches branches(Work work, SpinKernel kernel) {
        return ClassicalSolver.branches(kernel)
                ? new SpinBranches(kernel.form(), work.random(-2), x -> offer(work, kernel, x, BRANCHES))
                : null;
    }

    private static void branch(Work work, SpinKernel kernel, SpinBranches branches) {
        Deadline all = work.deadline();
        if (branches.work(work.settings().exact() ? all : all.part(BRANCH_SHARE * all.left()))) {
            work.prove();
        }
        bound(work, kernel, branches.bound());
    }

    /** The bound of a relaxation, where that takes no more than its share of the time. */
    private static void relax(Work work, SpinKernel kernel) {
        QuadraticForm form = kernel.form();
        Deadline all = work.deadline();
        double n = form.size();
        double seconds = RELAX_SHARE * all.left();
        if (n > MOST_RELAXED || FACTOR_CUBE * n * n * n > seconds / 2) {
            return;
        }
        double[] constant = new double[1];
        double[] a = Semidefinite.matrix(form, constant);
        if (Semidefinite.exact(a)) {
            int size = form.size() + 1;
            Semidefinite relaxed = new Semidefinite(a, size, (int) Math.sqrt(2.0 * size) + 1, work.random(-2));
            relaxed.relax(MOST_SWEEPS, 0, all.part(seconds / 2));
            bound(work, kernel, Units.up(constant[0] + relaxed.bound(), form.offset(), Units.grain(form)));
        }
    }

    private static void offer(Work work, SpinKernel kernel, byte[] x, String method) {
        work.offer(kernel.lift(x), kernel.form().energy(x), method);
    }

    private static void bound(Work work, SpinKernel kernel, double energy) {
        work.bound(energy, kernel.bound(work.problem(), energy));
    }

    private static void eliminate(Work work, SpinKernel kernel) {
        byte[] x = kernel.start();
        double seconds = work.deadline().left() * (work.settings().exact() ? EXACT_WORK : 1);
        double budget = LEAST_WORK + WORK_A_SECOND * seconds;
        if (new Elimination(kernel.form(), WIDTH, work.random(-1)).minimise(x, WIDTH, budget)) {
            offer(work, kernel, x, ELIMINATION);
            work.prove();
        }
    }
}
