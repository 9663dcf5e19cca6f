package io.github.dnfs4j.experiment.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Layout;
import io.github.dnfs4j.train.TrainListener.Step;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayTest {
    private static final TrainSettings SETTINGS = RunSettings.defaults(
                    new TargetSettings.Glass(3, 0.8, Layout.Law.GAUSSIAN, 1))
            .train();

    /** Whoever sees the first can stop before all of them are; whoever sees each of a million sees nothing else. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFirstSkippedStepIsToldAtOnceAndOnce(boolean terminal) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = new Console(stream, stream, terminal);
        try (Display display = Display.on(console, SETTINGS, 0)) {
            display.step(new Step(1, 0.1, 2, 1, 0.1, 0));
            assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("skipped");
            display.step(new Step(2, 0.2, Double.NaN, Double.NaN, 0.1, 1));
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .containsPattern(
                            "(^|[\\r\\n])dnfs: step 2 was skipped: its loss or its gradient is not finite *\\R");
            display.step(new Step(3, 0.3, Double.NaN, Double.NaN, 0.1, 2));
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).containsOnlyOnce("was skipped");
    }
}
