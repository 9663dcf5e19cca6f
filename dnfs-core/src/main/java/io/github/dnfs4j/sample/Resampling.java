package io.github.dnfs4j.sample;

import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.StringViewOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Systematic resampling: with one uniform u in [0, 1), pick k of m is the state at whose place {@code (k + u) / m sum w}
 * falls in the cumulated weights. State j is picked {@code floor} or {@code ceil} of {@code m w_j / sum w} times, and
 * that many times on average.
 *
 * <p>Paths on a device are drawn anew inside their groups of m, and only where the ESS of a group fell below a share; the
 * host decides and reads nothing. A group without a finite weight stays as it is.
 *
 * <pre>{@code
 * ESS of a group  (sum w)^2 / (m sum w^2)
 * new log weight  log mean w
 * }</pre>
 *
 * @param index who goes on, int64 [n]: path k itself where its group stays as it is
 * @param exact their exact log weights from now on, fp64 [n]: equal where a group was drawn anew
 * @param shift what that added to them, fp64 [n]
 */
public record Resampling(Tensor index, Tensor exact, Tensor shift) {

    /** From log weights [n], for groups of {@code size} paths, with uniforms [n / size, 1]. */
    public static Resampling of(Tensor logWeights, long size, double below, Tensor uniforms) {
        Tensor log = logWeights.view(-1, size);
        Tensor top = log.amax(new long[] {-1}, true);
        Tensor w = log.sub(top).exp();
        Tensor cumulated = w.cumsum(-1);
        Tensor total = cumulated.narrow(-1, size - 1, 1);
        Tensor squares = w.square().cumsum(-1).narrow(-1, size - 1, 1);
        Tensor low = total.square().lt(times(squares, below * size));

        Tensor place = Tensors.range(size, Tensors.device(log));
        Tensor points =
                times(place.to(ScalarType.Double).add(uniforms), 1.0 / size).mul(total);
        // The last path with a weight is where the sum is full: rounding may put a point at its very end, not beyond.
        Tensor last = cumulated.lt(total).to(ScalarType.Long).cumsum(-1).narrow(-1, size - 1, 1);
        Tensor picks = torch.minimum(after(cumulated, points), last);

        Tensor first = Tensors.range(log.size(0), Tensors.device(log)).mul(scalar(size));
        Tensor index = torch.where(low, picks, place).add(first.unsqueeze(1)).view(-1);
        Tensor drawn = logWeights.index_select(0, index);
        Tensor mean = top.add(times(total, 1.0 / size).log());
        Tensor exact = torch.where(low, mean, drawn.view(-1, size)).view(-1);
        // Not their difference: of a path without weight that stays it would be NaN.
        Tensor shift = torch.where(low, mean.sub(drawn.view(-1, size)), torch.zeros_like(log));
        return new Resampling(index, exact, shift.view(-1));
    }

    /** From log weights [n], for groups of {@code size} paths, with uniforms of a stream. */
    public static Resampling of(Tensor logWeights, long size, double below, Rng rng) {
        return of(logWeights, size, below, rng.uniform(logWeights.size(0) / size, 1));
    }

    /**
     * How many paths like these it takes so that none of {@code count} picks repeats one: {@code count max w / mean w}.
     * More paths bring larger weights, so it is a guess, unless there are as many already.
     */
    public static double pathsWithoutCopies(double[] logWeights, int count) {
        double max = Arrays.stream(logWeights).max().orElse(Double.NaN);
        double mean =
                Arrays.stream(logWeights).map(w -> Math.exp(w - max)).average().orElse(Double.NaN);
        return count / mean;
    }

    /** Indices of {@code count} picks in growing order. */
    public static int[] systematic(double[] logWeights, int count, double offset) {
        double max = Double.NEGATIVE_INFINITY;
        for (double w : logWeights) {
            max = Math.max(max, w);
        }
        if (!Double.isFinite(max)) {
            throw new IllegalArgumentException("no state has a finite positive weight");
        }
        double total = 0;
        // The last state of positive weight takes the points that rounding puts at the very end.
        int last = 0;
        for (int k = 0; k < logWeights.length; k++) {
            double w = Math.exp(logWeights[k] - max);
            total += w;
            last = w > 0 ? k : last;
        }
        int[] picks = new int[count];
        double cumulated = Math.exp(logWeights[0] - max);
        int j = 0;
        for (int k = 0; k < count; k++) {
            double point = (k + offset) / count * total;
            while (point >= cumulated && j < last) {
                cumulated += Math.exp(logWeights[++j] - max);
            }
            picks[k] = j;
        }
        return picks;
    }

    /** How many entries of a growing row are at most the point, for points [g, m] in rows [g, m]. */
    private static Tensor after(Tensor rows, Tensor points) {
        return torch.searchsorted(
                rows.contiguous(), points.contiguous(), false, true, new StringViewOptional(), new TensorOptional());
    }
}
