package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** The mass of the cells; of many states in one cell it is computed once. */
    @Override
    public Optional<Tensor> logProbability(Tensor x) {
        try (Scope scope = Scope.open()) {
            double[] points = Tensors.doubles(code.decode(x));
            Map<List<Double>, Integer> cells = new LinkedHashMap<>();
            long[] index = new long[points.length / 2];
            for (int k = 0; k < index.length; k++) {
                List<Double> cell = List.of(points[2 * k], points[2 * k + 1]);
                cells.putIfAbsent(cell, cells.size());
                index[k] = cells.getOrDefault(cell, 0);
            }
            double[] distinct = cells.keySet().stream()
                    .flatMap(List::stream)
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            Tensor centres = Tensors.of(distinct, Tensors.device(x), cells.size(), 2);
            Tensor mass = set.density().logMass(centres, 1 / code.scale());
            return Optional.of(scope.keep(mass.index_select(0, Tensors.of(index, Tensors.device(x), index.length))));
        }
    }

    @Override
    public void close() {
        outside.close();
    }
}
