package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Plausible;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * leGlass, a hollow network for all glasses of spins s on a periodic lattice: the bonds K are what it reads.
 *
 * <p>Where a spin and its bonds change their signs, the energy of no state changes. The network keeps to this: it does not
 * see spins but {@code e_b = t K_b s s'}, what bond b adds to log p_t, and of the four bonds at site i the same without s_i.
 *
 * <pre>{@code
 * z_i = sum over bonds b of the square around i that do not end in i, of A[b - i] e_b
 *       + sum over the four neighbours j of B[j - i] t K_ij s_j  + a(t)                                     [h]
 * z_i <- z_i + MLP(normalise(z_i)),  once a layer
 * }</pre>
 *
 * <p>Under a {@link SymmetricHead} the spins are taken relative to tau, so that {@code tau t K_ij s_j} is what bond (i, j) would add
 * if s_i were tau; the sums over other bonds are the same for both tau. The weights belong to offsets: they do not depend
 * on the size of the lattice, and the network commutes with translations of a glass.
 */
public final class LeGlass implements HollowBody {
    private static final int STAR = 4;
    /** Of a symmetric head of two states. */
    private static final int VIEWS = 2;

    private static final int TIMES = 8;
    private static final int FARTHEST = 32;

    private final Settings settings;
    private final BondPlaces places;
    private final TimeEmbedding time;

    /**
     * The shape of the network.
     *
     * @param torus the lattice, of 2 x 2 sites or more
     * @param hidden h
     * @param reach sites to either side of i whose bonds it sees; with 0 it sees none, not even its own
     * @param layers perceptrons at each site
     */
    public record Settings(Torus torus, int hidden, int reach, int layers) {
        public Settings {
            LeTransformer.checkShape(hidden, 1, layers);
            checkReach(reach);
            if (torus.rows() < 2 || torus.columns() < 2) {
                throw new IllegalArgumentException("leglass needs a lattice of 2 x 2 sites or more");
            }
        }
    }

    /** Refuses, with the reason, what is no reach. */
    public static void checkReach(int reach) {
        Plausible.check(reach >= 0 && reach <= FARTHEST, "reach must be 0 to " + FARTHEST + ", not " + reach);
    }

    public LeGlass(Settings settings) {
        this.settings = settings;
        places = new BondPlaces(settings.torus, settings.reach);
        time = new TimeEmbedding(settings.hidden, TIMES);
    }

    @Override
    public void register(Parameters.Builder p) {
        time.register(p);
        p.add("time.mix", 1 / Math.sqrt(TIMES), TIMES, settings.hidden);
        if (settings.reach > 0) {
            p.add("star.weight", 1 / Math.sqrt(STAR), STAR, settings.hidden);
            p.add(
                    "bonds.weight",
                    1 / Math.sqrt(BondPlaces.count(settings.reach)),
                    BondPlaces.count(settings.reach),
                    settings.hidden);
        }
        Perceptrons.register(p, settings.hidden, settings.layers);
    }

    @Override
    public Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
        HollowBody.refuse(context.mask());
        long d = settings.torus.sites();
        Tensor z = time.of(w, t).matmul(w.get("time.mix")).expand(x.size(0), d, settings.hidden);
        if (settings.reach > 0) {
            z = z.add(bonds(w, x, t, context.bonds()));
        }
        return Perceptrons.of(w, z.reshape(1, -1, settings.hidden), settings.layers)
                .view(-1, d, settings.hidden);
    }

    /** What z_i gathers from bonds, [n views, d, h]; the views of a state differ by the sign of all spins. */
    private Tensor bonds(Parameters.ByName w, Tensor x, Tensor t, @Nullable Tensor bonds) {
        long d = settings.torus.sites();
        long h = settings.hidden;
        Tensor star = w.get("star.weight");
        ScalarType type = star.scalar_type();
        Tensor s = plus(times(x.to(type), 2), -1).view(-1, VIEWS, d);
        Tensor one = s.select(1, 0);
        Tensor all = bonds == null
                ? torch.ones_like(one).repeat(1, 2)
                : bonds.to(type).reshape(-1, 2 * d);
        Tensor k = all.mul(t.to(type).view(-1, VIEWS).narrow(1, 0, 1));
        Tensor energies = k.mul(at(one, places.from)).mul(at(one, places.to));
        Tensor none = torch.zeros_like(energies.narrow(1, 0, 1));
        Tensor around = at(cat(1, energies, none), places.around).view(-1, 1, d, places.count());
        Tensor open = at(k, places.star).unsqueeze(1).mul(s.index_select(2, places.ends.like(s)));
        return open.view(-1, VIEWS, d, STAR)
                .matmul(star)
                .add(around.matmul(w.get("bonds.weight")))
                .view(-1, d, h);
    }

    private static Tensor at(Tensor values, Constant index) {
        return values.index_select(1, index.like(values));
    }
}
