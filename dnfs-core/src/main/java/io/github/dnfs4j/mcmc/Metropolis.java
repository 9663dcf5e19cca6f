package io.github.dnfs4j.mcmc;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Metropolis and Hastings' rule around a local proposal: y ~ q(. | x) replaces x with probability
 *
 * <pre>{@code min(1, exp(s U(y) - s U(x) + log q(x | y) - log q(y | x)))}</pre>
 *
 * @param proposal q
 * @param guess what it is made of
 * @param moves proposals in one step; ratios are carried from one to the next, so m of them ask m + 1 times
 * @param adjusted whether to apply the rule; without it every proposal is taken and exp(s U) is not invariant
 */
public record Metropolis(LocalProposal proposal, Guess guess, int moves, boolean adjusted) implements MarkovKernel {
    public Metropolis {
        if (moves < 1) {
            throw new IllegalArgumentException("moves must be at least 1, not " + moves);
        }
    }

    @Override
    public Tensor step(Target target, Tensor x, double strength, Rng rng) {
        return move(target, x, strength, rng).x();
    }

    @Override
    public Move move(Target target, Tensor x, double strength, Rng rng) {
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor y = x.clone();
            Tensor accepted = Tensors.zeros(ScalarType.Double, Tensors.device(x), x.size(0));
            Guess.Local here = guess.at(target, y);
            for (int k = 0; k < moves; k++) {
                try (Scope inner = Scope.open()) {
                    accepted.add_(propose(target, y, here, strength, rng, k + 1 < moves));
                }
            }
            return new Move(scope.keep(y), scope.keep(times(accepted, 1.0 / moves)));
        }
    }

    /** Moves y and what is known there in place; returns which chains did, [n]. */
    private Tensor propose(Target target, Tensor y, Guess.Local here, double strength, Rng rng, boolean goesOn) {
        Tensor r = target.space().within(times(here.ratios(), strength));
        Tensor proposed = proposal.draw(y, r, rng);
        if (!adjusted && !goesOn) {
            y.copy_(proposed);
            return Tensors.full(1, Tensors.device(y), y.size(0));
        }
        Guess.Local there = guess.at(target, proposed);
        Tensor uniforms = rng.uniform(y.size(0)).log();
        Tensor logRatio = times(there.u().sub(here.u()), strength)
                .add(proposal.logProbability(proposed, target.space().within(times(there.ratios(), strength)), y))
                .sub(proposal.logProbability(y, r, proposed));
        // A ratio that is not a number, as between two impossible states, counts as a refusal.
        Tensor accept = adjusted ? uniforms.lt(logRatio) : uniforms.eq(uniforms);
        y.copy_(proposed.where(accept.unsqueeze(1), y));
        here.assign(there, accept);
        return accept.to(ScalarType.Double);
    }

    @Override
    public long targetEvaluations(StateSpace space) {
        return (adjusted ? moves + 1L : moves) * guess.evaluations(space);
    }
}
