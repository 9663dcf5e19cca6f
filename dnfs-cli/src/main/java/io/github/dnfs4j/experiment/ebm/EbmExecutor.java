package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmRun;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.EbmTrainer;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import io.github.dnfs4j.experiment.terminal.Waiting;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.torch.Ranks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** One run of an energy from settings to {@code result.json} and figures. */
public final class EbmExecutor {
    private static final double SECONDS_BETWEEN_LINES = 10;

    private final Console console;
    private final EbmEvaluation.Effort effort;
    private final Ranks ranks;
    private final String typed;
    private double lastLine;

    public EbmExecutor(Console console, EbmEvaluation.Effort effort) {
        this(console, effort, "", Ranks.ALONE);
    }

    /**
     * For several ranks, of which the first judges and writes.
     *
     * @param typed the command; empty where one stands for many runs
     */
    public EbmExecutor(Console console, EbmEvaluation.Effort effort, String typed, Ranks ranks) {
        this.typed = typed;
        this.ranks = ranks;
        this.console = console;
        this.effort = effort;
    }

    /** Starts a run in a folder that must not exist; returns the exit code. */
    public int create(Path folder, EbmSettings settings) throws IOException {
        try (StopSignal stop = StopSignal.install();
                EbmRun run = EbmRun.create(folder, settings, ranks)) {
            return execute(folder, run, stop);
        }
    }

    /** Continues a run from its newest checkpoint. */
    public int resume(Path folder) throws IOException {
        try (StopSignal stop = StopSignal.install();
                EbmRun run = EbmRun.resume(folder, ranks)) {
            return execute(folder, run, stop);
        }
    }

    /** Continues a run up to another budget. */
    public int resume(Path folder, Budget budget) throws IOException {
        try (StopSignal stop = StopSignal.install();
                EbmRun run = EbmRun.resume(folder, budget, RunResult::remove, ranks)) {
            return execute(folder, run, stop);
        }
    }

    /** Trains along as another rank than the first, and returns the exit code; see {@link EbmRun#follow}. */
    public int follow(Consumer<EbmSettings> check) throws IOException {
        try (StopSignal stop = StopSignal.install();
                EbmRun run = EbmRun.follow(ranks, check)) {
            run.train(report -> {}, stop);
            return ranks.largest(stop.exitCode());
        }
    }

    private int execute(Path folder, EbmRun run, StopSignal stop) throws IOException {
        EbmSettings settings = run.settings();
        String again = Console.command() + " ebm train --resume --out " + Console.word(folder.toString());
        console.say("learning " + settings.data().title() + " by " + settings.method() + " on " + settings.device());
        // Elsewhere than in a terminal the lines of say() are enough.
        Console where = console.terminal() ? console : Console.silent();
        try (Waiting sign =
                Waiting.on(where, () -> "update " + Numbers.count(run.trainer().steps()))) {
            run.train(r -> say(console.terminal() ? sign::say : console::say, r, run.trainer()), stop);
        }
        int stopped = ranks.largest(stop.exitCode());
        ranks.close(); // nobody else has to wait for what follows
        if (stopped != 0) {
            console.say("stopped; checkpoint saved. Continue with: " + again);
            return stopped;
        }
        StopSignal.endWith(console, "stopped; the training is saved. Judge it with: " + again);
        console.say("trained " + Numbers.count(run.trainer().steps()) + " updates in "
                + Numbers.duration(run.trainer().seconds()) + "; judging");
        EbmEvaluation evaluation;
        try (Waiting sign = Waiting.on(console, "judging")) {
            evaluation = EbmJudge.judge(folder, effort, settings.device(), settings.seed());
        }
        EbmResult<EbmEvaluation> result = EbmResult.of(settings, run.trainer(), evaluation);
        Optional<Path> figure = EbmFigures.draw(console, folder, settings.hardware(), effort);
        Path page = EbmPage.write(folder, typed, settings, result, figure);
        result.write(folder, settings);
        console.out().print(EbmJudge.text(evaluation));
        console.out().println("report:  " + page);
        return console.warn(evaluation.warning(), Optional.empty());
    }

    private void say(Consumer<String> lines, EbmTrainer.Report r, EbmTrainer trainer) {
        if (trainer.seconds() - lastLine < SECONDS_BETWEEN_LINES) {
            return;
        }
        lastLine = trainer.seconds();
        StringBuilder more = new StringBuilder();
        r.more()
                .forEach((name, value) -> more.append(
                        String.format(Locale.ROOT, "  %s %.3g", name.equals("essExact") ? "ESS" : name, value)));
        double rest = r.progress() > 0 ? trainer.seconds() * (1 - r.progress()) / r.progress() : Double.NaN;
        lines.accept(
                String.format(Locale.ROOT, "%3.0f %%  update %,d  loss %.4f", 100 * r.progress(), r.step(), r.loss())
                        + more
                        + (Double.isNaN(rest) ? "" : "  left " + Numbers.duration(rest)));
    }
}
