package io.github.dnfs4j.torch;

import static io.github.dnfs4j.torch.Ops.scalar;
import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReplayTest {
    static Device[] devices() {
        return Device.cudaAvailable() ? Device.values() : new Device[] {Device.CPU};
    }

    /** Each run does the work once, on what the tensors hold at that moment; recorded or not. */
    @ParameterizedTest
    @MethodSource("devices")
    void everyRunReadsItsInputsAnewAndWorksOnce(Device device) {
        try (Scope scope = Scope.open()) {
            Tensor in = Tensors.full(0, device, 3);
            Tensor sum = Tensors.full(0, device, 3);
            try (Replay replay = new Replay(device, () -> sum.add_(in.mul(in)))) {
                double expected = 0;
                for (int k = 1; k <= 10; k++) {
                    in.fill_(scalar((double) k));
                    replay.run();
                    expected += k * k;
                    assertThat(Tensors.doubles(sum)).containsOnly(expected);
                }
            }
        }
    }

    /** Weights, their gradients and an update in one replay give what the same steps give without it. */
    @ParameterizedTest
    @MethodSource("devices")
    void backwardPassesCanBeReplayed(Device device) {
        assertThat(descend(device, true)).isEqualTo(descend(device, false));
    }

    private static double[] descend(Device device, boolean replayed) {
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Parameters p = new Parameters.Builder().add("w", 1, 1, 4, 4).build(rng, Tensors.type(rng.normal(1)));
                Scope scope = Scope.open()) {
            Tensor w = p.values().to(Tensors.full(0, device).device(), Tensors.type(p.values()));
            Tensor leaf = w.detach().set_requires_grad(true);
            leaf.mutable_grad().put(Tensors.zeros(Tensors.type(w), device, w.numel()));
            Tensor x = Tensors.full(0, device, 4).to(w.scalar_type());
            Runnable body = () -> {
                leaf.mutable_grad().zero_();
                leaf.view(4, 4).mv(x).square().sum().backward();
                w.sub_(leaf.mutable_grad(), scalar(0.01));
            };
            try (Replay replay = new Replay(device, body)) {
                for (int k = 0; k < 8; k++) {
                    x.fill_(scalar(0.1 * k));
                    if (replayed) {
                        replay.run();
                    } else {
                        body.run();
                    }
                }
            }
            return Tensors.doubles(w);
        }
    }
}
