package io.github.dnfs4j.ebm;

import io.github.dnfs4j.optim.Descent;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * ALOE: negatives are drafts of an {@link EditSampler} with self-normalised weights c = softmax(log w), and the sampler
 * learns by the likelihood of its own drafts under the same weights,
 *
 * <pre>{@code loss = -sum_n c_n log q(draft_n)}</pre>
 *
 * <p>whose gradient is that of KL(p || q) as far as the weights can tell.
 */
final class AloeContrast implements Contrast {
    private static final int MOST_EDITS = 16;
    private static final int HIDDEN = 64;
    private static final int HIDDEN_PLUS = 256;
    private static final double RATE = 1e-3;
    private static final double CLIP = 10;

    private final NeuralEnergy target;
    private final EditSampler sampler;
    private final Descent descent;
    private final int count;
    private final Tensor ess;

    AloeContrast(NeuralEnergy target, int count, boolean plus, Rng rng) {
        this.target = target;
        this.count = count;
        int edits = Math.min(MOST_EDITS, target.space().sites());
        sampler = new EditSampler(target.space(), plus ? HIDDEN_PLUS : HIDDEN, edits, rng);
        descent = Descent.of(sampler.parameters(), 0, CLIP);
        descent.tell(1, RATE);
        try (Scope scope = Scope.open()) {
            ess = Scope.own(Tensors.full(1, rng.device()));
        }
    }

    @Override
    public Loss prepare(Tensor data, Rng rng) {
        EditSampler.Drafts drafts = sampler.draw(count, rng);
        sampler.parameters().gradients().zero_();
        Tensor logq = sampler.logProbability(drafts);
        Tensor weights;
        try (NoGradGuard guard = new NoGradGuard()) {
            weights = target.logDensity(drafts.last()).sub(logq.detach()).softmax(-1);
            ess.copy_(Ops.times(weights.square().sum().reciprocal(), 1.0 / count));
        }
        Tensor loss = logq.mul(weights).sum().neg();
        loss.backward();
        descent.step(loss.detach());
        return Linear.of(data, drafts.last(), weights);
    }

    @Override
    public Map<String, Double> report() {
        return Map.of("essExact", ess.item_double());
    }

    @Override
    public Map<String, Tensor> tensors() {
        Map<String, Tensor> all = new TreeMap<>();
        descent.state().forEach((name, tensor) -> all.put("aloe." + name, tensor));
        return all;
    }

    @Override
    public void close() {
        descent.close();
        sampler.close();
        ess.close();
    }
}
