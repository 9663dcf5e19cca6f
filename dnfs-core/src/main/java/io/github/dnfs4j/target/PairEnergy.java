package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Parameters;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/**
 * An Ising matrix to be learnt, in spins s = -1, 1:
 *
 * <pre>{@code
 * U = s'Js,   J = (A + A')/2 without its diagonal,   A [d, d]
 * U(x with s_i flipped) - U(x) = -4 s_i (Js)_i
 * }</pre>
 */
public final class PairEnergy extends EnergyNet {
    private static final double START = 0.01;

    PairEnergy(EnergySettings s, StateSpace space, Function<Parameters.Builder, Parameters> weights) {
        super(s, space, weights.apply(layout(space)));
    }

    private static Parameters.Builder layout(StateSpace space) {
        if (space.states() != 2) {
            throw new IllegalArgumentException("an Ising matrix needs sites of 2 states, not " + space.states());
        }
        return new Parameters.Builder().add("couplings", START, space.sites(), space.sites());
    }

    /** J, [d, d], with gradients. */
    public Tensor matrix() {
        Tensor a = parameters().get("couplings");
        return matrix(a);
    }

    /** J of any A, such as averaged weights. */
    public static Tensor matrix(Tensor a) {
        Tensor sum = times(a.add(a.t()), 0.5);
        return sum.triu(1).add(sum.tril(-1));
    }

    @Override
    Tensor value(Tensor o) {
        Tensor s = o.select(-1, 1).sub(o.select(-1, 0));
        return s.matmul(matrix()).mul(s).sum(-1);
    }

    @Override
    Tensor flips(Tensor x) {
        Tensor s = Ops.plus(times(x.to(parameters().values().scalar_type()), 2), -1);
        Tensor force = s.matmul(matrix()).mul(s);
        return force.sum(-1).unsqueeze(-1).sub(times(force, 4)).unsqueeze(-1);
    }

    @Override
    long flipsMemory() {
        return space().sites();
    }
}
