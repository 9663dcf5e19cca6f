package io.github.dnfs4j.gfn;

import static io.github.dnfs4j.torch.Ops.cat;
import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.optim.Clock;
import io.github.dnfs4j.optim.Descent;
import io.github.dnfs4j.optim.Resumable;
import io.github.dnfs4j.optim.SplitGradient;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Trajectory balance (Malkin et al. 2022) on the policy's own trajectories:
 *
 * <pre>{@code
 * delta = log Z + sum log P_F - sum log P_B - U(x)
 * loss  = mean delta^2 for the network,   log Z <- log Z - rate mean delta
 * }</pre>
 *
 * <p>delta is zero everywhere when the policy fills in x with probability exp(U) / Z. log Z starts at d log S, its
 * value for U = 0.
 */
public final class GfnTrainer implements Resumable<GfnTrainer.State>, AutoCloseable {
    private static final int SMALLEST_PART = 8;

    private final Target target;
    private final GfnSettings settings;
    private final Rng rng;
    private final SplitGradient<FillPolicy> gradient;
    private final Descent descent;
    private final Clock clock;
    private double logZ;

    /** All numbers that decide how it goes on. */
    public record State(long steps, double seconds, double logZ, byte[] generator) {}

    /** A trainer of a policy, which stays the caller's; {@code rng} must live on its device. */
    public GfnTrainer(Target target, FillPolicy policy, GfnSettings settings, Rng rng) {
        this.target = target;
        this.settings = settings;
        this.rng = rng;
        gradient = new SplitGradient<>(policy, FillPolicy::replica, FillPolicy::parameters, SMALLEST_PART);
        descent = Descent.of(policy.parameters(), 0, settings.gradientClip());
        clock = new Clock(settings.steps(), settings.minutes());
        logZ = target.space().logSize();
    }

    /** Looks at a step: its number, its loss and log Z. */
    public interface Listener {
        void step(long number, double loss, double logZ);
    }

    /** Trains until the budget is spent or {@code stop} says so. */
    public void run(Listener listener, BooleanSupplier stop) {
        clock.start();
        while (clock.progress() < 1 && !stop.getAsBoolean()) {
            listener.step(clock.steps(), step(null), logZ);
            clock.look();
        }
    }

    /** See {@link Clock#follow}. */
    public void follow(DoubleSupplier progressOfAll) {
        clock.follow(progressOfAll);
    }

    /**
     * One step and its loss. Given data [m, d], half of the trajectories are orders of filling those in, drawn by P_B,
     * and half the policy's own.
     */
    public double step(@Nullable Tensor data) {
        long number = clock.tick();
        int n = settings.batch();
        try (Scope scope = Scope.open()) {
            descent.tell(number, settings.rate().at(clock.progress()));
            Tensor uniforms = rng.uniform(target.space().sites(), n, 1);
            long fresh = data == null ? n : n - Math.min(n / 2, data.size(0));
            Tensor sums = gradient.of(n, (policy, from, count) -> {
                Tensor own = uniforms.narrow(1, from, count);
                return backward(policy, filled(policy, own, from, fresh, data), n);
            });
            Descent.Outcome o = descent.step(sums.select(0, 0));
            double[] read = Tensors.doubles(cat(0, sums, o.ok().view(1), o.skipped()));
            if (read[2] > 0) {
                logZ -= settings.logZRate() * read[1] / n;
            }
            Descent.check(read[4]);
            return read[0] / n;
        }
    }

    /** Rows up to {@code fresh} are the policy's own, those after lead to data. */
    private static Fillings filled(FillPolicy policy, Tensor uniforms, long from, long fresh, @Nullable Tensor data) {
        long count = uniforms.size(1);
        long own = Math.max(0, Math.min(count, fresh - from));
        if (own == count || data == null) {
            return Fillings.forward(policy, uniforms);
        }
        long rest = count - own;
        Tensor x = data.narrow(0, from + own - fresh, rest);
        Fillings back = Fillings.backward(policy, x, uniforms.narrow(1, own, rest));
        return own == 0
                ? back
                : Fillings.forward(policy, uniforms.narrow(1, 0, own)).and(back);
    }

    /** Adds the gradient of some of n trajectories; returns their sums of delta^2 and of delta, fp64 [2]. */
    private Tensor backward(FillPolicy policy, Fillings f, int n) {
        Tensor u;
        try (NoGradGuard guard = new NoGradGuard()) {
            u = target.logDensity(f.x());
        }
        Tensor delta = plus(f.logRatio(policy).sub(u), logZ);
        Tensor squares = delta.square().sum();
        times(squares, 1.0 / n).backward();
        return stack(0, squares, delta.sum()).detach();
    }

    @Override
    public Map<String, Tensor> tensors() {
        return descent.state();
    }

    @Override
    public State saved() {
        return new State(clock.steps(), clock.seconds(), logZ, rng.state());
    }

    @Override
    public void restore(State saved) {
        clock.set(saved.steps(), saved.seconds());
        logZ(saved.logZ());
        rng.restore(saved.generator());
    }

    /** Sets the scalar log Z, as of a checkpoint. */
    public void logZ(double saved) {
        logZ = saved;
    }

    /** The trained scalar log Z; the weights of samples give an unbiased estimate. */
    public double logZ() {
        return logZ;
    }

    @Override
    public double progress() {
        return clock.progress();
    }

    @Override
    public long steps() {
        return clock.steps();
    }

    @Override
    public double seconds() {
        return clock.seconds();
    }

    /** What training took so far: twice the states of each trajectory go through the network. */
    public Cost cost() {
        long n = clock.steps() * settings.batch();
        return new Cost(n, n * (2L * target.space().sites() + 1), clock.seconds());
    }

    @Override
    public void close() {
        descent.close();
        gradient.close();
    }
}
