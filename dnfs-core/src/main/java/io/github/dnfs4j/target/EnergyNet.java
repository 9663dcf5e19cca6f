package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * A network U with weights that can be learnt, {@code p(x) ~ exp(U(x))}, E = -U.
 *
 * <pre>{@code
 * value     o [n, d, S] in the type of the weights -> U [n], with gradients
 * flips     x [n, d] -> U of every neighbour, [n, d, S - 1]: entry k is x with x_i set to (x_i + 1 + k) mod S
 * }</pre>
 */
public abstract sealed class EnergyNet implements AutoCloseable permits MlpEnergy, PairEnergy, ConvEnergy {
    private final EnergySettings settings;
    private final StateSpace space;
    private final Parameters parameters;

    EnergyNet(EnergySettings settings, StateSpace space, Parameters parameters) {
        this.settings = settings;
        this.space = space;
        this.parameters = parameters;
    }

    /** U at one-hot vectors or at points between them. */
    abstract Tensor value(Tensor o);

    /** This network on its own weights, with gradients of its own: for a second thread. */
    public final EnergyNet replica() {
        return settings.build(space, layout -> parameters.replica());
    }

    /** How many numbers {@link #flips} holds for each row at once, which bounds how many rows it is given. */
    abstract long flipsMemory();

    /** U of every neighbour; without gradients. */
    Tensor flips(Tensor x) {
        long n = x.size(0);
        long d = space.sites();
        long k = space.states() - 1L;
        Tensor values = others(x).unsqueeze(-1);
        Tensor sites = Tensors.range(d, Tensors.device(x)).view(1, d, 1, 1).expand(n, d, k, 1);
        Tensor y = x.view(n, 1, 1, d).expand(n, d, k, d).scatter(3, sites, values);
        return at(y.view(-1, d)).view(n, d, k);
    }

    /** The values that each site does not have, [n, d, S - 1]. */
    final Tensor others(Tensor x) {
        long s = space.states();
        Tensor k = Tensors.range(s - 1, Tensors.device(x)).add(Ops.scalar(1L));
        return x.unsqueeze(-1).add(k).remainder(Ops.scalar(s));
    }

    /** U at states x [n, d] in the type of the weights, with gradients of the weights. */
    public final Tensor at(Tensor x) {
        return value(Ops.indicator(x, space.states()).to(parameters.values().scalar_type()));
    }

    public final EnergySettings settings() {
        return settings;
    }

    public final StateSpace space() {
        return space;
    }

    public final Parameters parameters() {
        return parameters;
    }

    /** A network of its own with the same weights. */
    final EnergyNet copy(Device device) {
        try (Rng rng = Rng.seeded(0, device);
                NoGradGuard guard = new NoGradGuard()) {
            EnergyNet copy = settings.build(space, rng);
            copy.parameters.values().copy_(parameters.values());
            return copy;
        }
    }

    @Override
    public final void close() {
        parameters.close();
    }
}
