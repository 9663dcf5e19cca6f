package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Energy discrepancy (Schroeder et al. 2024): data are perturbed and perturbed back, and must have lower energy than
 * what comes out.
 *
 * <pre>{@code
 * y ~ q(. | x),  x'_j ~ q(. | y), j = 1..M
 * loss = mean log(w + sum_j exp(U(x'_j) - U(x)))
 * ED-Bern  q flips each bit with probability e (a site of more states is redrawn among the others)
 * ED-Grid  q redraws one random site
 * }</pre>
 */
record EnergyDiscrepancy(StateSpace space, NegativeSettings settings, boolean grid) implements Contrast {
    @Override
    public Loss prepare(Tensor data, Rng rng) {
        long n = data.size(0);
        long d = data.size(1);
        long m = settings.perturbed();
        Tensor y = perturb(data, rng);
        Tensor back = perturb(y.unsqueeze(1).expand(n, m, d).reshape(n * m, d), rng);
        return new Rows(data, back.view(n, m, d), settings.offset());
    }

    private Tensor perturb(Tensor x, Rng rng) {
        long n = x.size(0);
        long d = x.size(1);
        long s = space.states();
        if (grid) {
            Tensor site = rng.integers(d, n, 1);
            return x.scatter(1, site, rng.integers(s, n, 1));
        }
        Tensor change = rng.uniform(n, d).lt(scalar(settings.flip())).to(ScalarType.Long);
        Tensor shift = s == 2 ? change : change.mul(rng.integers(s - 1, n, d).add(scalar(1L)));
        return x.add(shift).remainder(scalar(s));
    }

    private record Rows(Tensor x, Tensor perturbed, double offset) implements Loss {
        @Override
        public long rows() {
            return x.size(0);
        }

        @Override
        public Tensor part(EnergyNet net, long from, long count) {
            Tensor here = net.at(x.narrow(0, from, count));
            Tensor there =
                    net.at(perturbed.narrow(0, from, count).flatten(0, 1)).view(count, -1);
            Tensor differences = there.sub(here.unsqueeze(-1)).to(ScalarType.Double);
            if (offset > 0) {
                Tensor w = torch.full_like(differences.narrow(1, 0, 1), scalar(Math.log(offset)));
                differences = Ops.cat(1, differences, w);
            }
            return Ops.times(differences.logsumexp(-1).sum(), 1.0 / rows());
        }
    }
}
