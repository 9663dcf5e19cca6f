package io.github.dnfs4j.net;

import static io.github.dnfs4j.torch.Ops.affine;
import static io.github.dnfs4j.torch.Ops.affineGelu;
import static io.github.dnfs4j.torch.Ops.cat;

import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Tape;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/**
 * The time as a vector of T numbers: {@code gelu([t, sin(2^k pi t), cos(2^k pi t)] W_1 + b_1) W_2 + b_2}, k = 0..4, with h
 * numbers between.
 */
final class TimeEmbedding {
    private static final int FREQUENCIES = 5;

    private final int hidden;
    private final int count;
    private final Constant frequencies;

    /** As long as it is wide. */
    TimeEmbedding(int hidden) {
        this(hidden, hidden);
    }

    TimeEmbedding(int hidden, int count) {
        this.hidden = hidden;
        this.count = count;
        double[] f = new double[FREQUENCIES];
        Arrays.setAll(f, k -> Math.PI * (1 << k));
        frequencies = Constant.of(f, FREQUENCIES);
    }

    void register(Parameters.Builder p) {
        p.add("time.in.weight", 1 / Math.sqrt(2 * FREQUENCIES + 1), 1, 2 * FREQUENCIES + 1, hidden);
        p.add("time.in.bias", 0, 1, 1, hidden);
        p.add("time.out.weight", 1 / Math.sqrt(hidden), 1, hidden, count);
        p.add("time.out.bias", 0, 1, 1, count);
    }

    /** For times t [n], [n, 1, T]. */
    Tensor of(Parameters.ByName w, Tensor t) {
        Tensor time = t.unsqueeze(-1);
        Tensor angles = time.mul(frequencies.like(t)).to(t.scalar_type());
        Tensor f = cat(-1, time, angles.sin(), angles.cos()).unsqueeze(0);
        Tensor in = w.get("time.in.weight");
        Tensor y = affineGelu(f.to(in.scalar_type()), in, w.get("time.in.bias"));
        return Tape.leaf(
                affine(y, w.get("time.out.weight"), w.get("time.out.bias")).view(-1, 1, count));
    }
}
