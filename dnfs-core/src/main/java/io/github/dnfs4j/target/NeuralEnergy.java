package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.EnumMap;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A learned energy as a target. Densities and ratios have no gradients: whoever trains a sampler of this energy does
 * not train the energy. The network computes in its own type; what comes out is fp64.
 */
public final class NeuralEnergy implements Differentiable, AutoCloseable {
    /** Numbers at once in the ratios: a core's cache on the CPU, 1 GiB on a GPU. */
    private static final long CPU_NUMBERS = 1L << 20;

    private static final long GPU_NUMBERS = 1L << 28;

    private final EnergyNet net;
    private final boolean frozen;
    private final Map<Device, EnergyNet> copies = new EnumMap<>(Device.class);

    private NeuralEnergy(EnergyNet net, boolean frozen) {
        this.net = net;
        this.frozen = frozen;
        copies.put(Tensors.device(net.parameters().values()), net);
    }

    /** Of a network whose weights may still change; states that lie on another device are brought to it. */
    public static NeuralEnergy live(EnergyNet net) {
        return new NeuralEnergy(net, false);
    }

    /** Of a network that is done: it is copied to every device that asks, and closed with its copies. */
    public static NeuralEnergy frozen(EnergyNet net) {
        return new NeuralEnergy(net, true);
    }

    private synchronized EnergyNet near(Tensor x) {
        return frozen ? copies.computeIfAbsent(Tensors.device(x), net::copy) : net;
    }

    private static Tensor bring(Tensor x, Tensor to) {
        return x.is_cuda() == to.is_cuda() ? x : x.to(to.device(), x.scalar_type());
    }

    /** Closes what is frozen; a live network belongs to who trains it. */
    @Override
    public synchronized void close() {
        if (frozen) {
            copies.values().forEach(EnergyNet::close);
            copies.clear();
        }
    }

    public EnergyNet net() {
        return net;
    }

    @Override
    public StateSpace space() {
        return net.space();
    }

    @Override
    public boolean prefersGradient() {
        return !(net instanceof PairEnergy);
    }

    @Override
    public Tensor logDensity(Tensor x) {
        EnergyNet near = near(x);
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor u = near.at(bring(x, near.parameters().values()));
            return scope.keep(bring(u.to(ScalarType.Double), x));
        }
    }

    @Override
    public Tensor relaxed(Tensor o) {
        EnergyNet near = near(o);
        Tensor weights = near.parameters().values();
        return bring(near.value(bring(o, weights).to(weights.scalar_type())).to(ScalarType.Double), o);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        EnergyNet near = near(x);
        long most = (x.is_cuda() ? GPU_NUMBERS : CPU_NUMBERS) / near.flipsMemory();
        long n = x.size(0);
        int parts = Math.toIntExact(Math.max(1, (n + Math.max(1, most) - 1) / Math.max(1, most)));
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor y = bring(x, near.parameters().values());
            Tensor[] done = new Tensor[parts];
            for (int k = 0; k < parts; k++) {
                long from = n * k / parts;
                try (Scope chunk = Scope.open()) {
                    done[k] = chunk.keep(ratios(near, y.narrow(0, from, n * (k + 1) / parts - from)));
                }
            }
            return scope.keep(bring(parts == 1 ? done[0] : Ops.cat(0, done), x));
        }
    }

    /** [n, d, S], zero at the states that x has. */
    private static Tensor ratios(EnergyNet near, Tensor x) {
        Tensor change = near.flips(x)
                .to(ScalarType.Double)
                .sub(near.at(x).to(ScalarType.Double).view(-1, 1, 1));
        Tensor none = Tensors.zeros(
                ScalarType.Double,
                Tensors.device(x),
                x.size(0),
                x.size(1),
                near.space().states());
        return none.scatter(2, near.others(x), change);
    }
}
