package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.oneHot;
import static io.github.dnfs4j.torch.Ops.pick;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Constant;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * Any pairwise energy of d sites with S states each, {@code o_i(a) = [x_i = a]}:
 *
 * <pre>{@code
 * U(x) = 1/2 sum over i != j of W[i, x_i, j, x_j] + sum_i b[i, x_i]       W [d S, d S] symmetric, b [d, S]
 * f = o W + b                                                             f [n, d, S]
 * U(x with x_i set to tau) - U(x) = f_i(tau) - f_i(x_i)
 * }</pre>
 *
 * <p>The closed form holds because f_i does not contain o_i: the blocks i = j of W are zero.
 */
public final class Categorical implements Differentiable {
    private final StateSpace space;
    private final Constant couplings;
    private final Constant field;
    private final Structure structure;

    private Categorical(StateSpace space, double[] couplings, double[] field) {
        this.space = space;
        structure = Structure.of(Optional.empty(), !space.mixed() && symmetric(space.states(), couplings, field));
        long m = field.length;
        this.couplings = Constant.of(couplings, m, m);
        this.field = Constant.of(field, m);
    }

    /**
     * From dense couplings.
     *
     * @param w (d S) rows of d S entries, site i and state a at i S + a; symmetric, zero between states of one site
     * @param b d S fields
     */
    public static Categorical of(StateSpace space, double[][] w, double[] b) {
        int s = space.states();
        int m = Math.multiplyExact(space.sites(), s);
        if (w.length != m || b.length != m) {
            throw new IllegalArgumentException("sites x states is " + m + ", but there are " + w.length
                    + " couplings and " + b.length + " fields");
        }
        double[] flat = new double[Math.multiplyExact(m, m)];
        for (int i = 0; i < m; i++) {
            if (w[i].length != m) {
                throw new IllegalArgumentException("row " + i + " of the couplings has " + w[i].length + " entries");
            }
            if (!Double.isFinite(b[i])) {
                throw new IllegalArgumentException("field must be finite, not " + b[i]);
            }
            System.arraycopy(w[i], 0, flat, i * m, m);
        }
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++) {
                boolean own = i / s == j / s;
                if (!Double.isFinite(w[i][j]) || (own ? w[i][j] != 0 : w[i][j] != w[j][i])) {
                    throw new IllegalArgumentException(
                            "couplings must be finite, symmetric and zero within a site; see entry " + i + ", " + j);
                }
            }
        }
        return new Categorical(space, flat, b);
    }

    /** Whether every block of W has one value on its diagonal and one beside it, and b_i is the same for all states. */
    private static boolean symmetric(int s, double[] w, double[] b) {
        int m = b.length;
        for (int i = 0; i < m; i++) {
            int site = i / s * s;
            if (b[i] != b[site]) {
                return false;
            }
            for (int j = 0; j < m; j++) {
                int other = j / s * s;
                double like = w[site * m + (i - site == j - other ? other : other + 1)];
                if (w[i * m + j] != like) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public Structure structure() {
        return structure;
    }

    @Override
    public StateSpace space() {
        return space;
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return relaxed(oneHot(x, space.states()));
    }

    @Override
    public Tensor relaxed(Tensor o) {
        Tensor flat = o.flatten(1, 2);
        return times(flat.matmul(couplings.like(o)), 0.5)
                .add(field.like(o))
                .mul(flat)
                .sum(-1);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        Tensor f = oneHot(x, space.states())
                .flatten(1, 2)
                .matmul(couplings.like(x))
                .add(field.like(x))
                .view(-1, space.sites(), space.states());
        return f.sub(pick(f, x).unsqueeze(-1));
    }

    @Override
    public Tensor logRatiosAt(Tensor x, int site) {
        long s = space.states();
        // W is symmetric: the columns of the site are its rows.
        Tensor rows = couplings.like(x).narrow(0, site * s, s);
        Tensor f = oneHot(x, space.states())
                .flatten(1, 2)
                .matmul(rows.t())
                .add(field.like(x).narrow(0, site * s, s));
        return f.sub(pick(f, x.select(1, site)).unsqueeze(-1));
    }
}
