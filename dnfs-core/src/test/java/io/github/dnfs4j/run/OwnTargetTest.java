package io.github.dnfs4j.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Clock;
import io.github.dnfs4j.target.EnergySettings;
import io.github.dnfs4j.target.ForwardingTarget;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.OnlyDensity;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that dnfs4j does not know get what Ising gets: run folders, resuming, loading, judging. */
class OwnTargetTest {
    @TempDir
    Path temp;

    private static final TrainSettings SHORT = TrainSettings.DEFAULT.withSteps(40);

    private static float[] weights(Model model) {
        return Tensors.floats(model.flow().net().parameters().values());
    }

    /** By its kind, which a service names: from settings alone, in another program as well. */
    @Test
    void aKindOfAnotherJarIsTrainedResumedLoadedAndJudged() throws IOException {
        RunSettings settings = RunSettings.defaults(new Clock(3, 0.4)).with(SHORT);
        Path whole = temp.resolve("whole");
        float[] expected;
        try (TrainingRun run = TrainingRun.create(whole, settings)) {
            run.train(new TrainListener() {}, () -> false);
            expected = weights(run.model());
        }
        Path halves = temp.resolve("halves");
        try (TrainingRun run = TrainingRun.create(halves, settings)) {
            run.train(new TrainListener() {}, () -> run.trainer().steps() >= 17);
        }
        try (TrainingRun run = TrainingRun.resume(halves)) {
            run.train(new TrainListener() {}, () -> false);
            assertThat(weights(run.model())).containsExactly(expected);
        }
        Path exported = temp.resolve("exported");
        Model.export(halves, Model.settings(halves), Precision.FP32, exported);
        try (Model model = Model.load(exported);
                Rng rng = Rng.seeded(3, Device.CPU)) {
            assertThat(weights(model)).containsExactly(expected);
            assertThat(model.settings().target()).isEqualTo(new Clock(3, 0.4));
            judged(Evaluation.of(model, 2000, rng).evaluation(), model.target());
            judged(Evaluation.of(model.target(), model.sampler(), 2000, rng).evaluation(), model.target());
        }
    }

    /** As an object: the folder says what it looks like, and whoever loads it gives it again. */
    @Test
    void anObjectIsTrainedResumedAndLoaded() throws IOException {
        Target object = new OnlyDensity(new Clock(3, 0.4));
        RunSettings settings = RunSettings.defaults("mine", object).with(SHORT);
        Path folder = temp.resolve("object");
        try (TrainingRun run = TrainingRun.create(folder, settings, object)) {
            run.train(new TrainListener() {}, () -> run.trainer().steps() >= 17);
        }
        try (TrainingRun run = TrainingRun.resume(folder, object)) {
            run.train(new TrainListener() {}, () -> false);
            assertThat(run.trainer().steps()).isEqualTo(40);
        }
        try (Model model = Model.load(folder, object);
                Rng rng = Rng.seeded(3, Device.CPU)) {
            judged(Evaluation.of(model, 2000, rng).evaluation(), object);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Model.load(folder))
                .withMessageContaining("'mine' is an object of the program that trained this run");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Model.load(folder, new OnlyDensity(new Clock(4, 0.4))))
                .withMessageContaining("this is not the target of the run");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> TrainingRun.create(temp.resolve("x"), RunSettings.defaults(new Clock(3, 0.4)), object))
                .withMessageContaining("the target of this run is clock, which its settings build");
        assertThat(temp.resolve("x")).doesNotExist();
    }

    /** Two spaces whose largest site has as many values are still two. */
    @Test
    void sizesOfSitesBelongToTheTarget() throws IOException {
        Target object = Tabulated.random(StateSpace.of(3, 2, 1), 1, 1);
        RunSettings settings = RunSettings.defaults("sizes", object).with(TrainSettings.DEFAULT.withSteps(2));
        Path folder = temp.resolve("sizes");
        try (TrainingRun run = TrainingRun.create(folder, settings, object)) {
            run.train(new TrainListener() {}, () -> false);
        }
        assertThat(Model.settings(folder).target()).isEqualTo(settings.target());
        Model.load(folder, object).close();
        for (StateSpace other : new StateSpace[] {StateSpace.of(2, 3, 1), new StateSpace(3, 3)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Model.load(folder, Tabulated.random(other, 1, 1)))
                    .withMessageContaining("this is not the target of the run");
        }
    }

    /** Whoever gave the object closes it: the next model needs it again. */
    @Test
    void anObjectOutlivesItsModel() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(1, Device.CPU);
                NeuralEnergy energy = NeuralEnergy.frozen(EnergySettings.PAIRS.build(new StateSpace(4, 2), rng))) {
            RunSettings settings = RunSettings.defaults("learnt", energy);
            Model.create(settings, energy, rng).close();
            assertThat(energy.net().parameters().values().isNull()).isFalse();
            assertThat(Enumeration.of(energy).logDensity()).hasSize(16);
        }
    }

    /** Whatever kind it is of: who built it closes it, be it only to ask for its size. */
    @Test
    void aTargetThatSettingsBuiltIsClosedWithItsModel() {
        AtomicInteger open = new AtomicInteger();
        record Owner(Target inner, AtomicInteger open) implements ForwardingTarget, AutoCloseable {
            @Override
            public Target rows(Tensor index) {
                return this;
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        }
        TargetSettings kind = new TargetSettings() {
            @Override
            public String kind() {
                return "owner";
            }

            @Override
            public Target build() {
                open.incrementAndGet();
                return new Owner(Tabulated.random(3, 2, 1, 1), open);
            }
        };
        RunSettings settings = RunSettings.defaults(kind);
        assertThat(open).hasValue(0);
        try (Rng rng = Rng.seeded(1, Device.CPU)) {
            Model model = Model.create(settings, rng);
            assertThat(open).hasValue(1);
            model.close();
        }
        assertThat(open).hasValue(0);
    }

    private static void judged(Evaluation e, Target target) {
        double exact = Enumeration.of(target).logZ();
        assertThat(e.logZ().reference()).isEqualTo(exact);
        assertThat(e.logZ().exact()).isCloseTo(exact, within(5 * e.logZ().standardError()));
        assertThat(e.logZ().upperBound()).isGreaterThan(exact - 0.05);
    }
}
