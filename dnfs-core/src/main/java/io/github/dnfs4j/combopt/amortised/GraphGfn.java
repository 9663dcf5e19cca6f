package io.github.dnfs4j.combopt.amortised;

import static io.github.dnfs4j.torch.Ops.indicator;
import static io.github.dnfs4j.torch.Ops.pick;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.combopt.GraphSampler;
import io.github.dnfs4j.optim.Clock;
import io.github.dnfs4j.optim.Descent;
import io.github.dnfs4j.optim.LearningRate;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A GFlowNet for a family of graphs (Zhang et al. 2023): adds vertex after vertex, see {@link Choices}, so that solutions
 * come with probability {@code exp(beta objective) / Z}. With P_B uniform it is trained on the forward-looking detailed
 * balance of single steps S to S' by adding a,
 *
 * <pre>{@code
 * delta = log F~(S) + log P_F(a | S) - log F~(S') - log P_B(a | S') - beta gain(a),   loss = mean delta^2
 * }</pre>
 *
 * <p>in which the part of the reward that a state has earned already stands outside of its flow F~.
 */
public final class GraphGfn implements GraphSampler, AutoCloseable {
    private static final int STEPS_A_ROLLOUT = 4;
    private static final double CLIP = 10;
    private static final double FINAL_RATE = 0.02;

    private final Settings settings;
    private final GraphProblem kind;
    private final IsomorphismNetwork net;

    /**
     * How to train.
     *
     * @param minutes wall-clock budget; 0 when {@code rollouts} decides
     * @param rollouts to learn from, a few optimiser steps on each; 0 when {@code minutes} decides
     * @param batch graphs in a rollout, and transitions in an optimiser step for each of them
     * @param hidden width of the network
     * @param layers its depth
     * @param learningRate at the beginning; it falls to 2 %
     * @param beta the inverse temperature
     */
    public record Settings(
            double minutes, int rollouts, int batch, int hidden, int layers, double learningRate, double beta) {
        public Settings {
            Clock.check(rollouts, minutes);
            if (batch < 1 || hidden < 1 || layers < 1 || !(learningRate > 0) || !(beta > 0)) {
                throw new IllegalArgumentException("all settings of a GFlowNet must be above 0");
            }
        }
    }

    private GraphGfn(GraphProblem kind, Settings settings, Rng rng) {
        this.kind = kind;
        this.settings = settings;
        net = new IsomorphismNetwork(settings.hidden, settings.layers, rng);
    }

    /** Trains on graphs until the time is up or {@code stop} says so. */
    public static GraphGfn train(
            GraphProblem kind, List<Graph> graphs, Settings settings, Rng rng, BooleanSupplier stop) {
        GraphGfn gfn = new GraphGfn(kind, settings, rng);
        Clock clock = new Clock(settings.rollouts, settings.minutes);
        LearningRate rate = new LearningRate(settings.learningRate, 0, FINAL_RATE);
        clock.start();
        try (GraphTable table = GraphTable.of(graphs, kind, 1, rng.device());
                Descent descent = Descent.of(gfn.net.parameters(), 0, CLIP)) {
            while (clock.progress() < 1 && !stop.getAsBoolean()) {
                try (Scope scope = Scope.open()) {
                    Tensor index = rng.integers(table.size(), settings.batch);
                    Choices choices = new Choices(kind, table.edges(index), table.real(index));
                    Rollout steps = Rollout.of(gfn.net, choices, rng);
                    descent.tell(clock.steps() + 1, rate.at(clock.progress()));
                    for (int step = 0; step < STEPS_A_ROLLOUT; step++) {
                        gfn.update(choices, steps, descent, rng);
                    }
                    descent.check();
                }
                clock.tick();
                clock.look();
            }
        } catch (RuntimeException e) {
            gfn.close();
            throw e;
        }
        return gfn;
    }

    private void update(Choices all, Rollout steps, Descent descent, Rng rng) {
        try (Scope scope = Scope.open()) {
            Tensor at = rng.integers(steps.added().size(0), settings.batch);
            Choices choices = all.rows(steps.graph().index_select(0, at));
            Tensor set = steps.sets().index_select(0, at);
            Tensor added = steps.added().index_select(0, at);
            Tensor made = steps.made().index_select(0, at).to(ScalarType.Float);
            net.parameters().gradients().zero_();
            Tensor delta = delta(choices, set, added).mul(made);
            Tensor loss = delta.square().sum().div(made.sum().clamp_min(scalar(1.0)));
            loss.backward();
            descent.step(loss);
        }
    }

    /** How far detailed balance is from holding where {@code added} [n] joins {@code set} [n, d]. */
    private Tensor delta(Choices choices, Tensor set, Tensor added) {
        Tensor next = torch.maximum(set, indicator(added, set.size(1)).to(ScalarType.Float));
        IsomorphismNetwork.Output before = net.of(choices, set);
        IsomorphismNetwork.Output after = net.of(choices, next);
        Tensor logits = before.logits().masked_fill(choices.addable(set).logical_not(), scalar(-1e30));
        Tensor forward = pick(logits.log_softmax(-1), added);
        Tensor back = choices.removable(next)
                .sum(-1)
                .clamp_min(scalar(1L))
                .to(ScalarType.Float)
                .log()
                .neg();
        Tensor reward = times(pick(choices.gain(set), added), settings.beta);
        return before.logFlow().add(forward).sub(after.logFlow()).sub(back).sub(reward);
    }

    @Override
    public byte[][][] sample(GraphProblem problem, List<Graph> graphs, int samples, Rng rng) {
        if (problem != kind) {
            throw new IllegalArgumentException("this GFlowNet was trained for " + kind);
        }
        byte[][][] states = new byte[graphs.size()][samples][];
        try (GraphTable table = GraphTable.of(graphs, kind, 1, rng.device());
                Scope scope = Scope.open()) {
            Device device = rng.device();
            Tensor index = Tensors.range(graphs.size(), device);
            Choices choices = new Choices(kind, table.edges(index), table.real(index));
            int d = (int) table.sites();
            for (int k = 0; k < samples; k++) {
                try (Scope inner = Scope.open()) {
                    byte[] x = Tensors.bytes(Rollout.of(net, choices, rng).last());
                    for (int g = 0; g < states.length; g++) {
                        states[g][k] = new byte[graphs.get(g).vertices()];
                        System.arraycopy(x, g * d, states[g][k], 0, states[g][k].length);
                    }
                }
            }
        }
        return states;
    }

    @Override
    public void close() {
        net.close();
    }
}
