package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.experiment.run.RunExecutor.Outcome;
import io.github.dnfs4j.experiment.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndingTest {
    @Test
    void whoHasToTrainLongerReadsHow() {
        assertThat(ending(Optional.of("--steps 80")))
                .containsSubsequence(
                        "next:    dnfs train --out 'my runs/a' --resume --steps 80\n",
                        "         dnfs eval 'my runs/a'\n",
                        "         dnfs sample 'my runs/a' --count");
        assertThat(ending(Optional.empty()))
                .contains("next:    dnfs eval 'my runs/a'")
                .doesNotContain("--resume");
    }

    private static String ending(Optional<String> longer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        new Ending(new Console(stream, stream, false))
                .print(new Outcome(
                        Path.of("my runs", "a"), 0, "", "", longer, List.of(), Optional.empty(), Optional.empty()));
        return out.toString(StandardCharsets.UTF_8);
    }
}
