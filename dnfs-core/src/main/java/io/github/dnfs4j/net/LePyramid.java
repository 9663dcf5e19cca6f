package io.github.dnfs4j.net;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.pytorch.Tensor;

/**
 * A hollow network of all scales for periodic lattices; weights belong to offsets, so that it commutes with translations.
 *
 * <p>Each site j has C features u^l_j of the square of {@code 2^(l+1) - 1} sites a side around it, made of the nine of the scale
 * below that stand 2^(l-1) apart. Site i sees the eight squares that stand 2^l away from it: they end one site before it,
 * whatever l, and those of all scales together cover the lattice.
 *
 * <pre>{@code
 * u^1_j     = f(sum over o in 3x3 of W[o] e_{j+o} + b_1(t)),    f(y) = y + gelu(y)                     [C]
 * u^{l+1}_j = u^l_j + f(sum over o in 3x3 of K_l[o] u^l_{j + 2^l o} + b_{l+1}(t))                       [C]
 * z_i       = a(t) + sum over q in 5x5, q != 0, of A[q] e_{i+q} + F gelu(sum over the same q of H[q] e_{i+q} + b_0(t))
 *             + sum over l >= 1 and o != 0 of N_l[o] u^l_{i + 2^l o}                                    [h]
 * z_i       <- z_i + MLP(normalise(z_i)),  once a layer
 * }</pre>
 *
 * <p>H has 4 C features: what is near decides most. f bends and keeps sums over squares, such as their magnetisation, within reach
 * of a linear map. On a lattice of L sites a side l goes up to where {@code 2^(l+1) <= L}: one scale more, and the squares would reach around
 * the lattice to site i. Where rows and columns differ, the shorter side has no offsets at the last scales. A step costs
 * {@code n d log L}, and but for the number of scales the weights do not depend on L: those of a smaller lattice are a
 * beginning for a larger one.
 */
public final class LePyramid extends LatticeNet {
    private static final int SHORTEST = 3;
    private static final Pattern SCALE = Pattern.compile("scale\\.(\\d{1,9})(\\..*)");

    public LePyramid(LatticeShape shape) {
        super(large(shape), new PyramidFeatures(shape));
    }

    private static LatticeShape large(LatticeShape shape) {
        if (Math.min(shape.torus().rows(), shape.torus().columns()) < SHORTEST) {
            throw new IllegalArgumentException("lepyramid needs a lattice of 3 x 3 sites or more");
        }
        return shape;
    }

    /** Scales that are new begin as the last of those that were there; some are not needed any more. */
    @Override
    public Map<String, Tensor> grown(Map<String, Tensor> weights, Collection<String> names) {
        Map<String, Tensor> own = new TreeMap<>(weights);
        own.keySet().removeIf(name -> SCALE.matcher(name).matches());
        for (String name : names) {
            Matcher scale = SCALE.matcher(name);
            for (int l = scale.matches() ? Integer.parseInt(scale.group(1)) : -1;
                    l >= 0 && !own.containsKey(name);
                    l--) {
                Tensor weight = weights.get("scale." + l + scale.group(2));
                if (weight != null) {
                    own.put(name, weight);
                }
            }
        }
        return own;
    }
}
