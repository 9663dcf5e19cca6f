package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.evaluate.Evaluation;
import io.github.dnfs4j.evaluate.TemperatureCurve;
import io.github.dnfs4j.experiment.compare.Oracle;
import io.github.dnfs4j.experiment.result.Metrics;
import io.github.dnfs4j.experiment.result.ResultTable;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.result.Trained;
import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Display;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import io.github.dnfs4j.experiment.terminal.Waiting;
import io.github.dnfs4j.experiment.watch.LiveRun;
import io.github.dnfs4j.report.RunReport.Figure;
import io.github.dnfs4j.report.RunReport.ResultRow;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.run.TrainingRun;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Torch;
import io.github.dnfs4j.train.TrainListener;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run from settings to report: trains, evaluates, writes {@code result.json}, figures and {@code report.html}. */
public final class RunExecutor {
    /** Evaluating and comparing shall not take longer than a part of the training, nor be cut short in a quick run. */
    private static final double EVALUATION_SHARE = 0.2;

    private static final double ORACLE_SHARE = 0.05;
    private static final double LEAST_SECONDS = 6;

    private final Console console;
    private final String typed;
    private final @Nullable Integer watchPort;
    private final Ranks ranks;
    /** What takes its time, for who waits. */
    private volatile String doing = "";

    public RunExecutor(Console console) {
        this(console, "", null, Ranks.ALONE);
    }

    /**
     * With a page that tells the command.
     *
     * @param typed the command; empty where one stands for many runs
     * @param watchPort a port of this machine, 0 for any, at which a browser can watch; null for none
     * @param ranks the processes that train together
     */
    public RunExecutor(Console console, String typed, @Nullable Integer watchPort, Ranks ranks) {
        this.console = console;
        this.typed = typed;
        this.watchPort = watchPort;
        this.ranks = ranks;
    }

    /**
     * How a run ended.
     *
     * @param exitCode 0, or that of the signal which stopped it
     * @param source how many samples the evaluation had, and of which paths
     * @param verdict a line that says how good it is
     * @param longer the option that doubles the budget, where the verdict asks for more training
     * @param rows the table of results; empty when stopped
     * @param warning about them
     * @param diverged why they cannot be true
     */
    public record Outcome(
            Path folder,
            int exitCode,
            String source,
            String verdict,
            Optional<String> longer,
            List<ResultRow> rows,
            Optional<String> warning,
            Optional<String> diverged) {}

    /** Starts a run in a folder that must not exist. */
    public Outcome create(Path folder, RunSettings settings) throws IOException {
        return create(folder, settings, null);
    }

    /** Starts a run in a folder that must not exist, with the weights of a model or, for null, with random ones. */
    public Outcome create(Path folder, RunSettings settings, @Nullable Path init) throws IOException {
        boolean fresh = !Files.exists(folder);
        try (StopSignal stop = StopSignal.install();
                TrainingRun run = init == null
                        ? TrainingRun.create(folder, settings, ranks)
                        : TrainingRun.create(folder, settings, init, ranks)) {
            return execute(run, stop);
        } catch (IOException e) {
            if (fresh) {
                removeEmpty(folder);
            }
            throw e;
        }
    }

    /** Continues a run from its newest checkpoint. */
    public Outcome resume(Path folder) throws IOException {
        try (StopSignal stop = StopSignal.install();
                TrainingRun run = TrainingRun.resume(folder, ranks)) {
            return execute(run, stop);
        }
    }

    /** Continues a run from its newest checkpoint up to another budget; the result of the shorter run goes. */
    public Outcome resume(Path folder, TrainSettings.Budget budget) throws IOException {
        try (StopSignal stop = StopSignal.install();
                TrainingRun run = TrainingRun.resume(folder, budget, RunResult::remove, ranks)) {
            return execute(run, stop);
        }
    }

    /** Trains along as another rank than the first, and returns the exit code; see {@link TrainingRun#follow}. */
    public int follow(Consumer<RunSettings> check) throws IOException {
        try (StopSignal stop = StopSignal.install();
                TrainingRun run = TrainingRun.follow(ranks, check)) {
            if (run.trainer().progress() < 1) {
                run.train(new TrainListener() {}, stop);
            }
            return ranks.largest(stop.exitCode());
        }
    }

    /** A full disk can leave a folder without a single file, which would be in the way of the next attempt. */
    private static void removeEmpty(Path folder) throws IOException {
        try {
            Files.delete(folder);
        } catch (DirectoryNotEmptyException | NoSuchFileException nothingToTidy) {
            // What is in it may be worth something.
        }
    }

    private Outcome execute(TrainingRun run, StopSignal stop) throws IOException {
        try (LiveRun live = watchPort == null ? null : watch(run, watchPort)) {
            return execute(run, stop, live);
        }
    }

    private LiveRun watch(TrainingRun run, int port) throws IOException {
        LiveRun live = LiveRun.start(run.model().settings(), run.trainer().progress(), port);
        console.say("watch it at " + live.address());
        return live;
    }

