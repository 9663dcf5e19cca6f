package io.github.dnfs4j.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.torch.Precision;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.AverageInDoubles;
import io.github.dnfs4j.train.Tiny;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Training goes on with the raw weights, sampling takes their average: neither stands in the other's place. */
class AveragedWeightsTest {
    private static final int STOP = 12;
    private static final Offset<Float> ROUNDING = within(1e-5f);

    @TempDir
    Path dir;

    private static float[] weights(Model model) {
        return Tensors.floats(model.flow().net().parameters().values());
    }

    @Test
    void samplingHasTheAverageAndResumingTheRawOnes() throws IOException {
        Path folder = dir.resolve("run");
        RunSettings settings = Tiny.run(40);
        float[] raw;
        float[] average;
        try (TrainingRun run = TrainingRun.create(folder, settings)) {
            AverageInDoubles followed = new AverageInDoubles(
                    weights(run.model()), settings.train().optimiser().ema());
            TrainListener listener = new TrainListener() {
                @Override
                public void step(Step step) {
                    followed.add(step.number(), weights(run.model()));
                }
            };
            run.train(listener, () -> run.trainer().steps() >= STOP);
            raw = followed.raw();
            average = followed.average();
            assertThat(followed.apart()).isGreaterThan(1e-3);
            assertThat(Tensors.floats(run.trainer().averagedWeights())).containsExactly(average, ROUNDING);
            assertThat(weights(run.model())).as("after training").containsExactly(average, ROUNDING);
        }
        try (Model loaded = Model.load(folder)) {
            assertThat(weights(loaded)).as("loaded").containsExactly(average, ROUNDING);
        }
        Path exported = dir.resolve("exported");
        Model.export(folder, settings, Precision.FP32, exported);
        try (Model loaded = Model.load(exported)) {
            assertThat(weights(loaded)).as("exported").containsExactly(average, ROUNDING);
        }
        Path state = RunFolder.snapshots(folder).latest().orElseThrow().resolve("state.safetensors");
        Map<String, Array> saved = Safetensors.read(state).tensors();
        assertThat(saved.get("weights").floats()).as("saved").containsExactly(raw);
        assertThat(saved.get("weights.average").floats()).as("saved").containsExactly(average, ROUNDING);
        try (TrainingRun run = TrainingRun.resume(folder)) {
            assertThat(weights(run.model())).as("resumed").containsExactly(raw);
            assertThat(Tensors.floats(run.trainer().averagedWeights())).containsExactly(average, ROUNDING);
        }
    }
}
