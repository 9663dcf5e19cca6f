package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.PairEnergy;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The gradient of a loss in the weights of an energy. Every thread takes some rows through a replica of the network;
 * the parts are added in a fixed order.
 */
final class EnergyGradient implements AutoCloseable {
    private static final int SMALLEST_PART = 16;

    private final EnergyNet net;
    private final FitSettings fit;
    private final List<EnergyNet> replicas = new ArrayList<>();

    EnergyGradient(EnergyNet net, FitSettings fit) {
        this.net = net;
        this.fit = fit;
        replicas.add(net);
    }

    /** Sets the gradients of the network and returns the loss, fp64 []. */
    Tensor of(Contrast.Loss loss) {
        List<Workers.Part> parts = Workers.split(
                loss.rows(), SMALLEST_PART, Tensors.device(net.parameters().values()));
        List<Callable<Tensor>> tasks = new ArrayList<>();
        for (Workers.Part part : parts) {
            if (replicas.size() <= part.index()) {
                replicas.add(net.replica());
            }
            EnergyNet own = replicas.get(part.index());
            tasks.add(() -> {
                try (Scope scope = Scope.open()) {
                    own.parameters().gradients().zero_();
                    Tensor value = loss.part(own, part.from(), part.count());
                    Tensor all = part.index() == 0 ? penalised(own, value) : value;
                    all.backward();
                    return scope.keep(all.detach().to(ScalarType.Double));
                }
            });
        }
        Tensor total = Workers.run(tasks).stream()
                .map(Scope::adopt)
                .reduce(Tensor::add)
                .orElseThrow();
        for (int k = 1; k < parts.size(); k++) {
            net.parameters().gradients().add_(replicas.get(k).parameters().gradients());
        }
        return total;
    }

    /** Adds {@code l1 sum |J|} for an Ising matrix, each entry in its share. */
    private Tensor penalised(EnergyNet own, Tensor loss) {
        if (fit.l1() == 0 || !(own instanceof PairEnergy pairs)) {
            return loss;
        }
        Tensor size = pairs.matrix().abs();
        if (fit.l1Shape() > 0) {
            size = size.div(plus(times(size.detach(), 1 / fit.l1Shape()), 1));
        }
        return loss.add(times(size.sum(), fit.l1()));
    }

    @Override
    public void close() {
        replicas.stream().skip(1).forEach(EnergyNet::close);
    }
}
