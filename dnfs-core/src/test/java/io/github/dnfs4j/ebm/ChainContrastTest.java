package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.EnergySettings;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class ChainContrastTest {
    private static final int BUFFER = 40;
    private static final int COUNT = 10;

    /** Ten of forty chains move at an update, others at the next, each on from where it was left. */
    @Test
    void allChainsOfTheBufferGoOnInTheirTurn() {
        NegativeSettings settings = new NegativeSettings(1, 1, 0.1, "gibbs", 1, 0.1, BUFFER, COUNT);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(4, Device.CPU);
                EnergyNet net = new EnergySettings("mlp", 8, 1, 0, 0).build(new StateSpace(30, 2), rng)) {
            Tensor data = Tensors.zeros(ScalarType.Long, Device.CPU, 5, 30);
            try (ChainContrast contrast = new ChainContrast(NeuralEnergy.live(net), settings, data, rng)) {
                byte[][] before = chains(contrast);
                Set<Integer> moved = new HashSet<>();
                for (int update = 0; update < 40; update++) {
                    Linear loss = (Linear) contrast.prepare(data, rng);
                    byte[][] now = chains(contrast);
                    byte[][] negatives = rows(loss.x().narrow(0, 5, COUNT));
                    int changed = 0;
                    for (int k = 0; k < BUFFER; k++) {
                        if (!Arrays.equals(before[k], now[k])) {
                            changed++;
                            moved.add(k);
                            byte[] end = now[k];
                            assertThat(Arrays.stream(negatives)).anyMatch(row -> Arrays.equals(row, end));
                        }
                    }
                    assertThat(changed).isEqualTo(COUNT);
                    before = now;
                }
                assertThat(moved).hasSize(BUFFER);
            }
        }
    }

    private static byte[][] chains(ChainContrast contrast) {
        return rows(Objects.requireNonNull(contrast.tensors().get("chains")));
    }

    private static byte[][] rows(Tensor x) {
        byte[] all = Tensors.bytes(x);
        byte[][] rows = new byte[(int) x.size(0)][];
        int d = all.length / rows.length;
        Arrays.setAll(rows, k -> Arrays.copyOfRange(all, k * d, (k + 1) * d));
        return rows;
    }
}
