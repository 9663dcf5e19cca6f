package io.github.dnfs4j.experiment.solve;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One line on a terminal while a search runs: the best so far, its bound where one is known, the time left. */
public final class ProgressLine implements AutoCloseable {
    private static final long PERIOD = 250;

    private final Console console;
    private final SolveRun run;
    private final double seconds;
    private final Thread thread;
    private int drawn;
    private boolean closed;

    private ProgressLine(Console console, SolveRun run, double seconds) {
        this.console = console;
        this.run = run;
        this.seconds = seconds;
        thread = new Thread(this::draw, "progress");
        thread.setDaemon(true);
    }

    /** Draws until it is closed; elsewhere than on a terminal it does nothing. */
    public static ProgressLine on(Console console, SolveRun run, double seconds) {
        ProgressLine line = new ProgressLine(console, run, seconds);
        if (console.terminal()) {
            line.thread.start();
        }
        return line;
    }

    private void draw() {
        try {
            while (true) {
                Thread.sleep(PERIOD);
                String text = text(run.best(), run.bound(), run.elapsed(), seconds);
                synchronized (this) {
                    if (closed) {
                        return;
                    }
                    drawn = console.draw(text, drawn);
                }
            }
        } catch (InterruptedException done) {
            Thread.currentThread().interrupt();
        }
    }

    static String text(@Nullable Double best, @Nullable Double bound, double elapsed, double seconds) {
        String known = best == null ? "no solution yet" : "best " + AnswerText.number(best);
        String ruled = "";
        if (best != null && bound != null) {
            double gap = Math.abs(bound - best) / Math.max(Math.abs(best), 1e-10);
            ruled = String.format(Locale.ROOT, "  bound %s (gap %.2f %%)", AnswerText.number(bound), 100 * gap);
        }
        // A search limited by moves does not know its end.
        String time =
                seconds < 1e6 ? "left " + Numbers.duration(Math.max(0, seconds - elapsed)) : Numbers.duration(elapsed);
        return known + ruled + "  " + time;
    }

    @Override
    public void close() {
        thread.interrupt();
        synchronized (this) {
            if (!closed && drawn > 0) {
                console.draw("", drawn);
            }
            closed = true;
        }
    }
}
