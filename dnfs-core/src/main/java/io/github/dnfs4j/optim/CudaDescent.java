package io.github.dnfs4j.optim;

import io.github.dnfs4j.torch.CudaCode;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/** A step of {@link Descent} on a card, by the kernels of {@code descent.cu}: three launches where libtorch needs fifty. */
final class CudaDescent {
    private static final CudaCode KERNELS = CudaCode.of(CudaDescent.class, "descent.cu");
    private static final int PARTS = 128;

    private CudaDescent() {}

    /** Whether the kernels take these weights and this loss. */
    static boolean serves(Tensor values, Tensor loss) {
        return Tensors.type(values) == ScalarType.Float
                && Tensors.type(loss) == ScalarType.Double
                && CudaCode.serve(values, loss);
    }

    /**
     * See {@link Descent#step}.
     *
     * @return whether it was made, 1 or 0, and the norm of the gradients: fp64 [2]
     */
    static Tensor step(
            Parameters parameters,
            AdamW adam,
            @Nullable Tensor average,
            Tensor skipped,
            Tensor loss,
            Tensor rate,
            Tensor share,
            double clip) {
        int count = Math.toIntExact(parameters.values().numel());
        Tensor gradients = parameters.gradients();
        Tensor parts = Tensors.empty(ScalarType.Double, Device.CUDA, PARTS);
        Tensor verdict = Tensors.empty(ScalarType.Double, Device.CUDA, 5);
        KERNELS.rows("squares", PARTS, gradients, parts, count);
        KERNELS.rows("verdict", 1, parts, loss, adam.updates(), skipped, verdict, clip);
        KERNELS.each(
                "step",
                count,
                gradients,
                parameters.values(),
                adam.first(),
                adam.second(),
                average,
                verdict,
                rate,
                share,
                count,
                adam.weightDecay());
        return verdict.narrow(0, 0, 2);
    }
}
