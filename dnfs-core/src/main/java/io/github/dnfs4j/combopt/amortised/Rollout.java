package io.github.dnfs4j.combopt.amortised;

import static io.github.dnfs4j.torch.Ops.indicator;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Solutions of n graphs as a policy builds them, m = n times the number of steps.
 *
 * @param sets on the way, fp32 [m, d]
 * @param added to each, int64 [m]
 * @param made whether anything was, bool [m]: shorter solutions wait for the longest
 * @param graph of each, int64 [m]
 * @param last the solutions, fp32 [n, d]
 */
record Rollout(Tensor sets, Tensor added, Tensor made, Tensor graph, Tensor last) {
    /** After so many steps the host asks whether any solution still grows: it waits for the answer. */
    private static final int BETWEEN_QUESTIONS = 8;

    static Rollout of(IsomorphismNetwork net, Choices choices, Rng rng) {
        return Ops.withoutGradient(() -> {
            Tensor real = choices.real();
            Tensor set = torch.zeros_like(real).to(ScalarType.Float);
            List<Tensor> sets = new ArrayList<>();
            List<Tensor> added = new ArrayList<>();
            List<Tensor> made = new ArrayList<>();
            boolean open = true;
            for (long step = 0; open && step < real.size(1); step++) {
                try (Scope scope = Scope.open()) {
                    Tensor addable = choices.addable(set);
                    Tensor any = addable.any(1);
                    if (step % BETWEEN_QUESTIONS == 0) {
                        open = any.any().item_bool();
                    }
                    if (!open) {
                        continue;
                    }
                    // The largest of logits with Gumbel noise is a draw from their softmax.
                    Tensor gumbel = rng.uniform(real.size(0), real.size(1))
                            .log()
                            .neg()
                            .log()
                            .neg();
                    Tensor logits = net.of(choices, set).logits().add(gumbel);
                    Tensor closed = logits.masked_fill(addable.logical_not(), scalar(-1e30));
                    Tensor choice = closed.argmax(new LongOptional(1), false);
                    sets.add(set);
                    added.add(scope.keep(choice));
                    made.add(scope.keep(any));
                    Tensor one = indicator(choice, real.size(1)).to(ScalarType.Float);
                    set = scope.keep(set.add(one.mul(any.to(ScalarType.Float).unsqueeze(1))));
                }
            }
            Tensor graph = Tensors.range(real.size(0), Tensors.device(real)).repeat(Math.max(1, sets.size()));
            if (sets.isEmpty()) {
                Tensor none = torch.zeros_like(graph);
                return new Rollout(set, none, none.to(ScalarType.Bool), graph, set);
            }
            return new Rollout(
                    Ops.cat(0, sets.toArray(Tensor[]::new)),
                    Ops.cat(0, added.toArray(Tensor[]::new)),
                    Ops.cat(0, made.toArray(Tensor[]::new)),
                    graph,
                    set);
        });
    }
}
