package io.github.dnfs4j.experiment.terminal;

import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.train.TrainListener;
import java.util.Locale;

/**
 * Says how training goes: a bar on a terminal, else a line every ten seconds. The loss is a running mean, because that
 * of one batch says little.
 */
public abstract class Display implements TrainListener, AutoCloseable {
    private static final double SMOOTHING = 0.95;

    private final long start = System.nanoTime();
    private final double progressBefore;
    private double loss = Double.NaN;
    private double ess = Double.NaN;
    private double horizon = 1;
    private boolean toldOfSkipped;

    /** Of a run that stands at {@code progressBefore}: what was done in an earlier session took no time of this one. */
    Display(double progressBefore) {
        this.progressBefore = progressBefore;
    }

    public static Display on(Console console, TrainSettings settings, double progressBefore) {
        return console.terminal()
                ? new BarDisplay(console, settings, progressBefore)
                : new Lines(console, progressBefore);
    }

    /** After a step, with the progress of the run. */
    abstract void show(Step step);

    /** A line that stays. */
    abstract void tell(String line);

    @Override
    public void step(Step step) {
        if (Double.isFinite(step.loss())) {
            loss = Double.isNaN(loss) ? step.loss() : SMOOTHING * loss + (1 - SMOOTHING) * step.loss();
        }
        // The first alone: how many there are, every line of progress says.
        if (step.skipped() > 0 && !toldOfSkipped) {
            toldOfSkipped = true;
            tell("dnfs: step " + Numbers.count(step.number()) + " was skipped: its loss or its gradient is not finite");
        }
        show(step);
    }

    @Override
    public void round(Round round) {
        ess = round.essTrapezoid();
        horizon = round.horizon();
    }

    /** Seconds of this session. */
    double elapsed() {
        return (System.nanoTime() - start) / 1e9;
    }

    /** Loss and ESS. */
    String state(Step step) {
        return String.format(
                Locale.ROOT,
                "loss %s  ESS %s%s%s",
                Numbers.significant(loss),
                Double.isNaN(ess) ? Numbers.NONE : String.format(Locale.ROOT, "%.3f", ess), // known after a round
                horizon < 1 ? String.format(Locale.ROOT, " (t<%.2f)", horizon) : "",
                step.skipped() > 0 ? "  skipped " + step.skipped() : "");
    }

    /** The time left, if the rest goes as this session did. */
    String left(Step step) {
        double done = step.progress() - progressBefore;
        return done > 0 ? Numbers.duration(elapsed() * (1 - step.progress()) / done) : "?";
    }

    @Override
    public abstract void close();

    /** A line every ten seconds, for logs. */
    private static final class Lines extends Display {
        private static final double SECONDS = 10;

        private final Console console;
        private double next = SECONDS;

        Lines(Console console, double progressBefore) {
            super(progressBefore);
            this.console = console;
        }

        @Override
        void show(Step step) {
            if (elapsed() >= next) {
                next = elapsed() + SECONDS;
                console.say("step " + Numbers.count(step.number()) + "  " + state(step) + "  elapsed "
                        + Numbers.duration(elapsed()) + "  left " + left(step));
            }
        }

        @Override
        void tell(String line) {
            console.say(line);
        }

        @Override
        public void close() {}
    }
}
