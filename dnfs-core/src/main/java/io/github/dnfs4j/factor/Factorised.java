package io.github.dnfs4j.factor;

import io.github.dnfs4j.target.PairGraph;
import io.github.dnfs4j.target.PairTarget;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Targets as factor graphs, where they have that form: {@code log rho(x) = U(x)} for all x, constants and penalties of
 * forbidden states included. So elimination, belief propagation and mean field speak of the same Z as samplers do.
 */
public final class Factorised {
    private Factorised() {}

    /** The graph of a target that is made of one, or of pairs; empty for any other. */
    public static Optional<FactorGraph> of(Target target) {
        if (target instanceof FactorTarget factors) {
            return Optional.of(factors.penalised());
        }
        return target instanceof PairTarget pairs ? Optional.of(of(pairs)) : Optional.empty();
    }

    private static FactorGraph of(PairTarget target) {
        PairGraph pairs = target.pairs();
        int d = pairs.space().sites();
        int s = pairs.space().states();
        List<Factor> factors = new ArrayList<>();
        double atZero = 0;
        for (int i = 0; i < d; i++) {
            factors.add(Factor.of(new int[] {i}, new int[] {s}, pairs.fields()[i]));
            atZero += pairs.fields()[i][0];
            for (int k = 0; k < pairs.neighbours()[i].length; k++) {
                int j = pairs.neighbours()[i][k];
                if (i < j) {
                    double w = pairs.couplings()[i][k];
                    double[] equal = new double[s * s];
                    for (int a = 0; a < s; a++) {
                        equal[a * s + a] = w;
                    }
                    factors.add(Factor.of(new int[] {i, j}, new int[] {s, s}, equal));
                    atZero += w;
                }
            }
        }
        // The pairs are U up to a constant.
        factors.add(Factor.of(new int[0], new int[0], new double[] {logDensityOfZeros(target, d) - atZero}));
        int[] sizes = new int[d];
        Arrays.fill(sizes, s);
        return FactorGraph.of(sizes, factors);
    }

    private static double logDensityOfZeros(Target target, int sites) {
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard()) {
            return Tensors.doubles(target.logDensity(Tensors.zeros(ScalarType.Long, Device.CPU, 1, sites)))[0];
        }
    }
}
