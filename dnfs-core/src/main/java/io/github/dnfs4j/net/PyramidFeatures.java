package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.gelu;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Tape;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * What site i of {@link LePyramid} gathers from squares of all sizes that do not hold it, [1, n d, h]. Features u are
 * [n, C, rows, columns]; in an isotropic network they come in all orientations, see {@link Stencil}, and numbers of the time are the
 * same for all of these.
 */
final class PyramidFeatures implements LatticeNet.Gathering {
    private static final int REACH = 2;
    private static final int TIMES = 8;
    /** So many times more features of the sites next to i than of a square. */
    private static final int NEAR = 4;

    private final LatticeShape settings;
    private final TimeEmbedding time;
    private final Constant corners;
    private final int symmetries;
    private final Stencil ring;
    private final Stencil local;
    private final List<Stencil> scales = new ArrayList<>();
    private final List<Stencil> contexts = new ArrayList<>();

    PyramidFeatures(LatticeShape s) {
        settings = s;
        Torus torus = s.torus();
        time = new TimeEmbedding(s.hidden(), TIMES);
        corners = Patches.corners(s.states());
        symmetries = s.isotropic() ? torus.symmetries() : 1;
        ring = new Stencil(REACH, REACH, 1, 1, symmetries, true);
        local = new Stencil(1, 1, 1, 1, symmetries, false);
        for (int step = 2; 2 * step <= Math.max(torus.rows(), torus.columns()); step *= 2) {
            boolean down = 2 * step <= torus.rows();
            boolean right = 2 * step <= torus.columns();
            Stencil scale =
                    new Stencil(down ? 1 : 0, right ? 1 : 0, down ? step : 1, right ? step : 1, symmetries, false);
            scales.add(scale);
            contexts.add(scale.hollow());
        }
    }

    @Override
    public void register(Parameters.Builder p) {
        long h = settings.hidden();
        long e = settings.states() - 1L;
        long all = settings.channels();
        long c = all / symmetries;
        double perTime = 1 / Math.sqrt(TIMES);
        time.register(p);
        double seen = ring.weighted() * e;
        p.add("ring.weight", 0.5 / Math.sqrt(seen * symmetries), ring.weighted(), e * h);
        p.add("ring.time", perTime, 1, TIMES, h);
        p.add("near.weight", 1 / Math.sqrt(seen), ring.weighted(), e * NEAR * c);
        p.add("near.time", perTime, 1, TIMES, NEAR * c);
        p.add("near.mix", 1 / Math.sqrt((double) NEAR * all), NEAR * c, h);
        if (!scales.isEmpty()) {
            p.add("local.weight", 1 / Math.sqrt((double) local.weighted() * e), local.weighted(), e * c);
            p.add("local.time", perTime, 1, TIMES, c);
        }
        for (int l = 0; l < scales.size(); l++) {
            String scale = "scale." + l;
            int around = contexts.get(l).weighted();
            p.add(scale + ".context", 1 / Math.sqrt((double) around * all * scales.size()), around, c * h);
            if (l + 1 < scales.size()) {
                int m = scales.get(l).weighted();
                p.add(scale + ".weight", 1 / Math.sqrt((double) m * all), (long) m * symmetries, c * c);
                p.add(scale + ".time", perTime, 1, TIMES, c);
            }
        }
    }

    @Override
    public Tensor gather(Parameters.ByName w, Tensor x, Tensor t) {
        long n = x.size(0);
        Torus torus = settings.torus();
        long e = settings.states() - 1L;
        long h = settings.hidden();
        Tensor now = time.of(w, t);
        Tensor values = torch.embedding(corners.like(x).to(now.scalar_type()), x)
                .view(n, torus.rows(), torus.columns(), e)
                .permute(0, 3, 1, 2);
        Tensor seen = Tape.leaf(ring.convolved(
                values, cat(0, ring.summing(w.get("ring.weight"), e), ring.lifting(w.get("near.weight"), e))));
        Tensor near =
                gelu(seen.narrow(1, h, (long) NEAR * settings.channels()).add(shift(w, "near.time", now, symmetries)));
        Tensor z = seen.narrow(1, 0, h).add(shift(w, "ring.time", now, 1)).add(mixed(near, w.get("near.mix")));
        z = scales.isEmpty() ? z : z.add(squares(w, values, now));
        return z.permute(0, 2, 3, 1).reshape(1, n * torus.sites(), h);
    }

    /** What the squares of all scales add to z, [n, h, rows, columns]. */
    private Tensor squares(Parameters.ByName w, Tensor values, Tensor now) {
        long h = settings.hidden();
        long all = settings.channels();
        int last = scales.size() - 1;
        Tensor u = Tape.leaf(bent(local.convolved(values, local.lifting(w.get("local.weight"), settings.states() - 1L))
                .add(shift(w, "local.time", now, symmetries))));
        @Nullable Tensor z = null;
        for (int l = 0; l < last; l++) {
            String scale = "scale." + l;
            Stencil stencil = scales.get(l);
            // One convolution for both: they look at the same features.
            Tensor context = contexts.get(l).lowering(w.get(scale + ".context"), h);
            Tensor kernel = cat(0, context, stencil.raising(w.get(scale + ".weight"), all / symmetries));
            Tensor up = Tape.leaf(stencil.convolved(u, kernel));
            Tensor sum = up.narrow(1, 0, h);
            z = z == null ? sum : z.add(sum);
            u = Tape.leaf(u.add(bent(up.narrow(1, h, all).add(shift(w, scale + ".time", now, symmetries)))));
        }
        Stencil outermost = contexts.get(last);
        Tensor sum = outermost.convolved(u, outermost.lowering(w.get("scale." + last + ".context"), h));
        return z == null ? sum : z.add(sum);
    }

    /** f. */
    private static Tensor bent(Tensor sum) {
        Tensor y = Tape.leaf(sum);
        return y.add(gelu(y));
    }

    /** F: sums over orientations. */
    private Tensor mixed(Tensor u, Tensor mix) {
        Tensor channels = u.permute(0, 2, 3, 1);
        return channels.matmul(mix.repeat(symmetries, 1)).permute(0, 3, 1, 2);
    }

    /** A linear map of the time, [n, channels, 1, 1]. */
    private static Tensor shift(Parameters.ByName w, String name, Tensor now, long orientations) {
        return now.matmul(w.get(name))
                .transpose(1, 2)
                .repeat(1, orientations, 1)
                .unsqueeze(-1);
    }
}
