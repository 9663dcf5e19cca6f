package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.optim.DivergedException;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class TrainerTest {
    /**
     * The mean over p_t of (xi - d/dt log Z)^2 as a share of what it is without a flow, the variance of U: exact by
     * enumeration, and what training is to make vanish.
     */
    static double residual(Flow flow, double t) {
        double[] u = Enumeration.of(flow.path().target()).logDensity();
        try (Scope scope = Scope.open()) {
            Tensor x = Enumeration.states(flow.path().space());
            double[] xi = Tensors.doubles(flow.xi(x, Tensors.full(t, Device.CPU, x.size(0))));
            return variance(xi, u, t) / variance(u, u, t);
        }
    }

    private static double variance(double[] f, double[] u, double t) {
        double z = 0;
        double mean = 0;
        double square = 0;
        for (int k = 0; k < u.length; k++) {
            double p = Math.exp(t * u[k]);
            z += p;
            mean += p * f[k];
            square += p * f[k] * f[k];
        }
        return square / z - mean * mean / (z * z);
    }

    @Test
    void trainingMakesTheExactResidualSmall() {
        RunSettings settings = Tiny.run(300);
        try (Rng rng = Rng.seeded(3, Device.CPU);
                Model model = Model.create(settings, rng);
                Trainer trainer = new Trainer(model.flow(), settings.train(), rng)) {
            double before = residual(model.flow(), 0.9);
            trainer.run(new TrainListener() {}, () -> false);
            trainer.useAverage();
            assertThat(trainer.steps()).isEqualTo(300);
            assertThat(residual(model.flow(), 0.9)).isLessThan(before / 4).isLessThan(0.1);
            assertThat(residual(model.flow(), 0.5)).isLessThan(0.1);
        }
    }

    @Test
    void horizonGrowsAndRoundsComeEveryFewSteps() {
        RunSettings settings = Tiny.run(30);
        List<TrainListener.Round> rounds = new ArrayList<>();
        List<TrainListener.Step> steps = new ArrayList<>();
        try (Rng rng = Rng.seeded(3, Device.CPU);
                Model model = Model.create(settings, rng);
                Trainer trainer = new Trainer(model.flow(), settings.train(), rng)) {
            trainer.run(
                    new TrainListener() {
                        @Override
                        public void step(Step step) {
                            steps.add(step);
                        }

                        @Override
                        public void round(Round round) {
                            rounds.add(round);
                        }
                    },
                    () -> false);
            // 16 paths of up to 8 steps look at their start and at every step's end; a batch is 32 states. Of each
            // state the density and those of 9 neighbours.
            long states = 30 * 32;
            for (TrainListener.Round round : rounds) {
                states += 16 * (Math.round(8 * round.horizon()) + 1);
            }
            assertThat(trainer.cost().networkEvaluations()).isEqualTo(states);
            assertThat(trainer.cost().targetEvaluations()).isEqualTo(10 * states);
            assertThat(trainer.cost().seconds()).isEqualTo(trainer.seconds());
        }
        assertThat(rounds).extracting(TrainListener.Round::step).containsExactly(0L, 5L, 10L, 15L, 20L, 25L);
        assertThat(rounds)
                .extracting(TrainListener.Round::horizon)
                .isSorted()
                .startsWith(0.25)
                .endsWith(1.0, 1.0);
        assertThat(steps).hasSize(30).allMatch(s -> Double.isFinite(s.loss()) && s.skipped() == 0);
        assertThat(steps.get(29).learningRate()).isLessThan(steps.get(5).learningRate());
    }

    /** What is trained has the clip of the settings; what is given may have none. */
    @Test
    void logRatiosOfTheLossAreClipped() {
        RunSettings settings = Tiny.run(1);
        try (Rng rng = Rng.seeded(3, Device.CPU);
                Model model = Model.create(settings, rng);
                Trainer trainer = new Trainer(model.flow(), settings.train(), rng)) {
            assertThat(model.flow().clip()).isInfinite();
            assertThat(trainer.flow().clip())
                    .isEqualTo(settings.train().logRatioClip())
                    .isFinite();
        }
    }

    /** Telling a listener of many steps at once changes nothing but when it hears of them. */
    @Test
    void bundledReportsTellTheSame() {
        assertThat(told(OptimiserStep.TABLE)).hasSize(33).isEqualTo(told(1));
    }

    private static List<Object> told(int mostPending) {
        RunSettings settings = Tiny.run(33);
        List<Object> told = new ArrayList<>();
        TrainListener listener = new TrainListener() {
            @Override
            public void step(Step step) {
                told.add(step);
            }
        };
        try (Rng rng = Rng.seeded(3, Device.CPU);
                Model model = Model.create(settings, rng);
                Trainer trainer = new Trainer(model.flow(), settings.train(), rng, mostPending)) {
            trainer.run(listener, () -> trainer.steps() >= 12);
            trainer.run(listener, () -> false);
        }
        return told;
    }

    @Test
    void minutesBudgetEndsWhenTheyArePast() {
        TrainSettings timed = Tiny.train(1).withMinutes(0.03);
        try (Rng rng = Rng.seeded(3, Device.CPU);
                Model model = Model.create(Tiny.run(1), rng);
                Trainer trainer = new Trainer(model.flow(), timed, rng)) {
            trainer.run(new TrainListener() {}, () -> false);
            assertThat(trainer.seconds()).isGreaterThanOrEqualTo(1.8);
            assertThat(trainer.progress()).isEqualTo(1);
            assertThat(trainer.steps()).isPositive();
        }
    }

    /** A target whose log density is NaN where the first site is 1. */
    private record Poisoned(double share) implements Target {
        @Override
        public StateSpace space() {
            return new StateSpace(4, 2);
        }

        @Override
        public Tensor logDensity(Tensor x) {
            double[] u = new double[(int) x.size(0)];
            double[] first = Tensors.doubles(x.select(1, 0));
            for (int k = 0; k < u.length; k++) {
                u[k] = first[k] == 1 && share > 0 ? Double.NaN : 0;
            }
            return Tensors.of(u, Device.CPU, u.length);
        }
    }

    /** Three of five batches go wrong, 120 in all, but never a hundred in a row: training goes on. */
    @Test
    void badBatchesBetweenGoodOnesDoNotStopTheRun() {
        AtomicBoolean wrong = new AtomicBoolean();
        Target target = new Target() {
            @Override
            public StateSpace space() {
                return new StateSpace(4, 2);
            }

            @Override
            public Tensor logDensity(Tensor x) {
                return Tensors.full(wrong.get() ? Double.NaN : 0, Device.CPU, x.size(0));
            }
        };
        List<TrainListener.Step> steps = new ArrayList<>();
        RunSettings settings = Tiny.run(200);
        try (Rng rng = Rng.seeded(3, Device.CPU)) {
            Flow flow = new Flow(new AnnealingPath(target), settings.network().build(target, rng), Precision.FP32);
            try (flow;
                    Trainer trainer = new Trainer(flow, settings.train(), rng)) {
                trainer.run(
                        new TrainListener() {
                            @Override
                            public void step(Step step) {
                                steps.add(step);
                                // A round of paths comes before the steps 1, 6, 11 ...
                                wrong.set((step.number() + 1) % 5 >= 2);
                            }
                        },
                        () -> false);
            }
        }
        assertThat(steps)
                .hasSize(200)
                .last()
                .extracting(TrainListener.Step::skipped)
                .isEqualTo(120L);
    }

    @Test
    void batchesThatAreNotFiniteAreSkippedAndManyInARowStopTheRun() {
        List<TrainListener.Step> steps = new ArrayList<>();
        RunSettings settings = Tiny.run(200);
        try (Rng rng = Rng.seeded(3, Device.CPU)) {
            Target target = new Poisoned(1);
            Flow flow = new Flow(new AnnealingPath(target), settings.network().build(target, rng), Precision.FP32);
            float[] before = Tensors.floats(flow.net().parameters().values());
            try (Trainer trainer = new Trainer(flow, settings.train(), rng)) {
                TrainListener listener = new TrainListener() {
                    @Override
                    public void step(Step step) {
                        steps.add(step);
                    }
                };
                assertThatThrownBy(() -> trainer.run(listener, () -> false))
                        .isInstanceOf(DivergedException.class)
                        .hasMessageContaining("not finite");
            }
            assertThat(steps)
                    .isNotEmpty()
                    .last()
                    .extracting(TrainListener.Step::skipped)
                    .isEqualTo((long) steps.size());
            assertThat(Tensors.floats(flow.net().parameters().values())).containsExactly(before);
        }
    }
}
