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
        double[] places = new double[sites];
        Arrays.setAll(places, i -> Math.pow(states, sites - 1 - i));
        return new Tabulated(new StateSpace(sites, states), Constant.of(places, sites), Constant.of(u, u.length));
    }

    /** Normal log densities of a given deviation. */
    public static Tabulated random(int sites, int states, double deviation, long seed) {
        Random random = new Random(seed);
        double[] u = new double[(int) Math.round(Math.pow(states, sites))];
        Arrays.setAll(u, k -> deviation * random.nextGaussian());
        return of(sites, states, u);
    }

    @Override
    public Tensor logDensity(Tensor x) {
        Tensor k = x.to(ScalarType.Double).mv(places.like(x)).to(ScalarType.Long);
        return values.like(x).index_select(0, k);
    }
}
