package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Systematic Gibbs in the form that {@link MarkovKernels#gibbs} finds fastest for the target and the device of each step:
 * where classes of sites can move at once, site by site would launch d times as many operations on a GPU.
 */
final class SuitedGibbs implements MarkovKernel {
    /** Of the last step: finding it means colouring a graph. */
    private volatile @Nullable Choice last;

    private record Choice(Target target, Device device, MarkovKernel kernel) {}

    @Override
    public Tensor step(Target target, Tensor x, double strength, Rng rng) {
        Device device = Tensors.device(x);
        Choice choice = last;
        if (choice == null || choice.target != target || choice.device != device) {
            choice = new Choice(target, device, MarkovKernels.gibbs(target, device));
            last = choice;
        }
        return choice.kernel.step(target, x, strength, rng);
    }

    /** Before the first step, those of one conditional a site. */
    @Override
    public long targetEvaluations(StateSpace space) {
        Choice choice = last;
        return choice == null ? space.neighbours() : choice.kernel.targetEvaluations(space);
    }
}
