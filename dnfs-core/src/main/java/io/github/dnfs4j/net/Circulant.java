package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.withoutGradient;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Tape;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A sum over offsets o of {@code v(o) u(i + o)} on a periodic lattice of d sites as a product with one matrix a channel, from
 * weights v [offsets, C] to M [C, d, d] with
 *
 * <pre>{@code M[c, j, i] = v[j - i, c], 0 where j - i is no offset,     dL/dv[o, c] = sum over i of dL/dM[c, i + o, i]}</pre>
 *
 * <p>The gradient by that rule reads each number once; that of a lookup would sort the d^2 places first.
 */
final class Circulant {
    private final int sites;
    private final int offsets;
    private final Constant entries;
    private final Constant diagonals;

    Circulant(Torus torus, List<Integer> offsets) {
        sites = torus.sites();
        this.offsets = offsets.size();
        long[] entry = new long[sites * sites];
        long[] diagonal = new long[offsets.size() * sites];
        Arrays.fill(entry, offsets.size());
        for (int o = 0; o < offsets.size(); o++) {
            for (int i = 0; i < sites; i++) {
                int place = torus.add(i, offsets.get(o)) * sites + i;
                entry[place] = o;
                diagonal[o * sites + i] = place;
            }
        }
        entries = Constant.of(entry, entry.length);
        diagonals = Constant.of(diagonal, diagonal.length);
    }

    Tensor of(Tensor v) {
        if (!Tape.takes(() -> true, v)) {
            Tensor rows = cat(0, v, torch.zeros_like(v.narrow(0, 0, 1)));
            return torch.embedding(rows, entries.like(v)).view(sites, sites, -1).permute(2, 0, 1);
        }
        Tensor matrix = withoutGradient(() -> {
            Tensor columns = cat(1, v.t(), torch.zeros_like(v.narrow(0, 0, 1)).t());
            return columns.index_select(1, entries.like(v)).view(-1, sites, sites);
        });
        return Tape.cut(matrix, g -> {
            Tensor all = g.reshape(g.size(0), -1).index_select(1, diagonals.like(v));
            Tape.give(v, all.view(-1, offsets, sites).sum(-1).t());
        });
    }
}
