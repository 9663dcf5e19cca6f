package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Several ways to search for independent sets, in turns that grow longer: which of them a graph needs only shows. Swaps
 * are good at most, edge weights where vertices look alike, penalties where the best set looks bad, choices where few cliques
 * hold all vertices, and flips where vertices have weights and few edges. Who has not found what another has waits longer.
 */
final class SetPortfolio {
    static final String SWAPS = "swaps";
    private static final int MOST_EDGES = 3_000_000;
    private static final double FIRST_TURN = 0.03;
    private static final double LONGEST_TURN = 0.5;
    private static final double GROWTH = 1.15;
    /** Annealing needs time to cool: so many turns, and this part of what is left unless that is long. */
    private static final double FLIPS_LENGTH = 6;

    private static final double FLIPS_SHARE = 0.5;
    private static final double LONGEST_FLIPS = 20;
    /** Who has not found what another has sits out so many turns of four or five. */
    private static final int BEHIND = 3;

    private interface Search {
        void run(Deadline deadline, Consumer<byte[]> found);
    }

    private static final class Named {
        private final String name;
        private final Search search;
        private final boolean slow;
        private double best = Double.NEGATIVE_INFINITY;
        /** Turns that it sat out since its last. */
        private int sat;

        Named(String name, Search search, boolean slow) {
            this.name = name;
            this.search = search;
            this.slow = slow;
        }

        Named(String name, Search search) {
            this(name, search, false);
        }
    }

    private final Graph graph;
    private final List<Named> searches = new ArrayList<>();
    private double best = Double.NEGATIVE_INFINITY;
    private double turn = FIRST_TURN;
    private int next;

    /** Begins with the search of this number. */
    SetPortfolio(Graph graph, long @Nullable [][] rows, int first, FastRandom random) {
        this.graph = graph;
        searches.add(new Named(SWAPS, new SetSearch(graph, random)::run));
        boolean weighted = graph.hasVertexWeights();
        if (!weighted && rows != null) {
            searches.add(new Named("penalties", new PenaltySearch(rows, random)::run));
        }
        if (!weighted && graph.edges() <= MOST_EDGES) {
            searches.add(new Named("covers", new CoverSearch(graph, random)::run));
        }
        if (!weighted && rows != null && ChoiceSearch.fits(graph)) {
            searches.add(new Named("choices", new ChoiceSearch(graph, rows, random)::run));
        }
        if (weighted && SetFlips.fits(graph)) {
            searches.add(new Named("flips", new SetFlips(graph, random)::run, true));
        }
        next = first % searches.size();
    }

    /** One turn, which no longer lasts than the deadline; tells of sets with the name of the search. */
    void turn(Deadline deadline, BiConsumer<byte[], String> found) {
        Named now = searches.get(next);
        while (now.best < best && now.sat < BEHIND) {
            now.sat++;
            next = (next + 1) % searches.size();
            now = searches.get(next);
        }
        Named turns = now;
        turns.sat = 0;
        turns.search.run(searches.size() == 1 ? deadline : deadline.part(length(turns, deadline)), x -> {
            turns.best = Math.max(turns.best, weight(x));
            best = Math.max(best, turns.best);
            found.accept(x, turns.name);
        });
        next = (next + 1) % searches.size();
        turn = Math.min(turn * GROWTH, LONGEST_TURN);
    }

    private double length(Named search, Deadline deadline) {
        return search.slow
                ? Math.max(turn * FLIPS_LENGTH, Math.min(FLIPS_SHARE * deadline.left(), LONGEST_FLIPS))
                : turn;
    }

    private double weight(byte[] x) {
        double sum = 0;
        for (int v = 0; v < x.length; v++) {
            sum += x[v] == 1 ? graph.vertexWeight(v) : 0;
        }
        return sum;
    }

    void run(Deadline deadline, BiConsumer<byte[], String> found) {
        do {
            turn(deadline, found);
        } while (!deadline.passed());
    }
}
