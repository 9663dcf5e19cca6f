package io.github.dnfs4j.mcmc;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Gibbs sampling of blocks of neighbouring sites: the sites {@code from..from+size-1} are redrawn together from
 * {@code p(block | rest) ~ exp(s U)} over all values of the block. Blocks follow each other without overlap,
 * from an offset drawn anew each step (the same for all chains), so that the borders move. A step is one sweep.
 */
public record BlockGibbs(int size) implements MarkovKernel {
    private static final int MOST_VALUES = 4096;
    private static final long ROWS_AT_ONCE = 1 << 18;

    public BlockGibbs {
        checkSize(size);
    }

    static void checkSize(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a block has at least 1 site, not " + size);
        }
    }

    @Override
    public Tensor step(Target target, Tensor x, double strength, Rng rng) {
        int width = width(size, target.space());
        long rows =
                Math.max(1, ROWS_AT_ONCE / Math.round(Math.pow(target.space().states(), width)));
        try (Scope sweep = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor y = x.clone();
            for (int[] block : blocks(width, target.space().sites(), rng)) {
                for (long row = 0; row < x.size(0); row += rows) {
                    long n = Math.min(rows, x.size(0) - row);
                    try (Scope inner = Scope.open()) {
                        redraw(target, y.narrow(0, row, n), row, block[0], block[1], strength, rng);
                    }
                }
            }
            return sweep.keep(y);
        }
    }

    /** The blocks of a sweep as {first site, count}, from an offset that is drawn here. */
    static int[][] blocks(int width, int sites, Rng rng) {
        List<int[]> blocks = new ArrayList<>();
        for (int from = offset(width, rng) - width; from < sites; from += width) {
            int first = Math.max(from, 0);
            int count = Math.min(from + width, sites) - first;
            if (count > 0) {
                blocks.add(new int[] {first, count});
            }
        }
        return blocks.toArray(int[][]::new);
    }

    private static int offset(int width, Rng rng) {
        try (Scope scope = Scope.open()) {
            return (int) rng.integers(width, 1).item_long();
        }
    }

    /** Redraws the block of y [n, d] in place; its rows are those of the target from {@code row} on. */
    private static void redraw(Target target, Tensor y, long row, int from, int count, double strength, Rng rng) {
        long n = y.size(0);
        long d = y.size(1);
        Tensor block = digits(target.space(), from, count, y);
        long m = block.size(0);
        Tensor all = y.unsqueeze(1).repeat(1, m, 1);
        all.narrow(2, from, count).copy_(block.unsqueeze(0).expand(n, m, count));
        Tensor index = Tensors.range(n, Tensors.device(y))
                .add(Ops.scalar(row))
                .view(n, 1)
                .expand(n, m)
                .reshape(-1);
        Tensor u = target.rows(index).logDensity(all.view(n * m, d)).view(n, m);
        Tensor chosen = Softmax.draw(times(u, strength), rng.uniform(n, 1));
        y.narrow(1, from, count).copy_(block.index_select(0, chosen));
    }

    /** All values of a block, [m, count]: m = S^count, or fewer where sites have fewer states. */
    private static Tensor digits(StateSpace space, int from, int count, Tensor like) {
        long[] place = new long[count + 1];
        place[count] = 1;
        for (int k = count - 1; k >= 0; k--) {
            place[k] = place[k + 1] * space.size(from + k);
        }
        Tensor number = Tensors.range(place[0], Tensors.device(like));
        Tensor[] columns = new Tensor[count];
        for (int k = 0; k < count; k++) {
            Tensor rest = number.remainder(Ops.scalar(place[k + 1]));
            Tensor quotient = number.sub(rest).floor_divide(Ops.scalar(place[k + 1]));
            columns[k] = quotient.remainder(Ops.scalar((long) space.size(from + k)));
        }
        return Ops.stack(1, columns);
    }

    /** The sites of a whole block: no more than there are, and not of too many values together. */
    static int width(int size, StateSpace space) {
        int width = Math.min(size, space.sites());
        if (Math.pow(space.states(), width) > MOST_VALUES) {
            throw new IllegalArgumentException("a block of " + width + " sites of " + space.states()
                    + " states has too many values; at most " + MOST_VALUES);
        }
        return width;
    }

    /** As if the offset cut one more block off. */
    @Override
    public long targetEvaluations(StateSpace space) {
        int width = Math.min(size, space.sites());
        return (space.sites() / width + 1L) * Math.round(Math.pow(space.states(), width));
    }
}
