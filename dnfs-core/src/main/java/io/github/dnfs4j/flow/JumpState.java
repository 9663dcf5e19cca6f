package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import java.util.function.IntFunction;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Where n paths are, each at a time of its own.
 *
 * @param x states, int64 [n, d]
 * @param u U of the states that the network saw last, [n]
 * @param rows the row of the flow's target that each path belongs to, int64 [n]
 * @param time of each, [n]
 * @param cell in which that lies, int64 [n]: K for paths at the end, -1 for paths at the beginning that came from there
 * @param weight exact log weight up to now, [n]
 * @param undo the move {@code i S + tau} that undoes the jump that led here, int64 [n]; -1 where none did
 * @param rate phi of that jump, as the network gave it before the jump, [n]
 * @param pull log ratio of p_u of that jump, as it was before a jump backwards; 0 for those forward, [n]
 * @param calls how often the network looked, int64 [n]
 * @param jumps how many were made, int64 [n]
 * @param mismatch sum over the jumps of by how much the network's two answers to their rate differ, [n]
 */
record JumpState(
        Tensor x,
        Tensor u,
        Tensor rows,
        Tensor time,
        Tensor cell,
        Tensor weight,
        Tensor undo,
        Tensor rate,
        Tensor pull,
        Tensor calls,
        Tensor jumps,
        Tensor mismatch) {

    private List<Tensor> all() {
        return List.of(x, u, rows, time, cell, weight, undo, rate, pull, calls, jumps, mismatch);
    }

    private static JumpState of(IntFunction<Tensor> field) {
        return new JumpState(
                field.apply(0),
                field.apply(1),
                field.apply(2),
                field.apply(3),
                field.apply(4),
                field.apply(5),
                field.apply(6),
                field.apply(7),
                field.apply(8),
                field.apply(9),
                field.apply(10),
                field.apply(11));
    }

    /** Room for n paths, in the scope of the caller. */
    static JumpState room(int n, int d, Device device) {
        JumpState first = start(Tensors.zeros(ScalarType.Long, device, n, d), Tensors.range(n, device), 0, 0);
        // Fields of a start may be one tensor.
        return of(k -> first.all().get(k).clone());
    }

    /** Takes all tensors out of every scope: they live until {@link #close}. */
    JumpState own() {
        return of(k -> Scope.own(all().get(k)));
    }

    /** Paths at states x [n, d] of one time in one cell, with weight 1. */
    static JumpState start(Tensor x, Tensor rows, long cell, double time) {
        long n = x.size(0);
        Device device = Tensors.device(x);
        Tensor zeros = Tensors.zeros(ScalarType.Double, device, n);
        Tensor none = Tensors.zeros(ScalarType.Long, device, n);
        return new JumpState(
                x,
                zeros,
                rows,
                Tensors.full(time, device, n),
                torch.full_like(none, scalar(cell)),
                zeros,
                torch.full_like(none, scalar(-1L)),
                zeros,
                zeros,
                none,
                none,
                zeros);
    }

    long count() {
        return x.size(0);
    }

    /** The paths at these places, as copies. */
    JumpState at(Tensor index) {
        return of(k -> all().get(k).index_select(0, index));
    }

    /** Overwrites the paths at these places. */
    void put(Tensor index, JumpState other) {
        for (int k = 0; k < all().size(); k++) {
            all().get(k).index_copy_(0, index, other.all().get(k));
        }
    }

    /** Overwrites the paths for which {@code which}, bool [n], is true. */
    void put(JumpState other, Tensor which) {
        for (int k = 0; k < all().size(); k++) {
            Tensor mine = all().get(k);
            Tensor mask = mine.dim() == 2 ? which.unsqueeze(1) : which;
            mine.copy_(torch.where(mask, other.all().get(k), mine));
        }
    }

    /** All paths of several states, one after the other. */
    static JumpState join(List<JumpState> parts) {
        return parts.size() == 1
                ? parts.get(0)
                : of(k -> cat(0, parts.stream().map(p -> p.all().get(k)).toArray(Tensor[]::new)));
    }

    /** Frees the tensors of a state that owns them. */
    void close() {
        for (Tensor t : all()) {
            t.close();
        }
    }
}
