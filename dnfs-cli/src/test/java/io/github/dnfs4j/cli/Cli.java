package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the command inside the test's process and keeps what it printed. */
record Cli(int code, String out, String err) {
    /** A sampler that trains in a second. */
    static final List<String> TINY = List.of(
            "--side=3",
            "--hidden=8",
            "--layers=1",
            "--batch=16",
            "--time-steps=8",
            "--device=cpu",
            "--set=train.trajectories=16",
            "--set=train.stepsPerRound=5",
            "--set=sampling.cells=8");

    private static Path trained;

    static Cli run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        int code = Main.run(console, args);
        return new Cli(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** {@code train ising} with the tiny settings. */
    static List<String> training(String... more) {
        List<String> args = new ArrayList<>(List.of("train", "ising"));
        args.addAll(TINY);
        args.addAll(List.of(more));
        return args;
    }

    static Cli train(String... more) {
        return run(training(more).toArray(String[]::new));
    }

    /** A finished tiny run, made once. Nobody may change it. */
    static synchronized Path trained() throws IOException {
        if (trained == null) {
            Path folder = Files.createTempDirectory("dnfs-cli").resolve("run");
            Cli result = train("--steps=20", "--out=" + folder);
            if (result.code != 0) {
                throw new IllegalStateException(result.err);
            }
            trained = folder;
        }
        return trained;
    }

    List<String> errLines() {
        return err.lines().toList();
    }
}
