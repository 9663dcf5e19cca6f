package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.indicator;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.withoutGradient;

import io.github.dnfs4j.torch.Tape;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * What the two streams of leTF begin with: the token of the slot before, the place and the time, [2, n, d, h].
 *
 * <pre>{@code e[s, k, i] = token[v] + position[s, i] + time[k],   v the value that slot i of stream s holds, S in the first}</pre>
 *
 * <p>For the {@link Tape}: the gradient of each of the three is the sum over all places where it stands.
 */
final class StreamEmbedding {
    private StreamEmbedding() {}

    /**
     * @param x [n, d], with d up to the number of sites
     * @param token [S + 1, h]
     * @param position [2, 1, sites, h]; the right stream counts them from the last one down
     * @param time [n, 1, h]
     */
    static Tensor of(Tensor x, Tensor token, Tensor position, Tensor time, int heads) {
        if (Tape.takes(() -> Streams.serve(token, heads), token, position, time)) {
            return taped(x, token, position, time, heads);
        }
        return Streams.serve(token, heads)
                ? Streams.embed(x, token, position, time)
                : tokens(x, token)
                        .matmul(token)
                        .add(places(position, x.size(1)))
                        .add(time);
    }

    private static Tensor taped(Tensor x, Tensor token, Tensor position, Tensor time, int heads) {
        boolean kernel = withoutGradient(() -> Streams.serve(token, heads) && Streams.sums(token));
        Tensor e = withoutGradient(() -> of(x, token, position, time, heads));
        long missing = position.size(2) - x.size(1);
        return Tape.cut(e, g -> {
            Tape.give(time, sum(g, 0, 2).unsqueeze(1));
            Tensor ofPlaces = sum(g, 1).unsqueeze(1);
            if (missing > 0) {
                Tensor none = torch.zeros_like(position.select(0, 0).narrow(1, 0, missing));
                ofPlaces = stack(0, cat(1, ofPlaces.select(0, 0), none), cat(1, none, ofPlaces.select(0, 1)));
            }
            Tape.give(position, ofPlaces);
            Tape.give(
                    token,
                    kernel
                            ? Streams.ofTokens(g, x, token)
                            : tokens(x, token).flatten(0, 2).t().mm(g.flatten(0, 2)));
        });
    }

    private static Tensor sum(Tensor g, long... dimensions) {
        return g.sum(dimensions, false, new ScalarTypeOptional());
    }

    /** One-hot rows: the gradient of a product with them is one, too, where that of a lookup adds up row by row. */
    private static Tensor tokens(Tensor x, Tensor token) {
        long d = x.size(1);
        Tensor start = torch.full_like(x.narrow(1, 0, 1), scalar(token.size(0) - 1));
        Tensor left = cat(1, start, x.narrow(1, 0, d - 1));
        Tensor right = cat(1, start, x.narrow(1, 1, d - 1).flip(1));
        return indicator(stack(0, left, right), token.size(0)).to(token.scalar_type());
    }

    /** Of the first d sites. */
    private static Tensor places(Tensor all, long d) {
        long missing = all.size(2) - d;
        return missing == 0
                ? all
                : stack(0, all.select(0, 0).narrow(1, 0, d), all.select(0, 1).narrow(1, missing, d));
    }
}
