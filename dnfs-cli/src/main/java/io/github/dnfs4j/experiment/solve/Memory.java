package io.github.dnfs4j.experiment.solve;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit on Java's memory. It is kept by searching with fewer threads and for fewer solutions, and by ending a search that
 * exceeds it; one that cannot be kept is refused. SCIP's memory is not Java's, and not counted.
 */
public final class Memory {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([kmg])", Pattern.CASE_INSENSITIVE);
    private static final long CHECK = 200;
    /** What the program itself takes. */
    private static final long BASE = 24L << 20;

    private static final int PROVEN = 3000;
    private static final int BRANCHED = 200;
    private static final int RELAXED = 1024;
    private static final int CHOSEN = 8192;
    /** A variable of a solution, kept, lifted and printed. */
    private static final long SOLUTION = 40;

    private Memory() {}

    /** Reads {@code 500m} or {@code 2g}. */
    public static long parse(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches() || matcher.group(1).matches("0+")) {
            throw new IllegalArgumentException("--memory must be a size such as 500m or 2g, not '" + text + "'");
        }
        int shift = 10 * ("kmg".indexOf(matcher.group(2).toLowerCase(Locale.ROOT)) + 1);
        long limit = Long.parseLong(matcher.group(1)) << shift;
        long heap = Runtime.getRuntime().maxMemory();
        if (limit > heap) {
            throw new IllegalArgumentException(
                    "--memory " + text + " is more than Java's heap of " + (heap >> 20) + "m; DNFS_HEAP raises that");
        }
        return limit;
    }

    /**
     * What a search of a problem takes: in all, and for each thread. Lists of neighbours with weights, twice, as read and as
     * searched; a proof has a matrix of bits and lists, or matrices of numbers, one for each level of its branches.
     */
    private record Need(long shared, long each) {
        static Need of(Problem problem) {
            long n = problem.size();
            Graph graph = problem instanceof Problem.OfGraph g
                    ? g.graph()
                    : ((Problem.OfEnergy) problem).form().couplings();
            boolean set = problem instanceof Problem.OfGraph g && g.kind() != GraphProblem.MAXCUT;
            long matrices = n <= BRANCHED ? 8 * n * n * n : n <= RELAXED ? 32 * n * n : 0;
            long proof = set ? (n <= PROVEN ? 5 * n * n : 0) : matrices;
            return new Need(
                    BASE + 60L * graph.edges() + 100 * n + proof,
                    200 * n + (set && n <= CHOSEN ? n * n / 8 : 0) + (1 << 20));
        }
    }

    /** How many threads the limit allows, at most those wanted. */
    public static int threads(Problem problem, int wanted, long limit) {
        Need need = Need.of(problem);
        long threads = (limit - need.shared) / need.each;
        if (threads < 1) {
            throw new IllegalArgumentException(
                    "--memory " + (limit >> 20) + "m is too little; this problem takes about "
                            + ((need.shared + need.each + (1 << 20) - 1) >> 20) + "m");
        }
        return (int) Math.min(wanted, threads);
    }

    /** How many solutions there is room for, to keep and to print, at most those wanted. */
    public static int solutions(Problem problem, int threads, int wanted, long limit) {
        Need need = Need.of(problem);
        long room = (limit - need.shared - threads * need.each) / 2;
        return (int) Math.max(1, Math.min(wanted, room / (SOLUTION * problem.size() + SOLUTION)));
    }

    /** Ends a run that exceeds the limit, until it is closed. */
    public static AutoCloseable watch(long limit, SolveRun run) {
        Thread watch = new Thread(() -> look(limit, run), "memory");
        watch.setDaemon(true);
        watch.start();
        return watch::interrupt;
    }

    private static void look(long limit, SolveRun run) {
        try {
            while (true) {
                Thread.sleep(CHECK);
                if (used() > limit) {
                    System.gc(); // what is no longer needed does not count
                    if (used() > limit) {
                        run.outOfMemory();
                        return;
                    }
                }
            }
        } catch (InterruptedException done) {
            Thread.currentThread().interrupt();
        }
    }

    private static long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
