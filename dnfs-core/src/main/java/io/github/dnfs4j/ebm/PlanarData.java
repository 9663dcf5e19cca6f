package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Fresh points of a planar set without end. Whether all were within reach is counted and asked once in a while. */
final class PlanarData implements Data {
    private final Planar set;
    private final GrayCode code;
    /** Points out of reach so far, int64 []. */
    private final Tensor outside;

    PlanarData(Planar set, GrayCode code, Device device) {
        this.set = set;
        this.code = code;
        try (Scope scope = Scope.open()) {
            outside = Scope.own(Tensors.zeros(ScalarType.Long, device));
        }
    }

    @Override
    public StateSpace space() {
        return code.space();
    }

    @Override
    public Tensor train(int n, Rng rng) {
        try (Scope scope = Scope.open()) {
            Tensor points = set.points(n, rng);
            outside.add_(points.abs().ge(scalar(code.reach())).any(1).sum());
            return scope.keep(code.bits(points));
        }
    }

    @Override
    public void check() {
        long count = outside.item_long();
        if (count > 0) {
            throw new IllegalStateException(count + " points of " + set + " lay outside of what the code reaches");
        }
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
    public Optional<Tensor> logProbability(Tensor x) {
        try (Scope scope = Scope.open()) {
            return Optional.of(scope.keep(set.density().logMass(code.decode(x), 1 / code.scale())));
        }
    }

    @Override
    public void close() {
        outside.close();
    }
}
