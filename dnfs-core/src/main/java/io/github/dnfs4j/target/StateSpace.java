package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * The space {0..S-1}^d, or one of sites with sizes of their own, {@code {0..S_1-1} x ... x {0..S_d-1}}. Tensors over the
 * values of sites have S = max S_i entries for each site; those of values that a site does not have mean nothing, and
 * whoever draws from them or adds them up takes them out here.
 */
public final class StateSpace {
    private static final int MOST_STATES = 255;

    private final int sites;
    private final int states;
    /** S_i of each site; null where all are S. */
    private final int @Nullable [] sizes;
    /** 1 for values that a site has, [d, S]; null where it has all. */
    private final @Nullable Constant existing;

    /**
     * A space of sites that are all alike.
     *
     * @param sites d, the number of coordinates
     * @param states S, the number of values of each
     */
    public StateSpace(int sites, int states) {
        this(sites, states, null);
    }

    private StateSpace(int sites, int states, int @Nullable [] sizes) {
        if (sites < 1) {
            throw new IllegalArgumentException("sites must be at least 1, not " + sites);
        }
        if (states < 2 || states > MOST_STATES) {
            throw new IllegalArgumentException("states must be 2 to " + MOST_STATES + ", not " + states);
        }
        this.sites = sites;
        this.states = states;
        this.sizes = sizes;
        existing = sizes == null ? null : existing(sizes, states);
    }

    /** A space whose site i has {@code sizes[i]} values, 1 or more; one of them has 2. */
    public static StateSpace of(int... sizes) {
        int most = Arrays.stream(sizes).max().orElse(0);
        int least = Arrays.stream(sizes).min().orElse(0);
        if (sizes.length > 0 && least < 1) {
            throw new IllegalArgumentException("a site has at least 1 value, not " + least);
        }
        return new StateSpace(sizes.length, most, least == most ? null : sizes.clone());
    }

    private static Constant existing(int[] sizes, int states) {
        double[] exists = new double[sizes.length * states];
        for (int i = 0; i < sizes.length; i++) {
            Arrays.fill(exists, i * states, i * states + sizes[i], 1);
        }
        return Constant.of(exists, sizes.length, states);
    }

    /** d. */
    public int sites() {
        return sites;
    }

    /** S, of the site that has most. */
    public int states() {
        return states;
    }

    /** S_i. */
    public int size(int site) {
        return sizes == null ? states : sizes[site];
    }

    /** Whether sites differ in how many values they have. */
    public boolean mixed() {
        return sizes != null;
    }

    /** log of the number of states: minus the log density of the uniform distribution. */
    public double logSize() {
        return sizes == null
                ? sites * Math.log(states)
                : Arrays.stream(sizes).mapToDouble(Math::log).sum();
    }

    /** How many states differ from a given one at one site. */
    public long neighbours() {
        return sizes == null
                ? (long) sites * (states - 1)
                : Arrays.stream(sizes).asLongStream().sum() - sites;
    }

    /** n states of the uniform distribution, [n, d]. */
    public Tensor uniform(long n, Rng rng) {
        if (sizes == null) {
            return rng.integers(states, n, sites);
        }
        Tensor u = rng.uniform(n, sites);
        Tensor each = existing(u).sum(-1);
        // A uniform number may round up to 1 in the product.
        return u.mul(each).floor().minimum(Ops.plus(each, -1)).to(ScalarType.Long);
    }

    /** Which values sites have, bool [d, S], on the device of another tensor; null where they have all. */
    public @Nullable Tensor exists(Tensor like) {
        return existing == null ? null : existing.like(like).gt(Ops.scalar(0.5));
    }

    /** 1 for values that exist, of a mixed space. */
    private Tensor existing(Tensor like) {
        if (existing == null) {
            throw new IllegalStateException("every value exists");
        }
        return existing.like(like);
    }

    /** Log probabilities [n, d, S] with minus infinity for values that do not exist. */
    public Tensor within(Tensor logits) {
        Tensor exists = exists(logits);
        return exists == null ? logits : logits.masked_fill(exists.logical_not(), Ops.scalar(Double.NEGATIVE_INFINITY));
    }

    /** Log probabilities [n, S] of one site with minus infinity for values that it does not have. */
    public Tensor within(Tensor logits, int site) {
        Tensor exists = exists(logits);
        return exists == null
                ? logits
                : logits.masked_fill(exists.select(0, site).logical_not(), Ops.scalar(Double.NEGATIVE_INFINITY));
    }

    /** Numbers [n, d, S] minus the mean of each site over its values; 0 for values that do not exist. */
    public Tensor centre(Tensor values) {
        if (sizes == null) {
            return Ops.centre(values);
        }
        Tensor exists = existing(values);
        Tensor mean = values.mul(exists).sum(-1).div(exists.sum(-1)).unsqueeze(-1);
        return values.sub(mean).mul(exists);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StateSpace s && s.sites == sites && s.states == states && Arrays.equals(s.sizes, sizes);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * sites + states) + Arrays.hashCode(sizes);
    }

    @Override
    public String toString() {
        return sizes == null
                ? sites + " sites of " + states + " states"
                : "sites of " + Arrays.toString(sizes) + " states";
    }
}
