package io.github.dnfs4j.train;

import io.github.dnfs4j.net.LeTransformer;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Which network to train.
 *
 * @param name {@code letf}
 * @param hidden width
 * @param heads attention heads
 * @param layers causal blocks in each direction
 * @param shared whether both directions use the same weights
 * @param readout {@code energy} or {@code plain}
 */
public record NetworkSettings(String name, int hidden, int heads, int layers, boolean shared, Readout readout) {
    /** The defaults: small and fast. The paper's network has hidden 128, 4 heads, 3 layers and separate weights. */
    public static final NetworkSettings DEFAULT = new NetworkSettings("letf", 32, 2, 1, true, Readout.ENERGY);

    public NetworkSettings {
        if (!name.equals("letf")) {
            throw new IllegalArgumentException("unknown network '" + name + "'; possible: letf");
        }
        LeTransformer.checkShape(hidden, heads, layers);
    }

    /** A network with random fp32 weights on the device of {@code rng}. */
    public RateNet build(StateSpace space, Rng rng) {
        return new LeTransformer(
                new LeTransformer.Settings(space.sites(), space.states(), hidden, heads, layers, shared, readout),
                rng,
                ScalarType.Float);
    }
}
