package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.Clock;
import io.github.dnfs4j.experiment.solve.Answer;
import io.github.dnfs4j.experiment.solve.BestKnown;
import io.github.dnfs4j.experiment.solve.Instance;
import io.github.dnfs4j.experiment.solve.ProgressLine;
import io.github.dnfs4j.experiment.solve.SolveRun;
import io.github.dnfs4j.experiment.solve.SolverTable;
import io.github.dnfs4j.experiment.solve.Wishes;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import io.github.dnfs4j.io.problem.GraphFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs bench solve}: the solver beside the best values known. */
@Command(name = "solve", description = "Solves the files that a folder's best-known.csv names, and compares.")
final class BenchSolveCommand extends ConsoleCommand {
    @Parameters(
            paramLabel = "DIR",
            description = "A folder with best-known.csv (problem,file,best,proven,source) and the files, or folders of"
                    + " them called as the problems.")
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Option(names = "--seconds", description = "For each file (default: ${DEFAULT-VALUE}).")
    double seconds = 10;

    @Option(
            names = "--cpu",
            description = "Seconds are those of the processor, of all threads together: the same on a busy machine.")
    boolean cpu;

    @Option(names = "--threads", description = "Searches at the same time (default: ${DEFAULT-VALUE}).")
    int threads = 1;

    @Option(names = "--seed", description = "Of the search (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    @Option(names = "--match", paramLabel = "TEXT", description = "Only files with this in problem/name.")
    String match = "";

    @Option(names = "--json", description = "Print one JSON object in place of the table.")
    boolean json;

    BenchSolveCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--seconds", seconds);
        Checks.positive("--threads", threads);
        List<BestKnown> known = BestKnown.of(folder).stream()
                .filter(k -> (k.problem() + "/" + k.file().getFileName()).contains(match))
                .toList();
        if (known.isEmpty()) {
            throw new IllegalArgumentException("no file of best-known.csv matches '" + match + "'");
        }
        SolverTable table = new SolverTable(seconds, cpu, threads);
        print(SolverTable.header(), !json);
        try (StopSignal stop = StopSignal.install()) {
            for (BestKnown k : known) {
                print(table.add(k, solve(k, stop)), !json);
                if (stop.getAsBoolean()) {
                    break;
                }
            }
            print("\n" + table.summary() + "\n", !json);
            print(table.json() + "\n", json);
            return stop.exitCode();
        }
    }

    private Answer solve(BestKnown known, StopSignal stop) throws IOException {
        Instance.Reading reading = new Instance.Reading("", GraphFiles.MOST_VERTICES, false, known.maximised());
        Instance instance = Instance.read(known.kind(), known.file(), reading);
        Clock clock = cpu ? Clock.PROCESSOR : Clock.WALL;
        SolveRun run = new SolveRun(instance, Wishes.of(clock, seconds, threads, seed), stop, (o, x, m, s) -> {});
        try (ProgressLine line = ProgressLine.on(console, run, seconds)) {
            return run.run();
        }
    }

    private void print(String text, boolean wanted) {
        if (wanted) {
            console.out().print(text);
            console.out().flush();
        }
    }
}
