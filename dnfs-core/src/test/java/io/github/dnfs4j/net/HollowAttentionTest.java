package io.github.dnfs4j.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Which keys the readout sees, one by one: site i the left ones j <= i and the right ones j >= i. */
class HollowAttentionTest {
    private static final int N = 2;
    private static final int HEADS = 2;
    private static final int CHANNELS = 3;

    /** Queries, keys and values [2, n, heads, d, c]; slot d - 1 - i of the second stream belongs to site i. */
    private record Streams(Tensor q, Tensor k, Tensor v, int d, int built) {
        static Streams random(int d, int built, Rng rng) {
            return new Streams(part(d, rng), part(d, rng), part(d, rng), d, built);
        }

        private static Tensor part(int d, Rng rng) {
            return rng.normal(2L * N * HEADS * d * CHANNELS)
                    .to(ScalarType.Double)
                    .view(2, N, HEADS, d, CHANNELS);
        }

        double[] attended(boolean gradients) {
            Supplier<double[]> result = () -> Tensors.doubles(new HollowAttention(built, CHANNELS)
                    .of(q, k, v, Padding.of(null))
                    .contiguous());
            return gradients ? result.get() : Ops.withoutGradient(result::get);
        }

        /** Another key and value for a site in one of the streams. */
        Streams with(int stream, int site) {
            Tensor keys = k.clone();
            Tensor values = v.clone();
            int slot = stream == 0 ? site : d - 1 - site;
            keys.select(0, stream).select(2, slot).add_(Ops.scalar(0.5));
            values.select(0, stream).select(2, slot).add_(Ops.scalar(0.5));
            return new Streams(q, keys, values, d, built);
        }
    }

    /** The formula with loops, [n, heads, d, c]. */
    private static double[] expected(Streams s) {
        double[] q = Tensors.doubles(s.q);
        double[] k = Tensors.doubles(s.k);
        double[] v = Tensors.doubles(s.v);
        int d = s.d;
        double[] out = new double[N * HEADS * d * CHANNELS];
        for (int row = 0; row < N * HEADS; row++) {
            for (int i = 0; i < d; i++) {
                double total = 0;
                double[] sum = new double[CHANNELS];
                for (int j = 0; j < d; j++) {
                    for (int stream = 0; stream < 2; stream++) {
                        if (stream == 0 ? j <= i : j >= i) {
                            double logit = 0;
                            for (int c = 0; c < CHANNELS; c++) {
                                double query = q[at(0, row, i, d) + c] + q[at(1, row, i, d) + c];
                                logit += query * k[at(stream, row, j, d) + c];
                            }
                            double w = Math.exp(logit / Math.sqrt(2.0 * CHANNELS));
                            total += w;
                            for (int c = 0; c < CHANNELS; c++) {
                                sum[c] += w * v[at(stream, row, j, d) + c];
                            }
                        }
                    }
                }
                for (int c = 0; c < CHANNELS; c++) {
                    out[(row * d + i) * CHANNELS + c] = sum[c] / total;
                }
            }
        }
        return out;
    }

    private static int at(int stream, int row, int site, int d) {
        int slot = stream == 0 ? site : d - 1 - site;
        return ((stream * N * HEADS + row) * d + slot) * CHANNELS;
    }

    /** Also where fewer sites come than the attention was built for. */
    @Test
    void isTheSoftmaxOverTheOpenKeys() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(3, Device.CPU)) {
            for (int d : new int[] {1, 2, 5}) {
                for (int built : new int[] {d, d + 2}) {
                    Streams s = Streams.random(d, built, rng);
                    assertThat(s.attended(true)).containsExactly(expected(s), within(1e-12));
                    assertThat(s.attended(false)).containsExactly(expected(s), within(1e-12));
                }
            }
        }
    }

    /** Changing one key and its value changes the sites that may see it, all of them, and to the last bit no other. */
    @Test
    void aKeyReachesTheSitesThatMaySeeItAndNoOther() {
        int d = 5;
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(4, Device.CPU)) {
            Streams s = Streams.random(d, d, rng);
            for (boolean gradients : new boolean[] {true, false}) {
                double[] before = s.attended(gradients);
                for (int stream = 0; stream < 2; stream++) {
                    for (int j = 0; j < d; j++) {
                        double[] after = s.with(stream, j).attended(gradients);
                        for (int i = 0; i < d; i++) {
                            boolean open = stream == 0 ? j <= i : j >= i;
                            for (int row = 0; row < N * HEADS; row++) {
                                int at = (row * d + i) * CHANNELS;
                                assertThat(after[at] != before[at])
                                        .as("site %d sees key %d of stream %d", i, j, stream)
                                        .isEqualTo(open);
                            }
                        }
                    }
                }
            }
        }
    }
}
