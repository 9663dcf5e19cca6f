package io.github.dnfs4j.ebm;

import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Contrastive divergence: negatives are chains of a kernel that leaves the model invariant, from the data (CD) or from
 * where some of a buffer of chains were left (PCD, Tieleman 2008; the buffer starts as independent sites with the
 * frequencies of the data).
 */
final class ChainContrast implements Contrast {
    private static final int SMALLEST_PART = 16;

    private final NeuralEnergy target;
    private final MarkovKernel chain;
    private final int count;
    /** uint8 [buffer, d], or nothing where chains start at the data. */
    private final @Nullable Tensor buffer;

    /** PCD from the frequencies of a first batch of data; CD where there is none. */
    ChainContrast(NeuralEnergy target, NegativeSettings settings, @Nullable Tensor frequencies, Rng rng) {
        this.target = target;
        chain = settings.chain(target);
        count = settings.count();
        try (Scope scope = Scope.open()) {
            buffer = frequencies == null ? null : Scope.own(start(frequencies, settings.buffer(), rng));
        }
    }

    /** Each site of each chain is that of some of the data, drawn on its own. */
    private static Tensor start(Tensor data, int chains, Rng rng) {
        Tensor rows = rng.integers(data.size(0), chains, data.size(1));
        return data.gather(0, rows).to(ScalarType.Byte);
    }

    @Override
    public Loss prepare(Tensor data, Rng rng) {
        if (buffer == null) {
            return Linear.of(data, move(target, chain, data, rng));
        }
        Tensor index = distinct(buffer.size(0), rng);
        Tensor moved = move(target, chain, buffer.index_select(0, index).to(ScalarType.Long), rng);
        buffer.index_copy_(0, index, moved.to(ScalarType.Byte));
        return Linear.of(data, moved);
    }

    /** Some of the chains, none twice: one in each of {@code count} stretches of the buffer. */
    private Tensor distinct(long chains, Rng rng) {
        long stretch = chains / count;
        return Tensors.range(count, rng.device()).mul(Ops.scalar(stretch)).add(rng.integers(stretch, count));
    }

    /** One step of a kernel for every row, on all cores. */
    static Tensor move(NeuralEnergy target, MarkovKernel kernel, Tensor x, Rng rng) {
        List<Workers.Part> parts = Workers.split(x.size(0), SMALLEST_PART, rng.device());
        if (rng.device() == Device.CUDA || parts.size() == 1) {
            return kernel.step(target, x, 1, rng);
        }
        List<Callable<Tensor>> tasks = new ArrayList<>();
        for (Workers.Part part : parts) {
            Rng own = rng.split();
            tasks.add(() -> {
                try (Scope scope = Scope.open();
                        Rng stream = own) {
                    return scope.keep(kernel.step(target, x.narrow(0, part.from(), part.count()), 1, stream));
                }
            });
        }
        return Ops.cat(0, Workers.run(tasks).stream().map(Scope::adopt).toArray(Tensor[]::new));
    }

    @Override
    public Map<String, Tensor> tensors() {
        return buffer == null ? Map.of() : Map.of("chains", buffer);
    }

    @Override
    public void close() {
        if (buffer != null) {
            buffer.close();
        }
    }
}
