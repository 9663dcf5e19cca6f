package io.github.dnfs4j.flow;

import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Scope;
import java.util.Locale;

/**
 * What must hold of paths by jumps, and is said in one line where it does not: rates are finite, not all zero and not so
 * large that paths never end, and the network gives one rate for a jump from either side, which is what local
 * equivariance means.
 */
final class JumpChecks {
    private static final int EVENTS_BETWEEN_LOOKS = 1000;
    private static final long FEW = 64;
    /** Mean relative difference of the two answers: rounding stays far below, and most leaks far above. */
    private static final double ROUNDING = 1e-3;

    private static final double ROUNDING_BF16 = 0.1;

    private final Jumps jumps;
    private final long most;

    JumpChecks(Jumps jumps) {
        this.jumps = jumps;
        most = jumps.grid().steps() + 1000 + 100 * jumps.flow().path().space().neighbours();
    }

    /** Now and then looks whether paths still end. */
    void patience(long events, JumpState state) {
        if (events % EVENTS_BETWEEN_LOOKS == 0) {
            try (Scope scope = Scope.open()) {
                if (state.calls().max().item_long() > most) {
                    throw new ArithmeticException(
                            "a path asked the network more than " + most
                                    + " times: its rates are too large to be followed jump by jump (sampling.by=steps does not)");
                }
            }
        }
    }

    /** Judges paths that have ended. */
    void judge(JumpState ends) {
        try (Scope scope = Scope.open()) {
            long bad = ends.weight().isnan().sum().item_long();
            if (bad > 0) {
                throw new ArithmeticException(bad + " of " + ends.count()
                        + " paths met rates or energies that are not finite: the network or the target overflows");
            }
            long count = ends.jumps().sum().item_long();
            if (count == 0) {
                judgeStill(ends);
                return;
            }
            double gap = ends.mismatch().sum().item_double() / count;
            double limit = jumps.flow().precision() == Precision.BF16 ? ROUNDING_BF16 : ROUNDING;
            if (!(gap < limit)) {
                throw new IllegalStateException(String.format(
                        Locale.ROOT,
                        "the network is not locally equivariant: forward and reverse rates of the same jumps differ by"
                                + " %.2g of their size",
                        gap));
            }
        }
    }

    /** No path moved: by chance or because the target is flat, but not because the network is dead. */
    private void judgeStill(JumpState ends) {
        long few = Math.min(FEW, ends.count());
        Look look = jumps.flow()
                .rows(ends.rows().narrow(0, 0, few))
                .look(ends.x().narrow(0, 0, few), ends.time().narrow(0, 0, few));
        boolean still = look.out().max().item_double() == 0 && look.back().max().item_double() == 0;
        if (still && look.ratios().abs().max().item_double() > 0) {
            throw new ArithmeticException("all rates of the network are zero: no path moves");
        }
    }
}
