package io.github.dnfs4j.testkit;

import io.github.dnfs4j.target.PairGraph;
import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Ops;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** A {@link PairGraph} and nothing else, for any number of states: {@code U = sum w [x_i = x_j] + sum h_i(x_i)}. */
public record EqualPairs(PairGraph pairs, Constant fields) implements PairTarget {
    public static EqualPairs of(PairGraph pairs) {
        int d = pairs.space().sites();
        int s = pairs.space().states();
        double[] flat = new double[d * s];
        for (int i = 0; i < d; i++) {
            System.arraycopy(pairs.fields()[i], 0, flat, i * s, s);
        }
        return new EqualPairs(pairs, Constant.of(flat, 1, d, s));
    }

    /** A ring and a chord, with random weights of one sign and random fields. */
    public static EqualPairs ring(int d, int s, double weight, double field, long seed) {
        Random random = new Random(seed);
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            edges.add(new int[] {i, (i + 1) % d});
        }
        if (d > 3) {
            edges.add(new int[] {0, 2});
        }
        double[] weights =
                random.doubles(edges.size(), 0.5, 1.5).map(v -> weight * v).toArray();
        double[][] fields = new double[d][];
        for (int i = 0; i < d; i++) {
            fields[i] = random.doubles(s, -field, field + 1e-300).toArray();
        }
        return of(PairGraph.of(new StateSpace(d, s), edges, weights, fields));
    }

    @Override
    public StateSpace space() {
        return pairs.space();
    }

    @Override
    public Tensor logDensity(Tensor x) {
        Tensor oneHot = torch.one_hot(x, space().states()).to(ScalarType.Double);
        Tensor u = oneHot.mul(fields.like(x)).sum(-2, -1);
        for (int i = 0; i < space().sites(); i++) {
            for (int k = 0; k < pairs.neighbours()[i].length; k++) {
                int j = pairs.neighbours()[i][k];
                if (i < j) {
                    Tensor equal = x.select(1, i).eq(x.select(1, j)).to(ScalarType.Double);
                    u = u.add(Ops.times(equal, pairs.couplings()[i][k]));
                }
            }
        }
        return u;
    }
}
