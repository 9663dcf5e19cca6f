package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.affineGelu;
import static io.github.dnfs4j.torch.Ops.normalise;
import static io.github.dnfs4j.torch.Ops.plusAffine;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Tape;
import org.bytedeco.pytorch.Tensor;

/** {@code z <- z + MLP(normalise(z))} once a layer, for each row of z [1, rows, h] by itself, 2 h wide. */
final class Perceptrons {
    private Perceptrons() {}

    static void register(Parameters.Builder p, int h, int layers) {
        double scale = 1 / Math.sqrt(2.0 * layers);
        for (int k = 0; k < layers; k++) {
            p.add("mlp." + k + ".in.weight", 1 / Math.sqrt(h), 1, h, 2L * h);
            p.add("mlp." + k + ".in.bias", 0, 1, 1, 2L * h);
            p.add("mlp." + k + ".out.weight", scale / Math.sqrt(2.0 * h), 1, 2L * h, h);
            p.add("mlp." + k + ".out.bias", 0, 1, 1, h);
        }
    }

    static Tensor of(Parameters.ByName w, Tensor rows, int layers) {
        Tensor z = Tape.leaf(rows);
        for (int k = 0; k < layers; k++) {
            Tensor y = affineGelu(normalise(z), w.get("mlp." + k + ".in.weight"), w.get("mlp." + k + ".in.bias"));
            z = plusAffine(z, y, w.get("mlp." + k + ".out.weight"), w.get("mlp." + k + ".out.bias"));
        }
        return z;
    }
}
