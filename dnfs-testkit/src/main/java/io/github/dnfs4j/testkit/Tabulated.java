package io.github.dnfs4j.testkit;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Constant;
import java.util.Arrays;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** A target given state by state: U(x) = u[k], k the number with the digits x. Log ratios are the default ones. */
public record Tabulated(StateSpace space, Constant places, Constant values) implements Target {
    public static Tabulated of(int sites, int states, double... u) {
        return of(new StateSpace(sites, states), u);
    }

    /** Over any space, site 0 the most significant digit. */
    public static Tabulated of(StateSpace space, double... u) {
        double[] places = new double[space.sites()];
        double place = 1;
        for (int i = places.length - 1; i >= 0; i--) {
            places[i] = place;
            place *= space.size(i);
        }
        if (place != u.length) {
            throw new IllegalArgumentException("a table of " + place + " states, not of " + u.length);
        }
        return new Tabulated(space, Constant.of(places, places.length), Constant.of(u, u.length));
    }

    /** Normal log densities of a given deviation. */
    public static Tabulated random(int sites, int states, double deviation, long seed) {
        return random(new StateSpace(sites, states), deviation, seed);
    }

    /** Normal log densities of a given deviation, over any space. */
    public static Tabulated random(StateSpace space, double deviation, long seed) {
        Random random = new Random(seed);
        double[] u = new double[(int) Math.round(Math.exp(space.logSize()))];
        Arrays.setAll(u, k -> deviation * random.nextGaussian());
        return of(space, u);
    }

    @Override
    public Tensor logDensity(Tensor x) {
        Tensor k = x.to(ScalarType.Double).mv(places.like(x)).to(ScalarType.Long);
        return values.like(x).index_select(0, k);
    }
}
