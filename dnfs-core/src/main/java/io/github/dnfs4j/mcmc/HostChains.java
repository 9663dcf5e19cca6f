package io.github.dnfs4j.mcmc;

import io.github.dnfs4j.target.PairGraph;
import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.torch.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Runs chains as plain loops over bytes, the chains split over the threads. A walk from site to site touches a few
 * bytes at a time: there a loop is many times faster than tensor operations. Every chain has a random stream of its
 * own, so the number of threads does not change the result.
 */
final class HostChains {
    private static final int SMALLEST_PART = 8;

    private HostChains() {}

    /** What one thread does to one chain: the states of its d sites begin at {@code offset}. */
    interface Update {
        void apply(byte[] x, int offset, SplittableRandom random);
    }

    /** Moves every row of x [n, d]; each thread gets an update of its own. */
    static Tensor step(Tensor x, Rng rng, Supplier<? extends Update> updates) {
        int n = Math.toIntExact(x.size(0));
        int d = Math.toIntExact(x.size(1));
        try (Scope scope = Scope.open()) {
            byte[] states = Tensors.bytes(x);
            SplittableRandom seeds =
                    new SplittableRandom(rng.integers(Long.MAX_VALUE, 1).item_long());
            SplittableRandom[] streams = new SplittableRandom[n];
            for (int k = 0; k < n; k++) {
                streams[k] = seeds.split();
            }
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (Workers.Part part : Workers.split(n, SMALLEST_PART, Device.CPU)) {
                tasks.add(() -> {
                    Update update = updates.get();
                    for (int k = (int) part.from(); k < part.from() + part.count(); k++) {
                        update.apply(states, k * d, streams[k]);
                    }
                    return true;
                });
            }
            Workers.run(tasks);
            return scope.keep(Tensors.of(states, Tensors.device(x), n, d).to(ScalarType.Long));
        }
    }

    static PairGraph pairs(Target target) {
        if (target instanceof PairTarget t) {
            return t.pairs();
        }
        throw new IllegalArgumentException("this kernel needs a target of equal or unequal pairs, such as Ising");
    }
}
