package io.github.dnfs4j.gfn;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.optim.AdamW;
import io.github.dnfs4j.optim.DivergedException;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Workers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
public final class GfnTrainer implements AutoCloseable {
    private static final int SMALLEST_PART = 8;
    private static final double FINAL_RATE = 0.02;

    private final Target target;
    private final GfnSettings settings;
    private final Rng rng;
    private final List<FillPolicy> replicas = new ArrayList<>();
    private final AdamW optimiser;
    private double logZ;
    private long steps;
    private double seconds;
    private @Nullable DoubleSupplier pace;

    /** A trainer of a policy, which stays the caller's; {@code rng} must live on its device. */
    public GfnTrainer(Target target, FillPolicy policy, GfnSettings settings, Rng rng) {
        this.target = target;
        this.settings = settings;
        this.rng = rng;
        replicas.add(policy);
        optimiser = new AdamW(policy.parameters(), 0);
        logZ = target.space().logSize();
    }

    /** Looks at a step: its number, its loss and log Z. */
    public interface Listener {
        void step(long number, double loss, double logZ);
    }

    /** Trains until the budget is spent or {@code stop} says so. */
    public void run(Listener listener, BooleanSupplier stop) {
        long start = System.nanoTime();
        double before = seconds;
        while (progress() < 1 && !stop.getAsBoolean()) {
            listener.step(steps, step(null), logZ);
            seconds = before + (System.nanoTime() - start) / 1e9;
        }
    }

    /** Share of the budget spent, 0 to 1. */
    public double progress() {
        if (pace != null) {
            return pace.getAsDouble();
        }
        double p = settings.steps() > 0 ? (double) steps / settings.steps() : seconds / 60 / settings.minutes();
        return Math.min(1, p);
    }

    /** What a part of a batch adds up to. */
    private record Sums(double squares, double deltas) {}

    /** Lets somebody else say how much of the budget is spent, of whose work this training is a part. */
    public void pace(DoubleSupplier progressOfAll) {
        pace = progressOfAll;
    }

    /**
     * One step and its loss. Given data [m, d], half of the trajectories are orders of filling those in, drawn by P_B,
     * and half the policy's own.
     */
    public double step(@Nullable Tensor data) {
        steps++;
        int n = settings.batch();
        try (Scope scope = Scope.open()) {
            Tensor uniforms = rng.uniform(target.space().sites(), n, 1);
            long fresh = data == null ? n : n - Math.min(n / 2, data.size(0));
            List<Callable<Sums>> tasks = new ArrayList<>();
            List<Workers.Part> parts = Workers.split(n, SMALLEST_PART, rng.device());
            for (Workers.Part part : parts) {
                if (replicas.size() <= part.index()) {
                    replicas.add(replicas.get(0).replica());
                }
                FillPolicy policy = replicas.get(part.index());
                tasks.add(() -> {
                    try (Scope inner = Scope.open()) {
                        Tensor own = uniforms.narrow(1, part.from(), part.count());
                        return gradient(policy, filled(policy, own, part, fresh, data), n);
                    }
                });
            }
            List<Sums> sums = Workers.run(tasks);
            Tensor gradients = replicas.get(0).parameters().gradients();
            for (int k = 1; k < parts.size(); k++) {
                gradients.add_(replicas.get(k).parameters().gradients());
            }
            double loss = sums.stream().mapToDouble(Sums::squares).sum() / n;
            double norm = gradients.norm().item_double();
            if (!Double.isFinite(loss) || !Double.isFinite(norm)) {
                throw new DivergedException("training diverged at step " + steps + "; try a smaller learning rate");
            }
            optimiser.update(rate(), Math.min(1, settings.gradientClip() / Math.max(norm, 1e-12)));
            logZ -= settings.logZRate()
                    * sums.stream().mapToDouble(Sums::deltas).sum()
                    / n;
            return loss;
        }
    }

    private double rate() {
        double cosine = (1 + Math.cos(Math.PI * progress())) / 2;
        return settings.learningRate() * (FINAL_RATE + (1 - FINAL_RATE) * cosine);
    }

    /** Rows up to {@code fresh} are the policy's own, those after lead to data. */
    private static Fillings filled(
            FillPolicy policy, Tensor uniforms, Workers.Part part, long fresh, @Nullable Tensor data) {
        long own = Math.max(0, Math.min(part.count(), fresh - part.from()));
        if (own == part.count() || data == null) {
            return Fillings.forward(policy, uniforms);
        }
        long rest = part.count() - own;
        Tensor x = data.narrow(0, part.from() + own - fresh, rest);
        Fillings back = Fillings.backward(policy, x, uniforms.narrow(1, own, rest));
        return own == 0
                ? back
                : Fillings.forward(policy, uniforms.narrow(1, 0, own)).and(back);
    }

    private Sums gradient(FillPolicy policy, Fillings f, int n) {
        policy.parameters().gradients().zero_();
        Tensor u;
        try (NoGradGuard guard = new NoGradGuard()) {
            u = target.logDensity(f.x());
        }
        Tensor delta = plus(f.logRatio(policy).sub(u), logZ);
        Tensor squares = delta.square().sum();
        times(squares, 1.0 / n).backward();
        return new Sums(squares.item_double(), delta.sum().item_double());
    }

    /** What a checkpoint must hold beside {@link #logZ}. */
    public Map<String, Tensor> state() {
        Map<String, Tensor> all = new HashMap<>(optimiser.state());
        all.put("weights", replicas.get(0).parameters().values());
        return all;
    }

    /** Sets the scalar log Z, as of a checkpoint. */
    public void logZ(double saved) {
        logZ = saved;
    }

    /** The trained scalar log Z; the weights of samples give an unbiased estimate. */
    public double logZ() {
        return logZ;
    }

    public long steps() {
        return steps;
    }

    /** What training took so far: twice the states of each trajectory go through the network. */
    public Cost cost() {
        long n = steps * settings.batch();
        return new Cost(n, n * (2L * target.space().sites() + 1), seconds);
    }

    @Override
    public void close() {
        optimiser.close();
        replicas.stream().skip(1).forEach(FillPolicy::close);
    }
}
