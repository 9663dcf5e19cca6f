package io.github.dnfs4j.ebm;

import io.github.dnfs4j.gfn.BackAndForth;
import io.github.dnfs4j.gfn.FillPolicy;
import io.github.dnfs4j.gfn.GfnSettings;
import io.github.dnfs4j.gfn.GfnTrainer;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Rng;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import org.bytedeco.pytorch.Tensor;

/**
 * EB-GFN (Zhang et al. 2022): a GFlowNet is trained along with the energy, half on its own trajectories and half on
 * trajectories that lead to data, and negatives come from data by {@link BackAndForth} moves over K sites, K growing
 * from 1 to d over the run.
 */
final class GfnContrast implements Contrast {
    private final NeuralEnergy target;
    private final FillPolicy policy;
    private final GfnTrainer trainer;
    private final DoubleSupplier progress;
    private double loss = Double.NaN;

    GfnContrast(NeuralEnergy target, GfnSettings settings, Rng rng, DoubleSupplier progress) {
        this.target = target;
        this.progress = progress;
        policy = FillPolicy.of(target.space(), settings, rng);
        trainer = new GfnTrainer(target, policy, settings, rng);
        trainer.follow(progress);
    }

    @Override
    public Loss prepare(Tensor data, Rng rng) {
        loss = trainer.step(data);
        int d = target.space().sites();
        int k = Math.min(d, 1 + (int) (progress.getAsDouble() * d));
        return Linear.of(data, new BackAndForth(policy, k).step(target, data, rng));
    }

    @Override
    public Map<String, Double> report() {
        return new TreeMap<>(Map.of("balanceLoss", loss, "logZ", trainer.logZ()));
    }

    @Override
    public Map<String, Tensor> tensors() {
        Map<String, Tensor> all = new TreeMap<>();
        trainer.tensors().forEach((name, tensor) -> all.put("gfn." + name, tensor));
        return all;
    }

    @Override
    public ContrastState saved() {
        return new ContrastState(0, null, trainer.logZ());
    }

    @Override
    public void restore(ContrastState saved) {
        trainer.logZ(saved.logZ());
    }

    @Override
    public void close() {
        trainer.close();
        policy.close();
    }
}
