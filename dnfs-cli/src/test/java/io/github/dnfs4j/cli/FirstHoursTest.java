package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The commands of docs/first-hours.md work in their order, as they stand there but for their budgets, the side of lattices
 * and the folder {@code runs/}.
 */
class FirstHoursTest {
    private static final Path PAGE = Path.of("..", "docs", "first-hours.md");
    private static final Pattern MINUTES = Pattern.compile("--minutes [0-9.]+");

    /** What makes a training small, by the words that its command begins with. */
    private static final Map<String, String> SMALL = Map.of(
            "train ",
            " --device=cpu --hidden=8 --set=train.batch=16 --set=train.trajectories=16 --set=train.timeSteps=4"
                    + " --set=sampling.cells=4 --set=sampling.timeSteps=4",
            "ebm train ",
            " --device=cpu --set=energy.hidden=8 --set=fit.batch=16 --set=sampler.network.hidden=8"
                    + " --set=sampler.train.timeSteps=4 --set=sampler.train.trajectories=16"
                    + " --set=sampler.sampling.cells=4",
            "ebm eval ",
            " --uniform=500 --annealing=0",
            "eval ",
            " --cells=4");

    @TempDir
    Path runs;

    @BeforeEach
    void modelsAreHere() {
        System.setProperty("dnfs.home", "..");
    }

    @AfterEach
    void modelsAreNowhere() {
        System.clearProperty("dnfs.home");
    }

    @ParameterizedTest
    @ValueSource(strings = {"A physicist", "A researcher of machine learning", "A Java developer", "Someone with data"})
    void commandsOfAFirstHourWork(String who) throws IOException {
        List<String> commands = commands(who);
        assertThat(commands).hasSizeGreaterThan(2);
        int steps = 6;
        for (String command : commands) {
            // A run that goes on needs more than it had.
            String small = MINUTES.matcher(command)
                    .replaceFirst("--steps " + steps++)
                    .replaceFirst("(?<=side.)8", "4")
                    .replaceFirst("--samples \\d+", "--samples 60")
                    .replaceFirst("--count \\d+", "--count 60")
                    .replace("runs/", runs + "/");
            for (Map.Entry<String, String> kind : SMALL.entrySet()) {
                small += small.startsWith(kind.getKey()) && !small.contains("--time-steps") ? kind.getValue() : "";
            }
            Cli cli = Cli.run(small.split(" +"));
            assertThat(cli.code()).as("%s: %s", small, cli.err()).isZero();
        }
    }

    /** The lines in the blocks of a section, without what stands behind them. */
    private static List<String> commands(String who) throws IOException {
        String page = Files.readString(PAGE);
        String section = page.substring(page.indexOf("## " + who)).substring(3).split("\n## ")[0];
        List<String> commands = new ArrayList<>();
        String[] parts = section.split("```");
        for (int k = 1; k < parts.length; k += 2) {
            assertThat(parts[k]).startsWith("sh\n");
            Arrays.stream(parts[k].split("\n"))
                    .skip(1)
                    .map(line -> line.replaceFirst(" +# .*", "").strip())
                    .forEach(line -> {
                        assertThat(line).startsWith("./dnfs ");
                        commands.add(line.substring("./dnfs ".length()));
                    });
        }
        return commands;
    }
}
