package io.github.dnfs4j.flow;

import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Replay;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * n paths of {@link Jumps} on their way, forward or backward, and the work of one event: the network looks at every path
 * once; the jump that led here gets its weight; the path stays, and then jumps or enters the next cell.
 *
 * <p>Paths that reached the cell in which they are to wait do nothing. A GPU replays the event of all paths; on a CPU only
 * those that go on are looked at.
 */
final class JumpWalkers implements AutoCloseable {
    /** How many events are made before the host looks who waits, where all paths make them. */
    private static final int EVENTS_AT_ONCE = 4;

    private final Flow flow;
    private final boolean backward;
    /** Whether all paths make each event, as a recorded one must, and those that wait are masked. */
    private final boolean masked;

    private final int cells;
    /** K + 1 ends and K middles of the cells, fp64. */
    private final Tensor ends;

    private final Tensor middles;
    private final JumpState state;
    /** The cell in which paths wait, int64 []. */
    private final Tensor stop;
    /** [n, 2], for the time of a jump and the move or, backwards, [n, d S], for the time of every move. */
    private final Tensor uniforms;

    private final Replay event;

    JumpWalkers(Flow flow, TimeGrid grid, boolean backward, int n, Device device) {
        this(flow, grid, backward, n, device, device == Device.CUDA);
    }

    JumpWalkers(Flow flow, TimeGrid grid, boolean backward, int n, Device device, boolean masked) {
        this.flow = flow;
        this.backward = backward;
        this.masked = masked;
        cells = grid.steps();
        int d = flow.path().space().sites();
        double[] m = new double[cells];
        for (int k = 0; k < cells; k++) {
            m[k] = grid.middle(k);
        }
        try (Scope scope = Scope.open()) {
            ends = Scope.own(Tensors.of(grid.times(), device, cells + 1L));
            middles = Scope.own(Tensors.of(m, device, cells));
            state = JumpState.room(n, d, device).own();
            stop = Scope.own(Tensors.zeros(ScalarType.Long, device));
            uniforms = Scope.own(Tensors.zeros(
                    ScalarType.Double,
                    device,
                    n,
                    backward ? (long) d * flow.path().space().states() : 2));
        }
        event = new Replay(device, () -> event(state, uniforms));
    }

    JumpState state() {
        return state;
    }

    boolean backward() {
        return backward;
    }

    /** The cell that paths enter when they have left the last. */
    int finish() {
        return backward ? -1 : cells;
    }

    /** Puts paths at states x [k, d], in rows [k] of the target, into places {@code index} [k], with weight 1. */
    void start(Tensor index, Tensor x, Tensor rows, double time) {
        try (Scope scope = Scope.open()) {
            state.put(index, JumpState.start(x, rows, backward ? cells - 1L : 0, time));
        }
    }

    /** An event of every path that is not yet in the cell where it waits, or several. False if all wait. */
    boolean go(int cell, Rng rng) {
        try (Scope scope = Scope.open()) {
            stop.fill_(scalar((long) cell));
            Tensor index = goesOn(state).nonzero().view(-1);
            long n = index.size(0);
            if (n == 0) {
                return false;
            }
            if (masked) {
                for (int k = 0; k < EVENTS_AT_ONCE; k++) {
                    rng.uniform(uniforms);
                    event.run();
                }
            } else if (n == state.count()) {
                rng.uniform(uniforms);
                event.run();
            } else {
                JumpState some = state.at(index);
                event(some, rng.uniform(n, uniforms.size(1)));
                state.put(index, some);
            }
            return true;
        }
    }

    private Tensor goesOn(JumpState s) {
        return backward ? s.cell().gt(stop) : s.cell().lt(stop);
    }

    /** How a path leaves the state it is in: whether by a jump, when, by which move; phi of the jump, and its log ratio. */
    private record Leave(Tensor jumps, Tensor time, Tensor move, Tensor rate, Tensor pull) {}

