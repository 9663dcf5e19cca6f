package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.run.TrainingRun;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every choice of a method trains, and resumes to the same bits. */
public class MethodTest {
    private static final String LEAPS =
            "train.estimator=learned train.randomTimes=true train.sweeps=1 sampling.resampleBelow=0.5 sampling.sweeps=1";
    private static final String LADDER = "train.ladder=[0.05,0.1]";
    private static final String SOFTPLUS = "train.link=softplus train.randomTimes=true";
    private static final String TAYLOR = "train.ratios=taylor network.readout=plain train.estimator=optimal";
    private static final String POTTS = "target.kind=potts target.side=3 target.states=3 target.beta=0.6";

    @TempDir
    Path dir;

    public static RunSettings settings(int steps, String changes) {
        SettingsFile<RunSettings> file = SettingsFile.of(Tiny.run(steps));
        for (String change : changes.isEmpty() ? new String[0] : changes.split(" ")) {
            int at = change.indexOf('=');
            file.set(change.substring(0, at), change.substring(at + 1));
        }
        return file.settings();
    }

    @ParameterizedTest
    @ValueSource(strings = {LEAPS, LADDER, SOFTPLUS, TAYLOR, POTTS, "train.estimator=naive", "train.denseTimes=true"})
    void resumesToTheSameBits(String changes) throws IOException {
        Path folder = dir.resolve("parts");
        RunSettings settings = settings(40, changes);
        for (int stopAt : new int[] {1, 17, 28, 40}) {
            try (TrainingRun run =
                    Files.exists(folder) ? TrainingRun.resume(folder) : TrainingRun.create(folder, settings)) {
                run.train(new TrainListener() {}, () -> run.trainer().steps() >= stopAt);
            }
        }
        try (TrainingRun run = TrainingRun.create(dir.resolve("whole"), settings)) {
            run.train(new TrainListener() {}, () -> false);
        }
        assertThat(Files.readAllLines(folder.resolve("metrics.jsonl")))
                .containsExactlyElementsOf(
                        Files.readAllLines(dir.resolve("whole").resolve("metrics.jsonl")));
        try (Model model = Model.load(folder);
                Model whole = Model.load(dir.resolve("whole"))) {
            assertThat(Tensors.floats(model.flow().net().parameters().values()))
                    .containsExactly(
                            Tensors.floats(whole.flow().net().parameters().values()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "train.estimator=naive",
                "train.estimator=optimal",
                LEAPS,
                LADDER,
                SOFTPLUS,
                "target.kind=potts target.side=3 target.states=2 target.beta=0.6"
            })
    void trainingMakesTheExactResidualSmall(String changes) {
        RunSettings settings = settings(300, changes);
        try (Rng rng = Rng.seeded(3, Device.CPU);
                Model model = Model.create(settings, rng);
                Trainer trainer = new Trainer(model.flow(), settings.train(), rng)) {
            double before = TrainerTest.residual(model.flow(), 0.9);
            trainer.run(new TrainListener() {}, () -> false);
            trainer.useAverage();
            assertThat(TrainerTest.residual(model.flow(), 0.9))
                    .isLessThan(before / 3)
                    .isLessThan(0.15);
        }
    }

    /** Rungs follow each other, forget the states of the last one, and the rate drops with them. */
    @Test
    void theLadderIsClimbedToTheTargetItself() {
        RunSettings settings = settings(
                60,
                "train.ladder=[0.01,0.05] train.ladderDrop=0.5 train.warmup=0"
                        + " train.finalRate=1 train.horizonGrowth=0");
        List<TrainListener.Round> rounds = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        try (Rng rng = Rng.seeded(3, Device.CPU);
                Model model = Model.create(settings, rng);
                Trainer trainer = new Trainer(model.flow(), settings.train(), rng)) {
            trainer.run(
                    new TrainListener() {
                        @Override
                        public void step(Step step) {
                            rates.add(step.learningRate());
                        }

                        @Override
                        public void round(Round round) {
                            rounds.add(round);
                        }
                    },
                    () -> false);
            assertThat(trainer.flow().path()).isEqualTo(model.flow().path());
        }
        assertThat(rounds).extracting(TrainListener.Round::rung).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2);
        assertThat(rates.get(0)).isCloseTo(4 * rates.get(59), within(1e-12));
        // The spread of U is that of the rung's target: nearly nothing at first.
        assertThat(rounds.get(0).naiveStd()).isLessThan(rounds.get(11).naiveStd() / 2);
    }

    @Test
    void whatCannotWorkIsSaidAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(1, "train.ratios=taylor"))
                .withMessageContaining("use network.readout=plain");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(1, "train.estimator=best"))
                .withMessageContaining("[naive, control-variate, optimal, learned]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(1, "target.kind=pots"))
                .withMessage("unknown target 'pots'; possible: clock, ebm, file, glass, ising, model, potts, sk");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(1, "target.kind=potts target.states=1"))
                .withMessageContaining("states must be 2 to 255, not 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(1, "train.ladder=[a]"))
                .withMessageContaining("train.ladder");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(1, "sampling.resampleBelow=2"))
                .withMessageContaining("resampleBelow must lie in 0..1");
    }
}
