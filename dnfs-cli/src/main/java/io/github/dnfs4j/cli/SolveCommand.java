package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.SolutionPool;
import io.github.dnfs4j.combopt.classical.ClassicalSolver;
import io.github.dnfs4j.combopt.classical.SolverSettings;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import io.github.dnfs4j.solver.ExactSolver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code dnfs solve}. A signal ends the search, not the answer. */
@Command(
        name = "solve",
        description = "Finds good solutions of a graph problem or a QUBO, and proves them best where it can.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class SolveCommand implements Callable<Integer> {
    private static final double SECONDS = 5;
    private static final double EXACT_SECONDS = 60;
    private static final String SAMPLES = "10";
    private static final int MOST_THREADS = 16;

    @Mixin
    ProblemFileOptions input = new ProblemFileOptions();

    @Option(
            names = "--seconds",
            description = "How long to search, unless the answer is proven before (default: 5; 60 with --exact).")
    @Nullable
    Double seconds;

    @Mixin
    NeuralOptions neural = new NeuralOptions();

    @Option(names = "--exact", description = "Spend the time on a proof that nothing is better.")
    boolean exact;

    @Option(
            names = "--samples",
            paramLabel = "[N]",
            preprocessor = OptionalCount.class,
            description = "How many distinct solutions to show, best first (default: 10).")
    int samples = Integer.parseInt(SAMPLES);

    @Option(names = "--threads", description = "Searches at the same time (default: one a core, at most 16).")
    int threads = Math.max(1, Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()));

    @Option(names = "--seed", description = "Of the search (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    boolean json;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Write the solution to a new file: the JSON object if it ends in .json, else one number a line.")
    @Nullable
    Path out;

    private final Console console;

    SolveCommand(Console console) {
        this.console = console;
    }

    /** {@code --samples} may stand without its number. */
    static final class OptionalCount implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // picocli's choice
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec arg, Map<String, Object> info) {
            if (args.isEmpty() || !args.peek().matches("-?[0-9]+")) {
                args.push(SAMPLES);
            }
            return false;
        }
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--seconds", seconds);
        Checks.positive("--samples", samples);
        Checks.positive("--threads", threads);
        if (out != null) {
            SolveReport.check(out);
        }
        neural.check(exact);
        ProblemFileOptions.Loaded loaded = input.load();
        double limit = seconds != null ? seconds : exact ? EXACT_SECONDS : SECONDS;
        SolverSettings settings = new SolverSettings(limit, threads, seed, samples, exact);
        try (StopSignal stop = StopSignal.install()) {
            long start = System.nanoTime();
            SolutionPool pool = search(loaded.problem(), settings, stop);
            report(SolveReport.of(loaded, pool, (System.nanoTime() - start) / 1e9));
            if (stop.getAsBoolean()) {
                console.say("stopped; this is the best that was found until then");
            }
            return stop.exitCode();
        }
    }

    private SolutionPool search(Problem problem, SolverSettings settings, StopSignal stop) throws IOException {
        if (neural.given()) {
            return neural.solve(problem, settings, stop, console);
        }
        return exact ? ExactSolver.solve(problem, settings, stop) : ClassicalSolver.solve(problem, settings, stop);
    }

    private void report(SolveReport report) throws IOException {
        if (json) {
            console.out().println(report.json());
        } else {
            report.print(console.out(), input.name + " of " + input.file);
        }
        console.out().flush();
        if (out != null) {
            report.write(out);
        }
    }
}