    private void event(JumpState s, Tensor random) {
        AnnealingPath path = flow.path();
        Tensor here = s.cell().clamp_min(scalar(0L)).clamp_max(scalar(cells - 1L));
        Look look = flow.rows(s.rows()).look(s.x(), middles.index_select(0, here));

        Tensor arrived = s.undo().ge(scalar(0L));
        Tensor answer = Look.of(backward ? look.out() : look.back(), s.undo().clamp_min(scalar(0L)));
        Tensor arrival = backward ? arrivalBackward(s, look, answer) : arrivalForward(s, look, answer);
        Leave leave = backward ? retreat(s, look, here, random) : advance(s, look, here, random);
        Tensor stay = backward ? look.stay(path, leave.time, s.time()) : look.stay(path, s.time(), leave.time);
        Tensor nothing = torch.zeros_like(stay);
        Tensor weight = s.weight().add(torch.where(arrived, arrival, nothing)).add(stay);

        long states = path.space().states();
        Tensor site = leave.move.floor_divide(scalar(states)).unsqueeze(1);
        Tensor old = s.x().gather(1, site);
        Tensor tau = leave.move.remainder(scalar(states)).unsqueeze(1);
        Tensor y = s.x().scatter(1, site, torch.where(leave.jumps.unsqueeze(1), tau, old));
        Tensor undo = site.mul(scalar(states)).add(old).squeeze(1);
        Tensor next = backward ? here.sub(scalar(1L)) : here.add(scalar(1L));
        // Rates that are not finite would jump for ever: such a path ends here, and weighs NaN.
        Tensor rates = look.out().add(look.back()).sum(-2, -1);
        Tensor sane = rates.isfinite().logical_and(weight.isnan().logical_not());
        Tensor wrong = torch.full_like(here, scalar((long) finish()));
        Tensor cell = torch.where(sane, torch.where(leave.jumps, here, next), wrong);
        Tensor gap = s.rate().sub(answer).abs().div(torch.maximum(s.rate(), answer));
        JumpState after = new JumpState(
                y,
                look.u(),
                s.rows(),
                leave.time,
                cell,
                torch.where(sane, weight, torch.full_like(weight, scalar(Double.NaN))),
                torch.where(leave.jumps, undo, torch.full_like(undo, scalar(-1L))),
                leave.rate,
                leave.pull,
                s.calls().add(scalar(1L)),
                s.jumps().add(leave.jumps),
                s.mismatch().add(torch.where(arrived, gap, nothing)));
        s.put(after, goesOn(s));
    }

    private Leave advance(JumpState s, Look look, Tensor here, Tensor random) {
        Tensor cumulated = look.out().flatten(1, -1).cumsum(-1);
        Tensor total = cumulated.select(1, cumulated.size(1) - 1);
        // Where no move leads, the wait is infinite or NaN, and the path goes to the end of the cell.
        Tensor jump = s.time().add(exponential(random.select(1, 0)).div(total));
        Tensor end = ends.index_select(0, here.add(scalar(1L)));
        Tensor jumps = jump.lt(end);
        // The last move with a rate is where the sum is full: rounding may put the place at its very end, not beyond.
        Tensor place = random.select(1, 1).mul(total).unsqueeze(1);
        Tensor passed = cumulated.le(place).logical_and(cumulated.lt(total.unsqueeze(1)));
        Tensor move = torch.where(jumps, passed.sum(-1), torch.zeros_like(here));
        return new Leave(
                jumps, torch.where(jumps, jump, end), move, Look.of(look.out(), move), torch.zeros_like(total));
    }

    private Leave retreat(JumpState s, Look look, Tensor here, Tensor random) {
        Tensor waits = look.waits(flow.path(), s.time(), exponential(random).view_as(look.out()));
        T_TensorTensor_T first = waits.flatten(1, -1).min(1, false);
        Tensor jump = s.time().sub(first.get0());
        Tensor end = ends.index_select(0, here);
        Tensor jumps = jump.gt(end);
        Tensor time = torch.where(jumps, jump, end);
        Tensor move = torch.where(jumps, first.get1(), torch.zeros_like(here));
        Tensor pull = Look.of(look.ratios(), move).mul(flow.path().strength(time));
        return new Leave(jumps, time, move, Look.of(look.back(), move), pull);
    }

    private static Tensor exponential(Tensor uniforms) {
        return uniforms.neg().log1p().neg();
    }

    /** The jump x -> y is made, the network looks at y: {@code s(u) (U(y) - U(x)) + log r_u(y -> x) - log f(x -> y)}. */
    private Tensor arrivalForward(JumpState s, Look look, Tensor answer) {
        Tensor ratio = Look.of(look.ratios(), s.undo().clamp_min(scalar(0L)));
        Tensor work = look.u().sub(s.u()).add(ratio).mul(flow.path().strength(s.time()));
        return work.add(answer.log()).sub(s.rate().log());
    }

    /** Weighs a jump of a backward path: y -> x was made, of the jump x -> y, and the network looks at x. */
    private Tensor arrivalBackward(JumpState s, Look look, Tensor answer) {
        Tensor work = s.u().sub(look.u()).mul(flow.path().strength(s.time()));
        return work.add(s.pull()).add(s.rate().log()).sub(answer.log());
    }

    @Override
    public void close() {
        event.close();
        state.close();
        for (Tensor t : List.of(ends, middles, stop, uniforms)) {
            t.close();
        }
    }
}
