package io.github.dnfs4j.experiment.terminal;

import io.github.dnfs4j.settings.TrainSettings;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A bar that is drawn over itself, for people. It is told how wide it may be: asked to find out, the bar opens a terminal
 * of JLine, which takes Ctrl-C away from {@link StopSignal} and lets it kill the process.
 */
final class BarDisplay extends Display {
    private static final int MILLISECONDS = 250;

    private final ProgressBar bar;
    private final boolean countsSteps;
    private long nextMessage;

    BarDisplay(Console console, TrainSettings settings, double progressBefore) {
        super(progressBefore);
        countsSteps = settings.budget().steps() > 0;
        bar = ProgressBar.builder()
                .setTaskName("training")
                .setInitialMax(
                        countsSteps
                                ? settings.budget().steps()
                                : Math.max(1, Math.round(60 * settings.budget().minutes())))
                .setUnit(countsSteps ? " steps" : " s", 1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(MILLISECONDS)
                .setConsumer(new ConsoleProgressBarConsumer(console.err(), TerminalWidth.columns() - 1))
                .hideEta()
                .build();
    }

    @Override
    void show(Step step) {
        bar.stepTo(countsSteps ? step.number() : Math.round(step.progress() * bar.getMax()));
        if (System.nanoTime() >= nextMessage) {
            nextMessage = System.nanoTime() + MILLISECONDS * 1_000_000L;
            bar.setExtraMessage(state(step) + "  left " + left(step));
        }
    }

    @Override
    public void close() {
        bar.close();
    }
}
