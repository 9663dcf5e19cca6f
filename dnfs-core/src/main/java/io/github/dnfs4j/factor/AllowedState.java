package io.github.dnfs4j.factor;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A state that no factor forbids, by repair: while a factor forbids the state, one of its variables, now and then a
 * random one, takes the value under which the fewest factors do. It may fail to find what there is.
 */
final class AllowedState {
    private static final int TRIES = 10;
    private static final int STEPS_A_VARIABLE = 200;
    private static final double NOISE = 0.2;

    private final FactorGraph graph;
    private final int[][] factorsOf;
    private final SplittableRandom random;
    private final int[] x;
    /** The factors that forbid x, in any order, and where each is in that list. */
    private final int[] broken;

    private final int[] place;
    private int count;

    private AllowedState(FactorGraph graph, int[][] factorsOf, SplittableRandom random) {
        this.graph = graph;
        this.factorsOf = factorsOf;
        this.random = random;
        x = new int[graph.variables()];
        broken = new int[graph.factors().size()];
        place = new int[broken.length];
        Arrays.fill(place, -1);
        Arrays.setAll(x, i -> random.nextInt(graph.size(i)));
        for (int f = 0; f < broken.length; f++) {
            judge(f);
        }
    }

    static Optional<int[]> find(FactorGraph graph, SplittableRandom random) {
        int[][] factorsOf = graph.factorsOfEach();
        for (int k = 0; k < TRIES; k++) {
            AllowedState search = new AllowedState(graph, factorsOf, random);
            if (search.repaired()) {
                return Optional.of(search.x);
            }
        }
        return Optional.empty();
    }

    private boolean repaired() {
        long most = (long) STEPS_A_VARIABLE * (x.length + 10);
        for (long step = 0; step < most && count > 0; step++) {
            Factor f = graph.factors().get(broken[random.nextInt(count)]);
            if (f.order() == 0) {
                return false;
            }
            int v = f.variable(random.nextInt(f.order()));
            int to = random.nextInt(graph.size(v));
            if (random.nextDouble() >= NOISE) {
                int[] move = best(f);
                v = move[0];
                to = move[1];
            }
            x[v] = to;
            for (int g : factorsOf[v]) {
                judge(g);
            }
        }
        return count == 0;
    }

    /** The variable of a factor and the value that leave the fewest factors broken; of equals a random one. */
    private int[] best(Factor f) {
        int[] best = {f.variable(0), x[f.variable(0)]};
        int least = Integer.MAX_VALUE;
        int equals = 0;
        for (int k = 0; k < f.order(); k++) {
            int v = f.variable(k);
            int old = x[v];
            int here = broken(v);
            for (int a = 0; a < graph.size(v); a++) {
                if (a == old) {
                    continue;
                }
                x[v] = a;
                int change = broken(v) - here;
                equals = change == least ? equals + 1 : 1;
                if (change < least || (change == least && random.nextInt(equals) == 0)) {
                    least = change;
                    best = new int[] {v, a};
                }
            }
            x[v] = old;
        }
        return best;
    }

    /** How many of a variable's factors forbid x. */
    private int broken(int v) {
        int n = 0;
        for (int f : factorsOf[v]) {
            n += forbids(f) ? 1 : 0;
        }
        return n;
    }

    private boolean forbids(int f) {
        return graph.factors().get(f).at(x) == Double.NEGATIVE_INFINITY;
    }

    private void judge(int f) {
        boolean now = forbids(f);
        if (now && place[f] < 0) {
            place[f] = count;
            broken[count++] = f;
        } else if (!now && place[f] >= 0) {
            int last = broken[--count];
            broken[place[f]] = last;
            place[last] = place[f];
            place[f] = -1;
        }
    }
}
