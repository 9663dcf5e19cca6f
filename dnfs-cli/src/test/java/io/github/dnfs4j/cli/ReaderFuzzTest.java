package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files that something spoilt, read by the command: it does its work, or says in one line what is wrong with them. The
 * corpus is a small run and files made here; {@code -Ddnfs.fuzz.rounds=N -Ddnfs.fuzz.seed=S} make it go on for longer.
 */
class ReaderFuzzTest {
    private static final int ROUNDS = Integer.getInteger("dnfs.fuzz.rounds", 25);
    private static final long SEED = Long.getLong("dnfs.fuzz.seed", 17);

    private static final String[] PIECES = {
        "null",
        "-1",
        "0",
        "99999999999999999999",
        "1e308",
        "NaN",
        "[]",
        "{}",
        "\"\"",
        "~",
        ": ",
        "\n",
        "- ",
        "\t",
        "\u0000",
        "\u00ff",
        "2147483647",
        "-2147483648",
        "true",
        "*a",
        "&a ",
        "!!java.net.URL ",
        "<<: ",
        "{",
        "[",
        "'",
        "#",
        "|",
        "\u2028"
    };

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
            byte[] spoilt = spoilt(Files.readAllBytes(file), random, name.endsWith(".safetensors"));
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
        Files.writeString(run.resolve("experiment.yaml"), """
                title: t
                what: w
                seeds: [1, 2]
                settings: {train: {batch: 4}}
                runs: [{name: a, method: dnfs, settings: {network: {kind: letf}}}, {name: b}]
                budgets: {quick: {train: {steps: 1}}}
                report: [ess.exact]
                figures: [{name: f, title: t, axis: y, keys: [loss], runs: [a], log: true}]
                compare: {samplers: [gibbs], timeSteps: 2, samples: {quick: 9}}
                expect: {quick: {time: 1 min, machine: m}}
                """);
        Files.writeString(run.resolve("graphs.yaml"), """
                title: t
                what: w
                problem: mis
                methods: [gibbs]
                budgets: {quick: {sets: ["er:6-8"], count: 1, samples: 1, timeSteps: 1, gfnMinutes: 1}}
                """);
        Files.writeString(run.resolve("graph.col"), "c c\np edge 4 3\ne 1 2\ne 2 3\nn 1 2\ne 3 4\n");
        Files.writeString(run.resolve("problem.bqm"), """
                {"type": "BinaryQuadraticModel", "version": {"bqm_schema": "3.0.0"}, "use_bytes": false,
                 "variable_type": "BINARY", "num_variables": 3, "num_interactions": 2, "variable_labels": [0, 1, 2],
                 "offset": 0.0, "info": {}, "linear_biases": [1.0, -1.0, 0.5], "quadratic_biases": [1.0, -2.0],
                 "quadratic_head": [0, 1], "quadratic_tail": [1, 2]}
                """);
    }

    /** One to four changes: bytes, pieces put in or in place of a word, parts doubled or cut. */
    private static byte[] spoilt(byte[] bytes, Random random, boolean binary) {
        byte[] now = bytes;
        for (int k = random.nextInt(4); k >= 0; k--) {
            int length = now.length;
            // The header of a binary file is its short beginning.
            int at = random.nextInt(Math.max(1, binary ? Math.min(length, 600) : length));
            switch (random.nextInt(6)) {
                case 0 -> now = Arrays.copyOf(now, at);
                case 1 -> now = length == 0 ? now : with(now, at, at + 1, new byte[] {(byte) random.nextInt(256)});
                case 2 -> now = with(now, at, Math.min(length, at + random.nextInt(40)), new byte[0]);
                case 3 -> now = with(now, at, at, Arrays.copyOfRange(now, at, Math.min(length, at + 60)));
                default -> {
                    int end = at;
                    while (end < length && Character.isLetterOrDigit(now[end])) {
                        end++;
                    }
                    byte[] piece = PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8);
                    now = with(now, at, random.nextBoolean() ? end : at, piece);
                }
            }
        }
        return now;
    }

    private static byte[] with(byte[] bytes, int from, int to, byte[] put) {
        byte[] now = new byte[from + put.length + bytes.length - to];
        System.arraycopy(bytes, 0, now, 0, from);
        System.arraycopy(put, 0, now, from, put.length);
        System.arraycopy(bytes, to, now, from + put.length, bytes.length - to);
        return now;
    }
}
