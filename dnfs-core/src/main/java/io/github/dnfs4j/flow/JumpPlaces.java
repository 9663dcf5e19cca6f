package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.function.IntConsumer;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Some of the paths of a run, in the places of their walkers: paths {@code first} to {@code first + count}, of which each
 * gets a place when one is free. All that were started are finished, because the short ones alone would be a biased
 * choice.
 */
final class JumpPlaces {
    private final Jumps jumps;
    private final JumpWalkers walkers;
    private final JumpChecks checks;
    private final Rng rng;
    /** The row of the target of each path of the run, int64 [m]. */
    private final Tensor rows;
    /** Where paths run backwards from, [m, d]; null for paths forward. */
    private final @Nullable Tensor from;
    /** Where each path of the run ends; others write to other rows of it. */
    private final JumpState ends;
    /** Hears how many paths have ended and left their places. */
    private final IntConsumer told;

    private final long first;
    private final long count;
    /** Which path is in each place. */
    private final long[] owner;

    private long started;
    private long events;

    JumpPlaces(
            Jumps jumps,
            JumpWalkers walkers,
            long first,
            long count,
            Tensor rows,
            @Nullable Tensor from,
            JumpState ends,
            Rng rng,
            IntConsumer told) {
        this.jumps = jumps;
        this.walkers = walkers;
        this.first = first;
        this.count = count;
        this.rows = rows;
        this.from = from;
        this.ends = ends;
        this.rng = rng;
        this.told = told;
        checks = new JumpChecks(jumps);
        owner = new long[Math.toIntExact(walkers.state().count())];
    }

    /** Fills all places. */
    void begin() {
        start(places());
    }

    /** Goes on until all paths wait in a cell. */
    void until(int cell) {
        while (walkers.go(cell, rng)) {
            checks.patience(++events, walkers.state());
        }
    }

    /** Goes on until all paths have ended, one after another in the same places where they are more than these. */
    void finish() {
        while (started < count) {
            walkers.go(walkers.finish(), rng);
            checks.patience(++events, walkers.state());
            refill();
        }
        until(walkers.finish());
    }

    private void refill() {
        try (Scope scope = Scope.open()) {
            Tensor ended = walkers.state().cell().eq(scalar((long) walkers.finish()));
            Tensor free = ended.nonzero().view(-1);
            free = free.narrow(0, 0, Math.min(free.size(0), count - started));
            if (free.size(0) > 0) {
                ends.put(paths().index_select(0, free), walkers.state().at(free));
                start(free);
                told.accept((int) free.size(0));
            }
        }
    }

    /** Starts the next paths in some places. */
    private void start(Tensor places) {
        for (long place : Tensors.longs(places)) {
            owner[(int) place] = first + started++;
        }
        Tensor path = paths().index_select(0, places);
        Tensor row = rows.index_select(0, path);
        Tensor x = from == null
                ? jumps.flow().path().rows(row).start(Math.toIntExact(path.size(0)), rng)
                : from.index_select(0, path);
        walkers.start(
                places, x, row, jumps.grid().at(from == null ? 0 : jumps.grid().steps()));
    }

    /** Writes where the paths are that have a place now. */
    void harvest() {
        ends.put(paths(), walkers.state());
    }

    JumpState state() {
        return walkers.state();
    }

    /** Takes the state of each path from that of all paths of the run. */
    void take(JumpState all) {
        walkers.state().put(places(), all.at(paths()));
    }

    private Tensor places() {
        return Tensors.range(owner.length, Tensors.device(rows));
    }

    /** The path in each place, int64. */
    private Tensor paths() {
        return Tensors.of(owner, Tensors.device(rows), owner.length);
    }
}
