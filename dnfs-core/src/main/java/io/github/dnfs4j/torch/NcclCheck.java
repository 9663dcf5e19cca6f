package io.github.dnfs4j.torch;

import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Whether sums by NCCL can be recorded here. In a group of this process alone a sum must be what went in, also where it is
 * recorded once and replayed on other numbers.
 */
public final class NcclCheck {
    private static final int NUMBERS = 1001;
    private static final int RUNS = 6;

    private NcclCheck() {}

    /** In a line; needs a card. */
    public static String text() {
        String problem = Nccl.problem();
        if (!problem.isEmpty()) {
            return problem;
        }
        try {
            return Nccl.version() + (replays() ? ", sums can be recorded" : ", recorded sums are WRONG");
        } catch (IllegalStateException e) {
            return Torch.firstLine(e);
        }
    }

    private static boolean replays() {
        Nccl group = new Nccl(Nccl.key(), 0, 1);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CUDA)) {
            Tensor from = Tensors.zeros(ScalarType.Double, Device.CUDA, NUMBERS);
            Tensor to = Tensors.zeros(ScalarType.Double, Device.CUDA, NUMBERS);
            boolean same = true;
            try (Replay replay = new Replay(Device.CUDA, () -> group.sum(from, to))) {
                for (int k = 0; k < RUNS; k++) {
                    rng.uniform(from);
                    replay.run();
                    same &= Arrays.equals(Tensors.doubles(from), Tensors.doubles(to));
                }
            }
            return same;
        } finally {
            group.free();
        }
    }
}
