package io.github.dnfs4j.ebm;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/** Fresh points of a planar set without end. They are drawn many at a time, because each drawing is checked. */
final class PlanarData implements Data {
    private static final int POOL = 1 << 16;

    private final Planar set;
    private final GrayCode code;
    private long left;
    private @Nullable Tensor pool;

    PlanarData(Planar set, GrayCode code) {
        this.set = set;
        this.code = code;
    }

    @Override
    public StateSpace space() {
        return code.space();
    }

    @Override
    public Tensor train(int n, Rng rng) {
        if (n > POOL) {
            return heldOut(n, rng);
        }
        Tensor now = pool;
        if (now == null || left < n) {
            close();
            try (Scope scope = Scope.open()) {
                now = Scope.own(heldOut(POOL, rng));
            }
            pool = now;
            left = POOL;
        }
        left -= n;
        return now.narrow(0, left, n);
    }

    @Override
    public Tensor heldOut(int n, Rng rng) {
        try (Scope scope = Scope.open()) {
            return scope.keep(code.encode(set.points(n, rng)));
        }
    }

    @Override
    public Optional<GrayCode> code() {
        return Optional.of(code);
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
            pool = null;
        }
    }
}
