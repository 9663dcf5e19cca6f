package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import java.util.ArrayList;
import java.util.List;

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
    private static final String EXCHANGES = "exchanges";
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
        List<Runnable> searches = new ArrayList<>();
        for (int thread = 0; thread < work.settings().threads(); thread++) {
            FastRandom random = work.random(thread);
            FlipSearch search = new FlipSearch(kernel.form(), random);
            boolean first = thread == 0;
            searches.add(() -> {
                if (first && kernel.sound()) {
                    Deadline moment =
                            work.deadline().part(BOUND_SHARE * work.deadline().left());
                    bound(work, kernel, SpinBound.of(kernel.form(), moment));
                    eliminate(work, kernel);
                }
                if (exchanges) {
                    Deadline moment = work.deadline()
                            .part(EXCHANGE_SHARE * work.deadline().left());
                    new ExchangeSearch(kernel.form(), random).run(moment, x -> offer(work, kernel, x, EXCHANGES));
                }
                search.run(work.deadline(), x -> offer(work, kernel, x, FLIPS));
            });
        }
        return searches;
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
