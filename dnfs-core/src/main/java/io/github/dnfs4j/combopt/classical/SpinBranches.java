package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A state of least energy, with proof, of small dense energies: branch and bound over {@link Semidefinite}. Fields are
 * couplings to a spin 0 that stays +1. A branch ties a spin that the relaxation leaves in doubt, and that means much to the
 * others, to spin 0, with either sign, and begins with what its parent knew. It ends when its bound shows that it holds no
 * state better than the best one known: energies differ by multiples of their largest common divisor, so the bound may be
 * less than that below.
 * Several threads may work on one search, and each may leave it and come back, if it stays for some steps of a branch.
 */
final class SpinBranches {
    private static final int MOST = 200;
    private static final int MORE_RANK = 6;
    private static final int ROOT_SWEEPS = 60;
    private static final int LAST_SWEEPS = 20;
    private static final int SWEEPS = 3;
    /** Steps of the weights of triangles, and how many of them go by until new triangles are sought. */
    private static final int STEPS = 400;

    private static final int SEPARATE = 10;
    /** A branch is divided when its bound, at its pace, would not be there after so many more looks. */
    private static final double PATIENCE = 12;

    /** A proof that failed is tried again when the relaxation is so much farther above what is to be shown. */
    private static final double FARTHER = 1.2;

    private static final double ACCURACY = 1.0 / 16;
    private static final int WAIT = 10;

    /**
     * States in which some variables are tied.
     *
     * @param rest the energy of the others, up to a constant
     * @param tied 1 or -1 for each variable, 0 if it is not tied
     * @param member which variable each spin of the rest is, -1 for spin 0
     * @param bound that no energy in it is below
     */
    private record Branch(Semidefinite rest, double constant, byte[] tied, int[] member, double bound) {
        boolean root() {
            return rest.size() == tied.length + 1;
        }

        Branch bounded(double least) {
            return new Branch(rest, constant, tied, member, least);
        }

        Branch child(int gone, int sign) {
            int[] others = new int[member.length - 1];
            for (int i = 0; i < others.length; i++) {
                others[i] = member[i < gone ? i : i + 1];
            }
            byte[] more = tied.clone();
            more[member[gone]] = (byte) sign;
            double fixed = constant + rest.coupling(gone) * sign;
            return new Branch(rest.contracted(gone, sign), fixed, more, others, bound);
        }

        byte[] state() {
            byte[] x = new byte[tied.length];
            for (int i = 0; i < x.length; i++) {
                x[i] = (byte) (tied[i] > 0 ? 1 : 0);
            }
            return x;
        }
    }

    /** How work on a branch came to its end. */
    private enum End {
        NOTHING_BETTER,
        TO_DIVIDE,
        NO_TIME
    }

    private final QuadraticForm binary;
    private final Consumer<byte[]> found;
    private final double grain;
    private final Deque<Branch> open = new ArrayDeque<>();
    private int working;
    private double best = Double.POSITIVE_INFINITY;

    /** States better than all before go to {@code found}. */
    SpinBranches(QuadraticForm binary, FastRandom random, Consumer<byte[]> found) {
        this.binary = binary;
        this.found = found;
        grain = Units.grain(binary);
        double[] constant = new double[1];
        double[] a = Semidefinite.matrix(binary, constant);
        int n = binary.size() + 1;
        int[] member = new int[n];
        for (int i = 0; i < n; i++) {
            member[i] = i - 1;
        }
        Semidefinite root = new Semidefinite(a, n, Math.min(n, (int) Math.sqrt(2.0 * n) + MORE_RANK), random);
        open.push(new Branch(root, constant[0], new byte[n - 1], member, Double.NEGATIVE_INFINITY));
    }

    /** Whether an energy is small enough, and bounds of it are exact. */
    static boolean fits(QuadraticForm binary) {
        return binary.size() <= MOST
                && Units.grain(binary) > 0
                && Semidefinite.exact(Semidefinite.matrix(binary, new double[1]));
    }

    /** Says that a state of this energy is known. */
    synchronized void known(double energy) {
        best = Math.min(best, energy);
    }

    /** Works until the deadline, or until all is done: then true. */
    boolean work(Deadline deadline) {
        for (Branch branch = next(deadline); branch != null; branch = next(deadline)) {
            List<Branch> children = divided(branch, deadline);
            synchronized (this) {
                children.forEach(open::push);
                working--;
                notifyAll();
            }
        }
        return done();
    }

    private synchronized boolean done() {
        return open.isEmpty() && working == 0;
    }

    /** What no energy is below, as far as it is known while nobody works. */
    synchronized double bound() {
        double least = working > 0 ? Double.NEGATIVE_INFINITY : best;
        for (Branch b : open) {
            least = Math.min(least, b.bound);
        }
        return Units.up(least, binary.offset(), grain);
    }

    private synchronized @Nullable Branch next(Deadline deadline) {
        while (open.isEmpty() && working > 0 && !deadline.passed()) {
            try {
                wait(WAIT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
        if (open.isEmpty() || deadline.passed()) {
            return null;
        }
        working++;
        return open.pop();
    }

    private synchronized double goal() {
        return best - grain;
    }

    private void offer(byte[] x) {
        double energy = binary.energy(x);
        boolean better;
        synchronized (this) {
            better = energy < best;
            best = Math.min(best, energy);
        }
        if (better) {
            found.accept(x);
        }
    }

    /** Its two parts; none if it holds nothing better than what is known, itself if the time is up. */
    private List<Branch> divided(Branch branch, Deadline deadline) {
        Semidefinite rest = branch.rest;
        if (rest.size() == 1) {
            offer(branch.state());
            return List.of();
        }
        End end = tightened(branch, deadline);
        if (end == End.NOTHING_BETTER) {
            return List.of();
        }
        Branch bounded = branch.bounded(Math.max(branch.bound, branch.constant + rest.bound()));
        if (bounded.bound > goal()) {
            return List.of();
        }
        if (end == End.NO_TIME) {
            return List.of(bounded);
        }
        int chosen = 1;
        for (int i = 2; i < rest.size(); i++) {
            chosen = rest.doubt(i) > rest.doubt(chosen) ? i : chosen;
        }
        return List.of(bounded.child(chosen, -1), bounded.child(chosen, 1));
    }

    /** Takes steps until the bound ends the branch, or is worth no more of them. */
    private End tightened(Branch branch, Deadline deadline) {
        Semidefinite rest = branch.rest;
        long moves = rest.moves();
        double goal = goal() - branch.constant;
        double accuracy = ACCURACY * grain;
        double before = Double.NEGATIVE_INFINITY;
        double enough = goal;
        if (branch.root()) {
            rest.relax(ROOT_SWEEPS, accuracy, deadline);
        }
        for (int step = 0; step < STEPS; step++) {
            if (deadline.passed(SWEEPS * moves)) {
                return End.NO_TIME;
            }
            for (int k = 0; k < SWEEPS; k++) {
                rest.sweep();
            }
            if (step % SEPARATE == 0) {
                double now = rest.estimate();
                boolean slow = step > SEPARATE && goal - now > PATIENCE * (now - before);
                if (slow) {
                    break;
                }
                if (now > enough) {
                    rest.relax(LAST_SWEEPS, accuracy, deadline);
                    if (rest.above(goal)) {
                        return End.NOTHING_BETTER;
                    }
                    enough = goal + FARTHER * (now - goal);
                }
                before = now;
                rest.separate();
            }
            rest.step();
        }
        rest.relax(LAST_SWEEPS, accuracy, deadline);
        return End.TO_DIVIDE;
    }
}
