package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.Clock;
import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.experiment.solve.Answer;
import io.github.dnfs4j.experiment.solve.AnswerJson;
import io.github.dnfs4j.experiment.solve.AnswerText;
import io.github.dnfs4j.experiment.solve.Demands;
import io.github.dnfs4j.experiment.solve.Instance;
import io.github.dnfs4j.experiment.solve.Memory;
import io.github.dnfs4j.experiment.solve.ProgressLine;
import io.github.dnfs4j.experiment.solve.SolveRun;
import io.github.dnfs4j.experiment.solve.Start;
import io.github.dnfs4j.experiment.solve.Wishes;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
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
        description = "Finds good solutions of graph problems and QUBOs, and proves them best where it can.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class SolveCommand implements Callable<Integer> {
    private static final int MOST_THREADS = 16;

    @Mixin
    ProblemFileOptions input = new ProblemFileOptions();

    @Option(
            names = "--seconds",
            description = "How long to search each file, unless the answer is proven before (default: 5; 60 with"
                    + " --exact; none with --moves-limit).")
    @Nullable
    Double seconds;

    @Option(
            names = "--moves-limit",
            paramLabel = "N",
            description = "Search for so many moves; with --threads 1 the same seed then gives the same answer.")
    @Nullable
    Long movesLimit;

    @Option(names = "--stop-at", paramLabel = "VALUE", description = "An objective that is good enough.")
    @Nullable
    Double stopAt;

    @Mixin
    NeuralOptions neural = new NeuralOptions();

    @Option(names = "--exact", description = "Spend the time on a proof that nothing is better.")
    boolean exact;

    @Option(
            names = {"--best", "--samples"},
            paramLabel = "[K]",
            preprocessor = OptionalCount.class,
            description = "How many distinct solutions to give, best first; asked for, they get a part of the time, and"
                    + " small problems are listed until none is missing (default: 10, in what time is left).")
    @Nullable
    Integer best;

    @Option(
            names = "--start",
            paramLabel = "FILE",
            description = "Begin from this solution: the labels that are selected, a line each, lines 'LABEL VALUE', or"
                    + " the JSON of an answer. What is missing or not feasible is repaired.")
    @Nullable
    Path start;

    @Mixin
    ConstraintOptions constraints = new ConstraintOptions();

    @Option(names = "--threads", description = "Searches at the same time (default: one a core, at most 16).")
    int threads = Math.max(1, Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()));

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "Use no more than this, such as 500m, of Java's heap; what cannot be kept is refused.")
    @Nullable
    String memory;

    @Option(names = "--seed", description = "Of the search (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    @Mixin
    SolveOutput output = new SolveOutput();

    private final Console console;

    SolveCommand(Console console) {
        this.console = console;
    }

    /** {@code --best} may stand without its number. */
    static final class OptionalCount implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // picocli's choice
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec arg, Map<String, Object> info) {
            if (args.isEmpty() || !args.peek().matches("-?[0-9]+")) {
                args.push(String.valueOf(Wishes.FEW));
            }
            return false;
        }
    }

    @Override
    public Integer call() throws IOException {
        check();
        List<Path> files = input.all();
        try (StopSignal stop = StopSignal.install()) {
            int worst = 0;
            for (Path file : files) {
                worst = Math.max(worst, input.several() ? tolerant(file, stop) : solve(file, stop));
                if (stop.getAsBoolean()) {
                    console.say("stopped; this is the best that was found until then");
                    return stop.exitCode();
                }
            }
            return worst;
        }
    }

    private void check() throws IOException {
        Checks.positive("--seconds", seconds);
        Checks.positive("--moves-limit", movesLimit);
        Checks.positive(best == null ? "--best" : "--best, --samples:", best);
        Checks.positive("--threads", threads);
        if (stopAt != null && !Double.isFinite(stopAt)) {
            throw new IllegalArgumentException("--stop-at must be a number, not " + stopAt);
        }
        if (movesLimit != null && (exact || neural.given())) {
            throw new IllegalArgumentException("--moves-limit does not go with --exact or --model");
        }
        Demands demands = constraints.demands(); // refuses what contradicts itself
        if (neural.given() && !demands.none()) {
            throw new IllegalArgumentException("a trained solver knows no constraints; leave --model out");
        }
        if (memory != null) {
            Memory.parse(memory);
        }
        output.check(input.several());
        neural.check(exact);
    }

    /** One of several: what is wrong with one file is said, and the others are solved. */
    private int tolerant(Path file, StopSignal stop) throws IOException {
        try {
            return solve(file, stop);
        } catch (IOException | IllegalArgumentException e) {
            Failure failure = Failure.of(e);
            if (output.machine()) {
                print(AnswerJson.failure(input.problem.name, file.toString(), failure.line()));
            }
            return failure.report(console);
        }
    }

    private int solve(Path file, StopSignal stop) throws IOException {
        Instance instance = input.load(file);
        Wishes wishes = wishes(instance);
        SolveRun run = new SolveRun(instance, wishes, stop, (objective, x, method, after) -> {
            if (output.stream) {
                improved(instance, objective, x, method, after);
            }
        });
        Answer answer;
        try (AutoCloseable watch = memory == null ? () -> {} : Memory.watch(Memory.parse(memory), run);
                ProgressLine line = ProgressLine.on(console, run, wishes.seconds())) {
            answer = neural.given() ? run.run((p, s, ask, pool) -> neural.solve(p, s, ask, pool, console)) : run.run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception cannotBe) {
            throw new IllegalStateException(cannotBe);
        }
        report(answer);
        if (!answer.feasible()) {
            console.say("dnfs: no solution that satisfies all constraints was found; the one shown does not");
            return 1;
        }
        return 0;
    }

    private Wishes wishes(Instance instance) throws IOException {
        byte[] from = null;
        if (start != null) {
            Start read = Start.read(start, instance);
            from = read.x();
            if (!read.remark().isEmpty()) {
                console.say("dnfs: " + read.remark());
            }
        }
        Long bytes = memory == null ? null : Memory.parse(memory);
        int allowed = bytes == null ? threads : Memory.threads(instance.problem(), threads, bytes);
        int wanted = best == null ? Wishes.FEW : best;
        int kept = bytes == null ? wanted : Memory.solutions(instance.problem(), allowed, wanted, bytes);
        if (best != null && kept < wanted) {
            console.say("dnfs: --memory " + memory + " leaves room for " + kept + " solutions");
        }
        return new Wishes(
                Clock.WALL,
                Wishes.limit(seconds, movesLimit, exact),
                movesLimit == null ? Deadline.ANY : movesLimit,
                allowed,
                seed,
                kept,
                best != null,
                exact,
                stopAt,
                from,
                constraints.demands().read(instance));
    }

    /** In the middle of a search, which a line that cannot be written must not end in another way. */
    private void improved(Instance instance, double objective, byte[] x, String method, double after) {
        try {
            print(AnswerJson.improvement(instance, objective, x, method, after));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void report(Answer answer) throws IOException {
        if (output.machine()) {
            print(output.json(answer));
        } else if (input.several()) {
            print(AnswerText.line(answer));
        } else {
            AnswerText.print(answer, console.out());
            console.out().flush();
        }
        output.write(answer, input.several());
    }

    private void print(String line) {
        console.out().println(line);
        console.out().flush();
    }
}
