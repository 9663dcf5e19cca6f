package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files that something spoilt, read by the command: it does its work, or says in one line what is wrong with them. The
 * corpus is a small run and files made here; {@code -Ddnfs.fuzz.rounds=N -Ddnfs.fuzz.seed=S} make it go on for longer. {@link AllReadersFuzzTest}
 * has many more files, without the command around them.
 */
class ReaderFuzzTest {
    private static final int ROUNDS = Integer.getInteger("dnfs.fuzz.rounds", 25);
    private static final long SEED = Long.getLong("dnfs.fuzz.seed", 17);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "config.yaml | eval RUN --samples=4",
                "checkpoint/000000020/model.safetensors | sample RUN --count=3 --weighted",
                "checkpoint/000000020/progress.json | train ising --resume --out=RUN",
                "checkpoint/000000020/state.safetensors | train ising --resume --out=RUN",
                "result.json | export RUN RUN/exported",
                "experiment.yaml | reproduce RUN/experiment.yaml --budget=none",
                "graphs.yaml | reproduce RUN/graphs.yaml --budget=none",
                "settings.yaml | train ising --settings=RUN/settings.yaml --steps=1 --network=none --out=RUN/new",
                "problem.bqm | solve qubo RUN/problem.bqm --seconds=0.01 --json",
                "graph.col | solve mis RUN/graph.col --seconds=0.01 --json"
            })
    void isReadOrRefusedInOneLine(String name, String command) throws IOException {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            Path run = folder.resolve("run-" + round);
            corpus(run);
            Path file = run.resolve(name);
            byte[] spoilt = Spoilt.of(Files.readAllBytes(file), random, name.endsWith(".safetensors"));
            Files.write(file, spoilt);
            Cli result = Cli.run(command.replace("RUN", run.toString()).split(" "));
            List<String> said = result.errLines().stream()
                    .filter(l -> l.startsWith("dnfs: "))
                    .toList();
            String about = "round " + round + " of seed " + SEED + ": " + result.err();
            if (result.code() != 0) {
                assertThat(said).as(about).hasSize(1);
                assertThat(result.code()).as(about).isIn(1, 2);
                assertThat(said.get(0))
                        .as(about)
                        .hasSizeLessThan(1500)
                        .doesNotContainPattern("(Exception|Error)\\b|java\\.|com\\.|\\[enforce|index \\d+|^dnfs: null");
            }
            Trees.delete(run);
        }
    }

    private static void corpus(Path run) throws IOException {
        Trees.copy(Cli.trained(), run);
        Files.copy(run.resolve("config.yaml"), run.resolve("settings.yaml"));
        Files.writeString(run.resolve("experiment.yaml"), Corpus.EXPERIMENT);
        Files.writeString(run.resolve("graphs.yaml"), Corpus.GRAPHS);
        Files.writeString(run.resolve("graph.col"), "c c\np edge 4 3\ne 1 2\ne 2 3\nn 1 2\ne 3 4\n");
        Files.writeString(run.resolve("problem.bqm"), """
                {"type": "BinaryQuadraticModel", "version": {"bqm_schema": "3.0.0"}, "use_bytes": false,
                 "variable_type": "BINARY", "num_variables": 3, "num_interactions": 2, "variable_labels": [0, 1, 2],
                 "offset": 0.0, "info": {}, "linear_biases": [1.0, -1.0, 0.5], "quadratic_biases": [1.0, -2.0],
                 "quadratic_head": [0, 1], "quadratic_tail": [1, 2]}
                """);
    }
}
