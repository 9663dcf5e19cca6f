package io.github.dnfs4j.flow;

import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * Sites that take turns. In step k only the sites of class {@code k mod C} move, with C times their rates, so that
 * after C steps every site had the time of C steps:
 *
 * <pre>{@code rates of step k at site i:  C [i in class k mod C] R(tau, i | x)}</pre>
 *
 * <p>Sites that move in one step do so without knowing of each other. Where they interact that is the largest error of
 * a step, and in classes without an edge inside it vanishes. The network is asked after each step as before. Exact
 * weights stay exact, as they do for any order of moves.
 *
 * @param classes a partition of the sites
 */
public record Sublattices(int[][] classes) {
    /** With more, steps become too long for what turns gain. */
    private static final int MOST = 4;

    public Sublattices {
        int d = sites(classes);
        boolean[] seen = new boolean[d];
        for (int[] sites : classes) {
            for (int i : sites) {
                if (i < 0 || i >= d || seen[i]) {
                    throw new IllegalArgumentException("sublattices must name each of " + d + " sites once");
                }
                seen[i] = true;
            }
        }
    }

    /** The colours of the graph of a target's pairs, where it has one and they are few; else none. */
    public static Optional<Sublattices> of(Target target) {
        return target instanceof PairTarget p
                ? Optional.of(new Sublattices(p.pairs().colours())).filter(s -> s.count() > 1 && s.count() <= MOST)
                : Optional.empty();
    }

    public int count() {
        return classes.length;
    }

    public int sites() {
        return sites(classes);
    }

    private static int sites(int[][] classes) {
        return Arrays.stream(classes).mapToInt(c -> c.length).sum();
    }

    /** Whose turn step k is. */
    int turn(int k) {
        return k % count();
    }

    /** What to multiply the rates of each turn by, fp64 [C, d, 1]. */
    Tensor factors(Device device) {
        int c = count();
        int d = sites();
        double[] f = new double[c * d];
        for (int turn = 0; turn < c; turn++) {
            for (int i : classes[turn]) {
                f[turn * d + i] = c;
            }
        }
        return Tensors.of(f, device, c, d, 1);
    }
}