    private Outcome execute(TrainingRun run, StopSignal stop, @Nullable LiveRun live) throws IOException {
        train(run, stop, live);
        int stopped = ranks.largest(stop.exitCode());
        ranks.close(); // nobody else has to wait for what follows
        if (stopped != 0) {
            return new Outcome(
                    run.folder(), stopped, "", "", Optional.empty(), List.of(), Optional.empty(), Optional.empty());
        }
        // From here on nothing is lost by an interruption, and an end at once is quicker.
        StopSignal.endWith(
                console,
                "stopped; the training is saved. Judge it with: " + Console.command() + " train --out "
                        + Console.word(run.folder().toString()) + " --resume");
        if (live != null) {
            live.say("Trained; evaluating.");
        }
        try (Waiting sign = Waiting.on(console, () -> "evaluating: " + doing)) {
            return report(run);
        } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
            // What was asked for was fine when the run began: this is a failure, not wrong usage.
            throw new IllegalStateException("the trained sampler cannot be judged: " + e.getMessage(), e);
        }
    }

    private void train(TrainingRun run, StopSignal stop, @Nullable LiveRun live) throws IOException {
        double before = run.trainer().progress();
        if (before >= 1) {
            console.say("this run is finished after "
                    + Numbers.count(run.trainer().steps()) + " steps; evaluating it again");
            run.trainer().useAverage();
            return;
        }
        console.say(description(run.model(), run.folder(), before));
        try (Display progress = Display.on(console, run.model().settings().train(), before)) {
            run.train(live == null ? progress : new Both(progress, live), stop);
        }
    }

    private Outcome report(TrainingRun run) throws IOException {
        Model model = run.model();
        RunSettings settings = model.settings();
        double seconds = run.trainer().seconds();
        Metrics metrics = Metrics.in(run.folder());
        console.say("trained " + Numbers.count(run.trainer().steps()) + " steps in " + Numbers.duration(seconds)
                + (metrics.skipped() == 0 ? "" : ", " + Numbers.count(metrics.skipped()) + " of them skipped")
                + "; evaluating");
        double time = Math.max(LEAST_SECONDS, seconds * EVALUATION_SHARE);
        doing = "samples and their weights";
        Evaluation.Result judged = Judge.judge(model, time);
        doing = "what network calls buy";
        CallsCurve curve = CallsCurve.measure(model, judged.evaluation(), time);
        Evaluation evaluation = curve.complete(judged.evaluation(), settings.sampling());
        Optional<String> diverged = judged.impossible();
        RunResult result = new RunResult(
                settings.target().title(),
                Versions.current(),
                settings.seed(),
                settings.hardware().toString(),
                settings.precision().toString(),
                Torch.threads(),
                run.trainer().steps(),
                metrics.skipped(),
                seconds,
                Trained.Evaluations.of(run.trainer().cost()),
                evaluation,
                diverged.orElse(null),
                curve.points());
        Oracle oracle;
        doing = "energies to compare with";
        try (Rng rng = Judge.rng(settings)) {
            oracle = Oracle.within(Math.max(LEAST_SECONDS, seconds * ORACLE_SHARE), model.target(), rng);
        }
        List<ResultRow> rows = ResultTable.rows(evaluation, oracle.magnetisation());
        doing = "other temperatures";
        Optional<TemperatureCurve> temperatures = Temperatures.measure(model, judged.evaluation(), time / 2);
        doing = "figures";
        List<Figure> figures = figures(run, metrics, judged, curve, temperatures, oracle);
        String verdict = diverged.map(why -> "diverged").orElseGet(() -> Verdict.of(judged.evaluation(), curve));
        RunPage.write(run.folder(), typed, settings, result, rows, verdict, figures);
        // Last: a run with a result is a run that is done.
        result.write(run.folder(), settings);
        return new Outcome(
                run.folder(),
                0,
                ResultTable.source(evaluation),
                verdict,
                Optional.of(settings.train().budget())
                        .filter(b -> Verdict.asksForMore(verdict))
                        .map(Verdict::twice),
                rows,
                judged.evaluation().warning(),
                diverged);
    }

    private List<Figure> figures(
            TrainingRun run,
            Metrics metrics,
            Evaluation.Result judged,
            CallsCurve curve,
            Optional<TemperatureCurve> temperatures,
            Oracle oracle)
            throws IOException {
        return console.drawn(() -> RunFigures.draw(
                        run.folder(), run.model(), metrics, judged.weighted(), curve, temperatures, oracle))
                .orElse(List.of());
    }

    /** What is about to be trained, in a line. */
    private static String description(Model model, Path folder, double progress) {
        RunSettings s = model.settings();
        NetworkSettings net = s.network();
        TrainSettings train = s.train();
        String budget = train.budget().steps() > 0
                ? Numbers.count(train.budget().steps()) + " steps"
                : String.format(Locale.ROOT, "%s min", trimmed(train.budget().minutes()));
        String resumed = progress > 0 ? String.format(Locale.ROOT, " (from %.0f %% on)", 100 * progress) : "";
        return String.format(
                Locale.ROOT,
                "training %s for %s%s: %s%s, width %d, %,d weights; %s, %s, seed %d; into %s",
                s.target().title(),
                budget,
                resumed,
                net.symmetric() ? "symmetric " : "",
                net.kind(),
                net.hidden(),
                model.flow().net().parameters().count(),
                s.hardware().toString(),
                s.precision(),
                s.seed(),
                folder);
    }

    private static String trimmed(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
