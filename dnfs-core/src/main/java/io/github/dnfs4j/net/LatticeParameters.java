package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Parameters;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The weights by offset of {@link LatticeFeatures}: patch A [m E, h], local W [9 E, C], near N [9 C, h], far V [m, C] and
 * its mix F [C, h], and those of the T numbers that stand for the time, [T, h] of the patch and [T, C] of the features. An isotropic network has about |D| times fewer of them. Its features come in one orientation for each
 * g of the group D of the lattice, the reflections and, where it is a square, the quarter turns:
 *
 * <pre>{@code
 * W[p, (g, c)] = W_0[g p, c],  N[o, (g, c)] = N_0[g o, c],  V[o, (g, c)] = V_0[g o, c],  F[(g, c)] = F_0[c]
 * A[q] = A_0[orbit of q]
 * }</pre>
 *
 * <p>To turn the lattice is then to permute the g, over which N, V and F sum: z does not change.
 */
final class LatticeParameters {
    /** The name of V. */
    static final String FAR = "far.weight";

    private final LatticeShape settings;
    private final int near;
    private final int far;
    private final int ring;
    private final int times;
    private final int orbits;
    private final Constant turnedNear;
    private final Constant turnedFar;
    private final Constant orbit;

    LatticeParameters(LatticeShape s, List<Integer> near, List<Integer> far, List<Integer> ring, int times) {
        settings = s;
        this.times = times;
        this.near = near.size();
        this.far = far.size();
        this.ring = ring.size();
        turnedNear = turned(near);
        turnedFar = turned(far);
        long[] of = new long[ring.size()];
        int known = 0;
        for (int k = 0; k < of.length; k++) {
            of[k] = known;
            for (int g = 0; g < group() && of[k] == known; g++) {
                int image = ring.indexOf(s.torus().image(g, ring.get(k)));
                of[k] = image < k ? of[image] : known;
            }
            known += of[k] == known ? 1 : 0;
        }
        orbits = known;
        orbit = Constant.of(of, of.length);
    }

    /** The place in the list of g o, for each offset o of it and each g. */
    private Constant turned(List<Integer> offsets) {
        long[] index = new long[offsets.size() * group()];
        for (int k = 0; k < index.length; k++) {
            index[k] = offsets.indexOf(settings.torus().image(k % group(), offsets.get(k / group())));
        }
        return Constant.of(index, index.length);
    }

    private int group() {
        return settings.isotropic() ? settings.torus().symmetries() : 1;
    }

    void register(Parameters.Builder p) {
        long h = settings.hidden();
        long e = settings.states() - 1L;
        long all = settings.channels();
        long c = all / group();
        long m = settings.isotropic() ? orbits : ring;
        p.add("patch.weight", 0.5 / Math.sqrt(ring * e), m * e, h);
        p.add("patch.time", 1 / Math.sqrt(times), times, h);
        p.add("local.weight", 1 / Math.sqrt(near * e), near * e, c);
        p.add("local.time", 1 / Math.sqrt(times), times, c);
        p.add("near.weight", 1 / Math.sqrt((double) near * all), 1, near * c, h);
        if (far > 0) {
            p.add(FAR, 1 / Math.sqrt(far), far, c);
            p.add("far.mix", 1 / Math.sqrt(all), 1, c, h);
        }
    }

    /** All weights by name, for every offset and feature. */
    Parameters.ByName of(Parameters.ByName p, Tensor like) {
        if (!settings.isotropic()) {
            return p;
        }
        long h = settings.hidden();
        long e = settings.states() - 1L;
        long g = group();
        long all = settings.channels();
        return name -> {
            Tensor w = p.get(name);
            return switch (name) {
                case "patch.weight" -> rows(w.view(orbits, -1), orbit, like).view(ring * e, h);
                case "local.weight" ->
                    rows(w.view(near, -1), turnedNear, like)
                            .view(near, g, e, -1)
                            .transpose(1, 2)
                            .reshape(near * e, all);
                case "near.weight" -> rows(w.view(near, -1), turnedNear, like).view(1, near * all, h);
                case FAR -> rows(w, turnedFar, like).view(far, all);
                case "local.time" -> w.repeat(1, g);
                case "far.mix" -> w.repeat(1, g, 1);
                default -> w;
            };
        };
    }

    private static Tensor rows(Tensor w, Constant index, Tensor like) {
        return torch.embedding(w, index.like(like));
    }
}
