package io.github.dnfs4j.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.ChiSquare;
import io.github.dnfs4j.testkit.OnlyDensity;
import io.github.dnfs4j.testkit.RandomNetwork;
import io.github.dnfs4j.testkit.SmallTargets;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class ProposalTest {
    private static final LocalProposal[] PROPOSALS = {new GibbsWithGradients(), new DiscreteLangevin(0.3)};

    /** From one state to every other: probabilities that sum to one, and draws that follow them. */
    @Test
    void drawsFollowTheirOwnProbabilities() {
        Target target = SmallTargets.all().get("random table, 3 states");
        int size = 81;
        for (LocalProposal proposal : PROPOSALS) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(31, Device.CPU)) {
                Tensor all = Enumeration.states(target.space());
                Tensor x = all.narrow(0, 37, 1);
                Tensor r = target.logRatios(x);
                double[] p = new double[size];
                for (int y = 0; y < size; y++) {
                    Tensor to = all.narrow(0, y, 1);
                    long differ = x.ne(to).sum().item_long();
                    boolean possible = proposal instanceof DiscreteLangevin || differ == 1;
                    p[y] = possible ? proposal.logProbability(x, r, to).exp().item_double() : 0;
                }
                assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(1e-12));
                Tensor drawn = proposal.draw(x.expand(20_000, 4), r.expand(20_000, 4, 3), rng);
                ChiSquare.check(
                        proposal.toString(), ChiSquare.counts(Tensors.longs(drawn.contiguous()), 4, 3, size), p);
            }
        }
    }

    /** {@code q_i(tau) ~ exp(r_i(tau) / 2 - [tau != x_i] / (2 alpha))}, with numbers by hand. */
    @Test
    void langevinIsItsFormula() {
        double alpha = 0.4;
        double[] r = {0, 0.8, -1.5, 0.3, 0, 2.1};
        double up = Math.exp(0.8 / 2 - 1 / (2 * alpha));
        double low = Math.exp(-1.5 / 2 - 1 / (2 * alpha));
        double first = Math.exp(0.3 / 2 - 1 / (2 * alpha));
        double last = Math.exp(2.1 / 2 - 1 / (2 * alpha));
        try (Scope scope = Scope.open()) {
            Tensor x = Tensors.of(new long[] {0, 1}, Device.CPU, 1, 2);
            Tensor y = Tensors.of(new long[] {2, 1}, Device.CPU, 1, 2);
            double q = new DiscreteLangevin(alpha)
                    .logProbability(x, Tensors.of(r, Device.CPU, 1, 2, 3), y)
                    .exp()
                    .item_double();
            assertThat(q).isCloseTo(low / (1 + up + low) * (1 / (first + 1 + last)), within(1e-12));
        }
    }

    /** To first order: halving the steps of a relaxed move halves the error of the gradient's guess. */
    @Test
    void gradientIsTheSlopeTowardsEachNeighbour() {
        RandomNetwork target = RandomNetwork.of(4, 3, 0.8, 8);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(32, Device.CPU)) {
            Tensor x = new AnnealingPath(target).start(5, rng);
            Guess.Local local = Guess.GRADIENT.at(target, x);
            assertThat(Tensors.doubles(local.u()))
                    .containsExactly(Tensors.doubles(target.logDensity(x)), within(1e-12));
            Tensor from = torch.one_hot(x, 3).to(ScalarType.Double);
            double small = 1e-6;
            for (int i = 0; i < 4; i++) {
                for (int tau = 0; tau < 3; tau++) {
                    Tensor to = from.clone();
                    to.select(1, i).zero_();
                    to.select(1, i).select(1, tau).fill_(Ops.scalar(1.0));
                    Tensor near = from.add(Ops.times(to.sub(from), small));
                    Tensor slope = Ops.times(target.relaxed(near).sub(target.relaxed(from)), 1 / small);
                    assertThat(Tensors.doubles(local.ratios().select(1, i).select(1, tau)))
                            .containsExactly(Tensors.doubles(slope), within(1e-5));
                }
            }
        }
    }

    @Test
    void gradientsNeedATargetThatHasThem() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(33, Device.CPU)) {
            Target target = Ising.lattice(3, 0.1, 0);
            Tensor x = new AnnealingPath(target).start(2, rng);
            Target plain = new OnlyDensity(target);
            assertThatIllegalArgumentException().isThrownBy(() -> Guess.GRADIENT.at(plain, x));
            assertThat(Guess.of(target)).isEqualTo(Guess.EXACT);
        }
    }

    @Test
    void stepSizeReachesTheWantedAcceptance() {
        AnnealingPath path = new AnnealingPath(Ising.lattice(8, Ising.CRITICAL, 0));
        try (Rng rng = Rng.seeded(34, Device.CPU)) {
            StepSize found = StepSize.adapt(path, Guess.EXACT, 1, 64, 200, rng);
            assertThat(found.acceptance()).isCloseTo(StepSize.WANTED, within(0.05));
            ChainSampler.Traced run =
                    new ChainSampler(path, StepSize.dmala(found.alpha(), Guess.EXACT), 100).traced(64, 50, rng);
            assertThat(run.acceptance()).isCloseTo(StepSize.WANTED, within(0.1));
            assertThat(run.logDensity()).hasNumberOfRows(64);
            double[] last = IntStream.range(0, 64)
                    .mapToDouble(c -> run.logDensity()[c][49])
                    .toArray();
            assertThat(last).containsExactly(run.samples().logDensity(), within(1e-12));
        }
    }

    /** On a flat target all is accepted: alpha grows by its recursion, and only the second half counts. */
    @Test
    void stepSizeIsTheMeanOfTheSecondHalf() {
        AnnealingPath flat = new AnnealingPath(Ising.lattice(3, 0, 0));
        try (Rng rng = Rng.seeded(36, Device.CPU)) {
            StepSize found = StepSize.adapt(flat, Guess.EXACT, 1, 8, 4, rng);
            double[] log = new double[5];
            log[0] = Math.log(0.3);
            for (int k = 1; k <= 4; k++) {
                log[k] = log[k - 1] + Math.pow(k, -0.6) * (1 - 0.574);
            }
            assertThat(found.acceptance()).isEqualTo(1);
            assertThat(Math.log(found.alpha())).isCloseTo((log[3] + log[4]) / 2, within(1e-12));
        }
    }

    /** Without acceptance the law is off by an amount that shrinks with alpha. */
    @Test
    void unadjustedLangevinComesCloserWithASmallerStep() {
        Target target = Ising.lattice(3, 0.2, 0);
        double exact = Enumeration.of(target).exact().meanLogDensity();
        AnnealingPath path = new AnnealingPath(target);
        try (Rng rng = Rng.seeded(35, Device.CPU)) {
            double[] bias = new double[2];
            double[] alphas = {1.0, 0.15};
            for (int k = 0; k < 2; k++) {
                double[] u = new ChainSampler(path, StepSize.dula(alphas[k], Guess.EXACT), k == 0 ? 60 : 400)
                        .sample(8000, rng)
                        .logDensity();
                bias[k] = Math.abs(Statistics.mean(u) - exact);
                assertThat(4 * Statistics.standardError(u)).isLessThan(0.2);
            }
            assertThat(bias[0]).isGreaterThan(0.4);
            assertThat(bias[1]).isLessThan(bias[0] / 2);
        }
    }
}
