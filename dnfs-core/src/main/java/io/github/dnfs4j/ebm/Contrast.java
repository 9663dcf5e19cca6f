package io.github.dnfs4j.ebm;

import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.torch.Rng;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** A method's estimate of the gradient that makes an energy fit data. */
interface Contrast extends AutoCloseable {
    /** Makes ready for one update: moves chains, trains a sampler, draws what the loss needs. */
    Loss prepare(Tensor data, Rng rng);

    /** What the gradient is taken of, by rows so that each thread can take some. */
    interface Loss {
        long rows();

        /** The part of the loss that rows {@code from} to {@code from + count} add to it, []. */
        Tensor part(EnergyNet net, long from, long count);
    }

    /** What is worth knowing at the moment, by name. */
    default Map<String, Double> report() {
        return Map.of();
    }

    /** All tensors that decide how the run goes on. */
    default Map<String, Tensor> tensors() {
        return Map.of();
    }

    /** All numbers that decide how the run goes on. */
    default ContrastState saved() {
        return ContrastState.NONE;
    }

    default void restore(ContrastState saved) {}

    @Override
    default void close() {}
}
